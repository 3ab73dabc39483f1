"""Rows of a paper's table beside rows computed here, lists of its items, and their layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One row: what it is about, what we computed, what the paper prints."""

    about: tuple[str, ...]
    computed: tuple[str, ...]
    printed: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the paper prints what we computed."""
        return self.computed == self.printed


class Item(NamedTuple):
    """A statement of a paper, what was found here, and whether they agree (None: they cannot)."""

    item: str
    here: str
    agrees: bool | None


def list_items(items: Sequence[Item]) -> Iterator[str]:
    """The items as a table, each with its verdict, then how many agree."""
    words = {True: "yes", False: "NO", None: "–"}
    rows = [(item.item, item.here, words[item.agrees]) for item in items]
    yield from align([("item of the paper", "here", "agrees"), *rows])
    judged = [item.agrees for item in items if item.agrees is not None]
    open_ = len(items) - len(judged)
    yield f"{sum(judged)} of {len(judged)} items agree; {open_} cannot be judged."


def compare_rows(
    about: Sequence[str], columns: Sequence[str], rows: Sequence[Row]
) -> Iterator[str]:
    """The rows as text, each with its verdict, then how many agree."""
    paper = [f"paper's {column}" for column in columns]
    cells = [(*row.about, *row.computed, *row.printed, _verdict(row)) for row in rows]
    yield from align([(*about, *columns, *paper, ""), *cells])
    yield f"{sum(row.agrees for row in rows)} of {len(rows)} rows agree with the paper."


def align(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns padded to their widest cell, indented by two."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join(padded).rstrip()


def _verdict(row: Row) -> str:
    return "agrees" if row.agrees else "DIFFERS"
