"""The `td` format of PACE: a tree decomposition, read back to be checked against a graph.

The line `s td BAGS WIDTH+1 VERTICES`, a line `b NUMBER VERTEX …` per bag, then two bags per edge of
the tree; all count from 1, and a line that begins with `c` is a comment.
"""

from __future__ import annotations

import re
from typing import Final

from demine.arguments import show
from demine.board import MOST_CELLS, Decomposition
from demine.errors import FormatError
from demine.files import Source, content_lines, decode, read_as

_NUMBER: Final = r"([0-9]{1,9})"
_HEADER: Final = re.compile(rf"s\s+td\s+{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}")
_BAG: Final = re.compile(rf"b\s+{_NUMBER}((?:\s+[0-9]{{1,9}})*)")
_EDGE: Final = re.compile(rf"{_NUMBER}\s+{_NUMBER}")


def read(source: Source) -> Decomposition:
    """The decomposition in a file; a `FormatError` names the file and the line."""
    return read_as(source, lambda data: parse(decode(data)))


def parse(text: str) -> Decomposition:
    """The decomposition in a text. Whether it decomposes a board, `validate` says."""
    lines = [(number, line.strip()) for number, line in content_lines(text)]
    spoken = [(n, line) for n, line in lines if line and line.split(maxsplit=1)[0] != "c"]
    if not spoken or (head := _HEADER.fullmatch(spoken[0][1])) is None:
        raise FormatError("line 1: expected 's td BAGS WIDTH+1 VERTICES'")
    count, size, vertices = map(int, head.groups())
    if max(count, vertices) > MOST_CELLS or count > len(spoken):
        raise FormatError(f"line {spoken[0][0]}: {count} bags of {vertices} vertices are not there")
    bags: dict[int, list[int]] = {}
    edges: list[tuple[int, int]] = []
    for number, line in spoken[1:]:
        bag, edge = _BAG.fullmatch(line), _EDGE.fullmatch(line)
        if bag is not None and 1 <= int(bag[1]) <= count and int(bag[1]) - 1 not in bags:
            bags[int(bag[1]) - 1] = [int(word) - 1 for word in bag[2].split()]
        elif edge is not None:
            edges.append((int(edge[1]) - 1, int(edge[2]) - 1))
        else:
            raise FormatError(f"line {number}: {show(line)} found, expected a new bag or an edge")
    if len(bags) != count:
        raise FormatError(f"line {spoken[-1][0]}: {len(bags)} bags, the header promises {count}")
    return Decomposition(vertices, size - 1, [bags[i] for i in range(count)], edges)
