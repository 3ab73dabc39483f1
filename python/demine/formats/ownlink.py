"""Links to our own page Analyse: `analyse#b=BOARD&m=MINES&l=LABELS`.

BOARD is the name of a board and MINES a number, or `-` if it is unknown. LABELS go cell by cell:
`.` covered, `x` a known mine, `_` known free, `f` a flag, a digit, or a number in parentheses.
`~N-` behind a label repeats it N times. The page writes and reads the same.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from demine.arguments import show
from demine.errors import FormatError
from demine.formats.names import board_of, whole_name
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position

_SIGNS: Final[dict[str, Label]] = {".": COVERED, "x": MINED, "_": FREE, "f": COVERED}
_WRITTEN: Final[dict[Label, str]] = {COVERED: ".", MINED: "x", FREE: "_"}
_LABEL: Final = re.compile(r"([._xf0-9]|\([0-9]{1,9}\))(?:~([0-9]{1,7})-)?")
_WORTH: Final = 4
"""Shorter runs are written out."""


def parse(asked: dict[str, str]) -> Position:
    """The position of the values `b`, `m` and `l`."""
    if "b" not in asked:
        raise FormatError("the link names no board: expected b=BOARD, as in b=grid-9x9")
    board = board_of(asked["b"])
    labels = _unpack(asked["l"], len(board))
    return Position(board, labels, _mines(asked.get("m", "-")))


def write(position: Position) -> str:
    """The link, from the name of the page on."""
    if position.density is not None:
        raise FormatError("the mines have a density: a link holds none; use graph")
    signs = (_sign(label) for label in position.labels)
    labels = "".join(_run(sign, len(list(run))) for sign, run in groupby(signs))
    mines = "-" if position.mines is None else position.mines
    return f"analyse#b={whole_name(position.board)}&m={mines}&l={labels}\n"


def _mines(text: str) -> int | None:
    if text in ("-", ""):
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise FormatError(f"the mines of the link are {show(text)}: expected a number, or -")
    return int(text)


def _unpack(text: str, cells: int) -> list[Label]:
    labels: list[Label] = []
    place = 0
    while place < len(text):
        found = _LABEL.match(text, place)
        if found is None:
            raise FormatError(f"the labels of the link: {show(text[place])} is no label")
        labels.extend([_read(found[1])] * min(int(found[2] or 1), cells + 1))
        if len(labels) > cells:
            break
        place = found.end()
    if len(labels) != cells:
        found_cells = "more" if len(labels) > cells else len(labels)
        raise FormatError(f"the labels of the link: {found_cells} cells, the board has {cells}")
    return labels


def _read(sign: str) -> Label:
    return _SIGNS[sign] if sign in _SIGNS else int(sign.strip("()"))


def _sign(label: Label) -> str:
    if not isinstance(label, int):
        return _WRITTEN[label]
    if label < 0:
        raise FormatError(f"a cell is labelled {label}: a link holds no such label; use graph")
    return str(label) if label <= 9 else f"({label})"


def _run(sign: str, length: int) -> str:
    return f"{sign}~{length}-" if length > _WORTH else sign * length
