"""The dump of a set of solutions: its diagram as lines of text.

    demine zdd 1
    board {"vertices": 3, "edges": [[0, 1], [1, 2]], …}
    order 0 2
    root 3
    nodes 2
    1 0 1
    0 2 1

`board` is a JSON object in the `graph` format; its labels and mines are ignored. `order` lists the
cell of each level, from the top. Each of the `nodes` lines holds a level, the 0-child and the
1-child of one node. The nodes are numbered from 2; 0 is the 0-terminal ⊥ and 1 the 1-terminal ⊤.
Children stand before their parents, edges lead to lower levels, no 1-edge leads to ⊥, and no two
nodes are equal.
"""

from __future__ import annotations

import json
import re
from typing import Final

import numpy as np

from demine.arguments import show
from demine.board import Board
from demine.errors import FormatError, InvalidBoard, InvalidPosition
from demine.files import MARK, Source, decode, read_as
from demine.formats import graph
from demine.labels import COVERED
from demine.position import Position
from demine.solutions import Diagram, Solutions

_HEADER: Final = "demine zdd 1"
_FIELDS: Final = ("board", "order", "root", "nodes")
_MOST: Final = 2**32
_NUMBER: Final = re.compile("[0-9]{1,10}")


def write(solutions: Solutions) -> str:
    """The set as a text."""
    order, root, nodes = solutions.diagram
    board = json.loads(graph.write(Position(solutions.board, [COVERED] * len(solutions.board))))
    lines = [
        _HEADER,
        f"board {json.dumps(board, ensure_ascii=False)}",
        " ".join(["order", *map(str, order)]),
        f"root {root}",
        f"nodes {len(nodes)}",
        *(" ".join(map(str, row)) for row in nodes.tolist()),
    ]
    return "\n".join(lines) + "\n"


def is_dump(data: str | bytes) -> bool:
    """Whether a text or the bytes of a file begin as such a dump does."""
    if isinstance(data, str):
        return data.removeprefix(MARK).startswith(_HEADER)
    return data.removeprefix(MARK.encode()).startswith(_HEADER.encode())


def read(source: Source) -> Solutions:
    """The set in a file; a `FormatError` names the file."""
    return read_as(source, lambda data: parse(decode(data)))


def parse(text: str) -> Solutions:
    """The set in a text; a `FormatError` names the line and what was expected there."""
    lines = text.removeprefix(MARK).splitlines()
    if not lines or lines[0] != _HEADER:
        raise FormatError(f"line 1: {show(lines[0] if lines else '')}, expected {_HEADER!r}")
    board, order, root, count = (_field(lines, i, name) for i, name in enumerate(_FIELDS, 1))
    rows = lines[1 + len(_FIELDS) :]
    (wanted,) = _numbers(count, 5, 1)
    if len(rows) != wanted:
        raise FormatError(f"line 5: {wanted} nodes are announced, but {len(rows)} lines follow")
    table = [_numbers(row, i, 3) for i, row in enumerate(rows, 2 + len(_FIELDS))]
    nodes = np.array(table, dtype=np.uint32).reshape(-1, 3)
    return _make(_board(board), Diagram(tuple(_numbers(order, 3)), _numbers(root, 4, 1)[0], nodes))


def _field(lines: list[str], i: int, name: str) -> str:
    line = lines[i] if i < len(lines) else ""
    word, _, rest = line.partition(" ")
    if word != name:
        raise FormatError(f"line {i + 1}: {show(line)}, expected {name!r} and its value")
    return rest


def _numbers(text: str, line: int, expected: int | None = None) -> list[int]:
    words = text.split()
    if not all(_NUMBER.fullmatch(word) and int(word) < _MOST for word in words):
        raise FormatError(f"line {line}: {show(text)}, expected whole numbers from 0")
    if expected is not None and len(words) != expected:
        raise FormatError(f"line {line}: {len(words)} numbers, expected {expected}")
    return [int(word) for word in words]


def _board(text: str) -> Board:
    try:
        return graph.parse(text).board
    except (FormatError, InvalidBoard, InvalidPosition) as error:
        raise FormatError(f"line 2: {error}") from None


def _make(board: Board, diagram: Diagram) -> Solutions:
    try:
        return Solutions.from_diagram(board, diagram)
    except (ValueError, IndexError) as error:
        raise FormatError(f"the diagram is broken: {error}") from None
