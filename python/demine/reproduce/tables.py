"""Rows of a paper's table beside computed rows, lists of its statements, and their layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Done(NamedTuple):
    """The progress of a long reproduction: finished measurements, and their total number."""

    done: int
    total: int


class Row(NamedTuple):
    """One row: its subject, the computed results, the printed ones."""

    about: tuple[str, ...]
    computed: tuple[str, ...]
    printed: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the computed results are the printed ones."""
        return self.computed == self.printed


class Item(NamedTuple):
    """A statement of a paper, the result here, and whether they agree (None: not comparable)."""

    item: str
    here: str
    agrees: bool | None


def tell(item: str, verdicts: Iterable[bool], words: str = "agree") -> Item:
    """An item that agrees if some cases were tried and every one is right: `9 of 9 agree`."""
    found = list(verdicts)
    return Item(item, f"{sum(found)} of {len(found)} {words}", bool(found) and all(found))


def list_items(items: Sequence[Item]) -> Iterator[str]:
    """The items as a table with a verdict each, then the number that agree."""
    words = {True: "yes", False: "NO", None: "–"}
    rows = [(item.item, item.here, words[item.agrees]) for item in items]
    yield from align([("item of the paper", "here", "agrees"), *rows])
    judged = [item.agrees for item in items if item.agrees is not None]
    open_ = len(items) - len(judged)
    yield f"{sum(judged)} of {len(judged)} items agree; {open_} cannot be judged."


def compare_rows(
    about: Sequence[str], columns: Sequence[str], rows: Sequence[Row]
) -> Iterator[str]:
    """The rows as text with a verdict each, then the number that agree."""
    paper = [f"paper's {column}" for column in columns]
    words = {True: "agrees", False: "DIFFERS"}
    cells = [(*row.about, *row.computed, *row.printed, words[row.agrees]) for row in rows]
    yield from align([(*about, *columns, *paper, ""), *cells])
    yield f"{sum(row.agrees for row in rows)} of {len(rows)} rows agree with the paper."


def align(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns padded to their widest cell, indented by two."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  " + "  ".join(padded).rstrip()
