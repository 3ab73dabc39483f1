"""Pictures of boards in six skins, drawn here, and how many of their cells are read right.

`python benches/screens.py --pictures 200` draws positions of real games at many sizes and prints
the table of docs/screens.md. `--save DIR` keeps the pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from demine.screens import NoBoard, read_picture
from demine.screens.signs import normal

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from skins import SKINS, picture

Labels = list[list[str | int]]


def measure(pictures: int, save: Path | None) -> dict[str, tuple[int, int, int, int]]:
    """Per skin: pictures, cells, cells read right, cells marked unsure."""
    found = dict.fromkeys(SKINS, (0, 0, 0, 0))
    for seed in range(pictures):
        name, image, labels = picture(seed)
        if save is not None:
            image.save(save / f"{seed:03}-{name.replace(' ', '-')}.png")
        right, unsure = score(image, labels)
        n, cells, good, doubt = found[name]
        total = len(labels) * len(labels[0])
        found[name] = (n + 1, cells + total, good + right, doubt + unsure)
        if right < total:
            print(f"{seed} {name}: {right} of {total}")
    return found


def score(image: Image.Image, labels: Labels) -> tuple[int, int]:
    """The cells read right, and those marked unsure; a board of another size has none."""
    try:
        read = read_picture(image)
    except NoBoard:
        return 0, 0
    if read.shape != (len(labels), len(labels[0])):
        print("shape", read.shape, "expected", (len(labels), len(labels[0])))
        return 0, 0
    expected = [label for row in labels for label in row]
    return sum(a == b for a, b in zip(read.signs, expected, strict=True)), len(read.unsure)


TAUGHT = (
    "DejaVuSans.ttf",
    "DejaVuSansMono-Bold.ttf",
    "LiberationSans-Bold.ttf",
    "LiberationMono-Bold.ttf",
    "DejaVuSans-Bold.ttf",
    "LiberationSerif-Bold.ttf",
    "DejaVuSerif-Bold.ttf",
    "LiberationSans-Regular.ttf",
)


def write_shapes(path: Path) -> None:
    """The shapes of digits in several fonts, of flags and of mines."""
    lines = []
    for name in TAUGHT:
        font = ImageFont.truetype(name, 90)
        lines += [f"{digit} {_bits(_digit(digit, font))}" for digit in "12345678"]
    for unit in (6, 7, 12, 13, 14):
        lines.append(f"F {_bits(partial(_flag_shape, unit=unit))}")
    lines.append(f"F {_bits(_our_flag)}")
    lines.append(f"* {_bits(_mine_shape)}")
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def _digit(digit: str, font: ImageFont.FreeTypeFont) -> Callable[[ImageDraw.ImageDraw], None]:
    return lambda pen: pen.text((64, 64), digit, fill=255, font=font, anchor="mm")


def _bits(paint: Callable[[ImageDraw.ImageDraw], None]) -> str:
    image = Image.new("L", (128, 128), 0)
    paint(ImageDraw.Draw(image))
    shape = normal(np.asarray(image) > 127) > 0.5
    return np.packbits(shape.ravel()).tobytes().hex()


def _flag_shape(pen: ImageDraw.ImageDraw, unit: int) -> None:
    x, y = 64, 64
    pen.polygon(
        [(x + unit, y - 5 * unit), (x + unit, y + unit), (x - 4 * unit, y - 2 * unit)], fill=255
    )
    pen.rectangle((x, y - 5 * unit, x + unit, y + 4 * unit), fill=255)
    pen.rectangle((x - 3 * unit, y + 3 * unit, x + 3 * unit, y + 5 * unit), fill=255)


def _our_flag(pen: ImageDraw.ImageDraw) -> None:
    """The flag of our pages."""
    pen.line((50, 26, 50, 102), fill=255, width=8)
    pen.line((34, 102, 78, 102), fill=255, width=8)
    pen.polygon([(50, 24), (96, 44), (50, 62)], fill=255)


def _mine_shape(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((34, 34, 94, 94), fill=255)
    pen.line((64, 20, 64, 108), fill=255, width=6)
    pen.line((20, 64, 108, 64), fill=255, width=6)
    pen.line((32, 32, 96, 96), fill=255, width=6)
    pen.line((96, 32, 32, 96), fill=255, width=6)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--shapes", action="store_true")
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--save", type=Path)
    options = parser.parse_args()
    if options.shapes:
        write_shapes(Path("python/demine/screens/shapes.txt"))
        return
    found = measure(options.pictures, options.save)
    for name, (pictures, cells, right, unsure) in found.items():
        print(
            f"| {name} | {pictures} | {cells:,} | {100 * right / max(cells, 1):.2f} % | {unsure} |"
        )
    cells, right = (sum(row[i] for row in found.values()) for i in (1, 2))
    print(f"| all | {options.pictures} | {cells:,} | {100 * right / cells:.2f} % | |")


if __name__ == "__main__":
    main()
