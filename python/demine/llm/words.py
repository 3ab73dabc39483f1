"""Positions in words, and answers in words: what goes to a language model and comes back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, Literal, get_args

from demine.board import Board, cell_at
from demine.errors import FormatError, InvalidGame
from demine.labels import COVERED, FREE, MINED
from demine.position import Position

Form = Literal["board", "constraints", "both"]
FORMS: Final[tuple[str, ...]] = get_args(Form)

_SIGNS: Final = {COVERED: "#", FREE: "_", MINED: "*"}
_LEGEND: Final = "# covered, _ free without a number, * known mine, digits count mined neighbours"
_ANSWER: Final = re.compile(r"answer\s*[:=]\s*(.+)", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\s,;()\[\]{}\"'`*]+")
_MOST: Final = 100_000
"""Letters of an answer that are read: its end."""


def check_form(form: str) -> None:
    """`InvalidGame` if this is no form."""
    if form not in FORMS:
        raise InvalidGame(f"form {form!r}: expected one of {', '.join(FORMS)}")


def describe(position: Position, form: Form = "both") -> str:
    """The position as a text: as a `"board"` of signs, as `"constraints"`, or as both.

    The board needs rows and columns; a graph has constraints alone. Together they say everything
    that the position says, and nothing else.
    """
    position.check_classic("describe")
    check_form(form)
    parts = []
    is_flat = len(position.board.layout.shape) == 2
    if form != "constraints" and is_flat:
        parts.append(_board(position))
    if form != "board" or not is_flat:
        parts.append("\n".join(_constraints(position)))
    return "\n\n".join(parts)


def _board(position: Position) -> str:
    from demine.draw import text

    drawn = text(position).rstrip("\n").splitlines()
    rows = [_replace(line) for line in drawn]
    mines = "unknown" if position.mines is None else position.mines
    return "\n".join([f"Board ({_LEGEND}), mines: {mines}", *rows])


def _replace(line: str) -> str:
    """A row of the drawing in plain letters."""
    for before, after in (("?", "#"), ("□", "_"), ("·", "0"), ("│", "|"), ("─", "-"), ("┼", "+")):
        line = line.replace(before, after)
    return line.rstrip()


def _constraints(position: Position) -> Iterator[str]:
    """A line per number that still says something, and one for all mines."""
    labels, name = position.labels, position.board.address
    covered = [cell for cell, label in enumerate(labels) if label == COVERED]
    known = sum(label == MINED for label in labels)
    near = set[int]()
    for cell, label in enumerate(labels):
        if not isinstance(label, int):
            continue
        around = position.board.neighbours(cell)
        open_ = [v for v in around if labels[v] == COVERED]
        near.update(open_)
        if open_:
            left = label - sum(labels[v] == MINED for v in around)
            yield f"{' + '.join(map(name, open_))} = {left}"
    rest = [name(cell) for cell in covered if cell not in near]
    if rest:
        yield f"next to no number: {' '.join(rest)}"
    if position.mines is None:
        yield f"{len(covered)} covered cells, an unknown number of mines"
    else:
        yield f"{len(covered)} covered cells, {position.mines - known} of them mined"


def read_cells(board: Board, answer: str) -> list[int]:
    """The cells that an answer names; `FormatError` if it names none.

    What follows the last `Answer:` counts, else the whole text. It may be JSON with a `cell` or
    `cells`, or addresses between other words; words that are no address are left out.
    """
    text = str(answer)[-_MOST:]
    marked = _ANSWER.findall(text)
    said = (marked[-1] if marked else text).strip()
    named = _from_json(said)
    words = _WORD.findall(said) if named is None else named
    cells = [found for word in words if (found := _find(board, word.strip(".:!"))) is not None]
    if not cells:
        raise FormatError("the answer names no cell: expected an address such as a1")
    return list(dict.fromkeys(cells))


def _from_json(said: str) -> list[str] | None:
    """The cells of a JSON object; None if the text is none."""
    try:
        found: Any = json.loads(said[said.index("{") : said.rindex("}") + 1])
    except ValueError:
        return None
    given = found.get("cells", found.get("cell")) if isinstance(found, dict) else None
    return [str(cell) for cell in (given if isinstance(given, list) else [given])]


def _find(board: Board, word: str) -> int | None:
    try:
        return cell_at(board, word.lower() if board.words is None else word)
    except FormatError:
        return None
