"""Skins: pictures of boards as six programs draw them, for tests and measurements of `screens`."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from PIL import Image, ImageDraw, ImageFont

import demine
from demine import Game

FONTS = (
    "DejaVuSans-Bold.ttf",
    "LiberationSans-Bold.ttf",
    "DejaVuSerif-Bold.ttf",
    "LiberationSans-Regular.ttf",
)
CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
GOOGLE = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")
ONLINE = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
DARK = ("#7cc7ff", "#66c266", "#ff7788", "#ee88ff", "#ddaa22", "#66cccc", "#999999", "#d0d8e0")
LIGHT = ("#004f9e", "#006145", "#a82a0a", "#5b2a86", "#704400", "#005d6e", "#1b2530", "#4d4d4d")


@dataclass(frozen=True)
class Skin:
    """Colours of a skin: page, lines, covered and open cells (by parity), digits, flag."""

    page: str
    line: str | None
    covered: tuple[str, str]
    open: tuple[str, str]
    digits: tuple[str, ...]
    flag: str
    bevel: tuple[str, str] | None = None
    font: str = FONTS[0]


SKINS = {
    "classic": Skin(
        "#c0c0c0",
        "#808080",
        ("#c0c0c0",) * 2,
        ("#c0c0c0",) * 2,
        CLASSIC,
        "#ff0000",
        ("#ffffff", "#808080"),
        FONTS[0],
    ),
    "windows 7": Skin(
        "#dfe8f5",
        "#3c4a66",
        ("#5f86d8", "#5f86d8"),
        ("#cfdcf0",) * 2,
        LIGHT,
        "#d01818",
        ("#a8c0f0", "#2c4a98"),
        FONTS[1],
    ),
    "online": Skin(
        "#ffffff",
        "#808080",
        ("#c6c6c6",) * 2,
        ("#c6c6c6",) * 2,
        ONLINE,
        "#ff0000",
        ("#ffffff", "#808080"),
        FONTS[1],
    ),
    "google": Skin(
        "#4a752c",
        None,
        ("#aad751", "#a2d149"),
        ("#e5c29f", "#d7b899"),
        GOOGLE,
        "#f23607",
        None,
        FONTS[3],
    ),
    "demine light": Skin(
        "#ffffff",
        "#8494a5",
        ("#bcc7d4", "#b3becc"),
        ("#f3f5f8",) * 2,
        LIGHT,
        "#b0262f",
        None,
        FONTS[0],
    ),
    "demine dark": Skin(
        "#10151b",
        "#2a333d",
        ("#4a5a6b", "#465566"),
        ("#1a222b",) * 2,
        DARK,
        "#ff6b6b",
        None,
        FONTS[2],
    ),
}


def draw(labels: list[list[str | int]], skin: Skin, side: int, margin: int) -> Image.Image:
    """The picture of rows of labels: a number, "?" or "F"."""
    rows, columns = len(labels), len(labels[0])
    size = (columns * side + 2 * margin + 1, rows * side + 2 * margin + 1)
    image = Image.new("RGB", size, skin.page)
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype(skin.font, max(8, int(side * 0.7)))
    for row, line in enumerate(labels):
        for column, label in enumerate(line):
            x, y = margin + column * side, margin + row * side
            _cell(pen, label, skin, (x, y), side, (row + column) % 2, font)
    return image


def _cell(
    pen: ImageDraw.ImageDraw,
    label: str | int,
    skin: Skin,
    at: tuple[int, int],
    side: int,
    odd: int,
    font: ImageFont.FreeTypeFont,
) -> None:
    """One cell with its border and its sign."""
    x, y = at
    is_open = isinstance(label, int)
    box = (x, y, x + side - 1, y + side - 1)
    pen.rectangle(box, fill=(skin.open if is_open else skin.covered)[odd])
    if not is_open and skin.bevel is not None:
        wide = max(1, side // 8)
        light, dark = skin.bevel
        pen.polygon(
            [
                (x, y),
                (x + side - 1, y),
                (x + side - 1 - wide, y + wide),
                (x + wide, y + wide),
                (x + wide, y + side - 1 - wide),
                (x, y + side - 1),
            ],
            fill=light,
        )
        pen.polygon(
            [
                (x + side - 1, y + side - 1),
                (x, y + side - 1),
                (x + wide, y + side - 1 - wide),
                (x + side - 1 - wide, y + side - 1 - wide),
                (x + side - 1 - wide, y + wide),
                (x + side - 1, y),
            ],
            fill=dark,
        )
    elif skin.line is not None:
        pen.rectangle((x, y, x + side, y + side), outline=skin.line)
    middle = (x + side / 2, y + side / 2)
    if label == "F":
        _flag(pen, middle, side, skin.flag)
    elif isinstance(label, int) and label > 0:
        pen.text(middle, str(label), fill=skin.digits[label - 1], font=font, anchor="mm")


def _flag(pen: ImageDraw.ImageDraw, middle: tuple[float, float], side: int, colour: str) -> None:
    x, y, unit = *middle, side / 16
    pen.polygon(
        [(x + unit, y - 5 * unit), (x + unit, y + unit), (x - 4 * unit, y - 2 * unit)], fill=colour
    )
    pen.rectangle((x, y - 5 * unit, x + unit, y + 4 * unit), fill="#000000")
    pen.rectangle((x - 3 * unit, y + 3 * unit, x + 3 * unit, y + 5 * unit), fill="#000000")


def played(seed: int) -> list[list[str | int]]:
    """The labels of a game that is being played, flags included."""
    chance = Random(seed)
    rows, columns, mines = chance.choice([(9, 9, 10), (16, 16, 40), (16, 30, 99), (12, 20, 45)])
    game = Game(demine.grid(rows, columns), mines, seed=seed, first="opening")
    game.open(rows // 2 * columns + columns // 2)
    for _ in range(chance.randrange(0, 12)):
        found = game.position.analyze()
        safe = [cell for cell in found.safe if game.position.labels[cell] == "?"]
        for cell in sorted(found.mined):
            if cell not in game.flags and chance.random() < 0.5:
                game.flag(cell)
        for cell in chance.sample(sorted(safe), min(len(safe), 6)):
            game.open(cell)
    labels = ["F" if c in game.flags else v for c, v in enumerate(game.position.labels)]
    return [labels[row * columns : (row + 1) * columns] for row in range(rows)]


def picture(seed: int) -> tuple[str, Image.Image, list[list[str | int]]]:
    """A picture by its number: the skin, the image in some size, and what it shows."""
    name, chance, labels = list(SKINS)[seed % len(SKINS)], Random(seed), played(seed)
    image = draw(labels, SKINS[name], chance.randrange(15, 41), chance.randrange(4, 40))
    zoom = chance.choice([1.0, 1.0, 0.9, 1.25, 1.5])
    size = (int(image.width * zoom), int(image.height * zoom))
    return name, image if zoom == 1.0 else image.resize(size, Image.Resampling.BICUBIC), labels
