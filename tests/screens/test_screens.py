"""Positions from pictures: six skins in many sizes, doubtful cells, pictures without a board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import demine
from command import run
from demine import FormatError
from demine.screens import NoBoard, Screen, read_picture
from skins import SKINS, draw, picture, played


@pytest.mark.parametrize("name", SKINS)
def test_the_cells_of_a_skin_are_read(name: str) -> None:
    for seed, side in [(3, 24), (4, 31)]:
        labels = played(seed)
        screen = read_picture(draw(labels, SKINS[name], side, 20))
        assert screen.shape == (len(labels), len(labels[0]))
        expected = [label for row in labels for label in row]
        wrong = [c for c, label in enumerate(expected) if screen.signs[c] != label]
        assert len(wrong) <= len(expected) / 200


def test_most_cells_are_read_in_any_size() -> None:
    """`benches/screens.py` measures more pictures."""
    right = cells = 0
    for seed in range(24):
        _, image, labels = picture(seed)
        expected = [label for row in labels for label in row]
        screen = read_picture(image)
        assert screen.shape == (len(labels), len(labels[0]))
        right += sum(a == b for a, b in zip(screen.signs, expected, strict=True))
        cells += len(expected)
    assert right / cells > 0.995


def test_flags_are_covered_unless_they_are_trusted() -> None:
    screen = Screen((1, 3), ("F", 1, "?"), ())
    assert screen.position(1).labels == ("?", 1, "?")
    assert screen.position(1, trust_flags=True).labels == ("*", 1, "?")


@pytest.mark.parametrize("size", [(1, 1), (9, 300), (300, 300)])
def test_a_picture_without_a_board(size: tuple[int, int]) -> None:
    with pytest.raises(NoBoard, match="no board found"):
        read_picture(Image.new("RGB", size, "#336699"))


def test_what_is_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    for content in (b"", b"no picture", b"\x89PNG\r\n\x1a\n torn"):
        path.write_bytes(content)
        with pytest.raises(FormatError, match="expected a picture, such as PNG"):
            read_picture(path)


def test_the_command(tmp_path: Path) -> None:
    labels = played(4)
    path = tmp_path / "board.png"
    draw(labels, SKINS["classic"], 24, 10).save(path)
    done = run("read", str(path), "--mines", "99")
    assert done.returncode == 0
    rows, columns = len(labels), len(labels[0])
    assert done.stdout.startswith(f"{columns}x{rows}x99\n")
    assert demine.loads(done.stdout).labels == tuple(
        "?" if label == "F" else label for row in labels for label in row
    )


def test_what_was_read_wrong_is_told(tmp_path: Path) -> None:
    """A 1 becomes a 7 beside cells that leave no room for seven mines."""
    labels: list[list[str | int]] = [["?", 1, 0], ["?", 7, 1], ["?", "?", "?"]]
    path = tmp_path / "board.png"
    draw([[*row, *row[::-1]] for row in labels], SKINS["demine light"], 30, 10).save(path)
    done = run("read", str(path))
    assert "something was read wrong" in done.stderr
