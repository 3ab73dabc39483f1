"""The formats: a text is read by its content, and written in the format of a name."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Literal, Unpack, overload

from demine.arguments import check, show
from demine.board import Decomposition
from demine.errors import FormatError, InvalidBoard, InvalidPosition
from demine.files import Source, content_lines, decode, json_object, read_as, write_bytes
from demine.formats import (
    cnf,
    geojson,
    graph,
    graph6,
    links,
    masks,
    mbf,
    mine,
    opb,
    pace,
    points,
    tatham,
)
from demine.meter import Budget, Meter
from demine.position import Position

TextFormat = Literal[
    "mine", "graph", "gr", "graph6", "td", "cnf", "opb",
    "link", "ptta", "llamasweeper", "jsminesweeper", "puzzlink",
]  # fmt: skip

_WRITERS: Final[dict[str, Callable[[Position], str | bytes]]] = {
    "mine": mine.write,
    "graph": graph.write,
    "mbf": mbf.write,
    "gr": pace.write,
    "graph6": graph6.write,
    **links.WRITERS,
}
# What these write is computed, and can be much longer than the position.
_COMPUTED: Final[dict[str, Callable[[Position, Meter], str]]] = {
    "td": lambda position, meter: Decomposition.of(position.board, meter).td(),
    "cnf": cnf.write,
    "opb": opb.write,
}
FORMATS: Final = (*_WRITERS, *_COMPUTED)
# The others keep the density, or hold nothing that depends on it.
_WITHOUT_DENSITY: Final = ("mine", "mbf", "gr", "graph6", *links.WRITERS)
# The first keeps rules, the second states them, and the third holds nothing that depends on them.
_WITH_RULES: Final = ("graph", "opb", "td")
_SUFFIXES: Final = {
    ".json": "graph",
    ".g6": "graph6",
    ".abf": "mbf",
    **{f".{name}": name for name in FORMATS},
}


def loads(data: str | bytes, *, trust_flags: bool = False) -> Position:
    """The position in a text, or in the bytes of a file; the content tells the format.

    With `trust_flags`, cells that a `mine` file marks `F` are known mines. Otherwise they are
    covered.
    """
    check(data, str | bytes, "data")
    try:
        if isinstance(data, bytes) and masks.is_picture(data):
            return masks.parse_picture(data)
        if isinstance(data, bytes) and mbf.is_mbf(data):
            return mbf.parse(data)
        return _parse(decode(data), trust_flags)
    except (InvalidBoard, InvalidPosition) as error:
        raise FormatError(str(error)) from None


def read(source: Source, *, trust_flags: bool = False) -> Position:
    """The position in a file: a path, an open file, or "-" for standard input. See `loads`.

    Instead of a path, a link to a position is read, too; nothing is fetched from the network.
    """
    if isinstance(source, str) and links.is_link(source):
        return loads(source, trust_flags=trust_flags)
    return read_as(source, partial(loads, trust_flags=trust_flags))


@overload
def dumps(position: Position, format: Literal["mbf"], **budget: Unpack[Budget]) -> bytes: ...
@overload
def dumps(position: Position, format: TextFormat = ..., **budget: Unpack[Budget]) -> str: ...
@overload
def dumps(position: Position, format: str, **budget: Unpack[Budget]) -> str | bytes: ...
def dumps(position: Position, format: str = "graph", **budget: Unpack[Budget]) -> str | bytes:
    """The position in a format of this name: a text, or bytes for `mbf`.

    A format that cannot hold the position raises a `FormatError`: nothing is dropped silently.
    The budget bounds `td`, `cnf` and `opb`. Texts in other formats are as long as the position.
    """
    check(position, Position, "position")
    if not isinstance(format, str) or format not in FORMATS:
        hint = "; graph is JSON" if format == "json" else ""
        known = ", ".join(FORMATS)
        raise FormatError(f"format {format!r} is not known: expected one of {known}{hint}")
    if position.density is not None and format in _WITHOUT_DENSITY:
        raise FormatError(f"the mines have a density: the {format} format holds none; use graph")
    if format not in _WITH_RULES and position.rules is not None:
        raise FormatError(f"the position has rules: the {format} format holds none; use graph")
    meter = Meter(**budget)
    if format in _COMPUTED:
        return _COMPUTED[format](position, meter)
    return _WRITERS[format](position)


def write(position: Position, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Write the position to a file, all or nothing, or to standard output for "-".

    Without `format`, the suffix of the path names it (`.json` is `graph`).
    """
    data = dumps(position, format or format_of(path))
    write_bytes(path, data.encode() if isinstance(data, str) else data)


def _parse(text: str, trust_flags: bool) -> Position:
    if masks.is_mask(text):
        return masks.parse_text(text)
    text = mine.without_spaces(text)
    lines = content_lines(text)
    if not lines:
        raise FormatError("the text is empty: expected a position")
    number, first = lines[0]
    if first.lstrip().startswith("{"):
        given = json_object(text)
        return geojson.parse(given) if geojson.is_map(given) else graph.parse_object(given)
    if first.split(" ")[0] in ("c", "p", "s"):
        _refuse_only_written(lines)
    if first.split(" ")[0] in ("c", "p"):
        return pace.parse(lines)
    if opb.is_opb(first):
        return opb.parse(text)
    if tatham.is_id(first):
        return tatham.parse(first)
    if links.is_link(first) and len(lines) == 1:
        return links.parse(first, trust_flags)
    if points.is_points(first):
        return points.parse(lines)
    if mine.is_rows(text) or first[:1].isdigit():
        return mine.parse(text, trust_flags)
    if graph6.is_graph6(first) and len(lines) == 1:
        return graph6.parse(first)
    raise FormatError(
        f"line {number}: {show(first)} begins no known format: expected COLSxROWSxMINES (mine), "
        "a JSON object (graph), 'p tw', 'p edge', '* #variable=' (opb), a link; see convert --help"
    )


def _refuse_only_written(lines: list[tuple[int, str]]) -> None:
    """Refuse a format without a position to read; its first line after comments names it."""
    number, head = next((line for line in lines if line[1].split(" ")[0] != "c"), (1, ""))
    name = {"p cnf": "cnf", "s td": "td"}.get(" ".join(head.split()[:2]))
    if name is not None:
        raise FormatError(f"line {number}: {name} is only written, not read: expected a position")


def format_of(path: str | os.PathLike[str]) -> str:
    """The format that the suffix of a path names."""
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise FormatError(f"{os.fspath(path)}: no format has this suffix: expected one of {known}")
    return _SUFFIXES[suffix]
