"""Boards in the shape of a picture, or of rows of `#` and `.`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import demine
from command import say
from demine import FormatError

RING = [[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]


def save(path: Path, dark: object, scale: int = 1, mode: str = "L") -> Path:
    """A picture with dark cells on white, each as many pixels wide and high."""
    pixels = np.kron(np.asarray(dark, np.uint8), np.ones((scale, scale), np.uint8))
    if mode == "L":
        Image.fromarray(255 * (1 - pixels).astype(np.uint8)).save(path)
    else:  # a bright shape on a transparent ground
        red, rest = 250 * pixels, 200 * pixels
        Image.fromarray(np.dstack([red, rest, rest, 255 * pixels]).astype(np.uint8)).save(path)
    return path


def ring() -> demine.Board:
    return demine.grid(3, 4, mask=np.array(RING, bool))


@pytest.mark.parametrize("suffix", ["png", "gif", "bmp", "tiff"])
def test_a_small_picture_has_a_cell_per_dark_pixel(suffix: str, tmp_path: Path) -> None:
    file = save(tmp_path / f"ring.{suffix}", RING)
    assert demine.from_picture(file) == ring()
    assert demine.read(file) == demine.Position(ring(), ["?"] * 10)


def test_a_large_picture_is_scaled(tmp_path: Path) -> None:
    file = save(tmp_path / "ring.png", RING, scale=40)
    assert demine.from_picture(file, rows=3) == demine.from_picture(file, columns=4) == ring()
    assert demine.from_picture(file, rows=3, columns=4) == ring()
    coordinates = demine.from_picture(file).layout.coordinates
    assert (coordinates.max(axis=0) + 1).tolist() == [22, 30]


def test_a_picture_with_transparent_parts_has_a_cell_per_opaque_pixel(tmp_path: Path) -> None:
    assert demine.from_picture(save(tmp_path / "ring.png", RING, mode="RGBA")) == ring()


def test_empty_borders_are_cut_off(tmp_path: Path) -> None:
    assert demine.from_picture(save(tmp_path / "ring.png", np.pad(RING, 2))) == ring()


def test_rows_of_signs() -> None:
    assert demine.loads("####\n#  #\n####\n").board == ring()
    assert demine.loads("\n .####\n .#..#\n .####\n\n").board == ring()
    assert len(demine.loads("###\n###\n").board) == 6
    with pytest.raises(FormatError):  # a comment and rows of minesweepr are no mask
        demine.loads("# a comment\n")


def test_the_command_line_plays_on_a_picture(tmp_path: Path) -> None:
    file = save(tmp_path / "ring.png", RING, scale=40)
    code, said = say(f"simulate safest --board {file} --cols 4 --mines 2 --games 5 --json")
    assert (code, '"games": 5' in said) == (0, True)
    assert "--mines is missing" in say(f"simulate safest --board {file} --rows 3")[1]
    text = tmp_path / "ring.txt"
    text.write_text("####\n#  #\n####\n")
    code, said = say(f"generate --board {text} --mines 2 --seed 1 --json")
    assert (code, '"grade"' in said) == (0, True)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n", "this picture cannot be read"),
        (b"GIF89a", "this picture cannot be read"),
        (b"no picture", "expected a picture"),
    ],
)
def test_broken_pictures(data: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "x.png"
    file.write_bytes(data)
    with pytest.raises(FormatError, match=rf"x\.png: {said}"):
        demine.from_picture(file)


def test_a_picture_without_a_dark_pixel(tmp_path: Path) -> None:
    file = save(tmp_path / "white.png", np.zeros((3, 3)))
    with pytest.raises(FormatError, match=r"white\.png: no pixel is dark"):
        demine.from_picture(file)
    with pytest.raises(FormatError, match="rows is 0: expected at least 1"):
        demine.from_picture(file, rows=0)
    with pytest.raises(FormatError, match="cells: expected at most"):
        demine.from_picture(file, rows=10**6)
