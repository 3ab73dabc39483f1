"""Run the checks of all papers, with progress, and keep finished ones for a later run.

A check is a callable that yields items. Some checks judge the statements of one paper, others those
of several. A folder keeps a file of items per finished check, so a run that was stopped goes on.
The longest check, `suzuki-2015`, also keeps each board that it has measured.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from demine.errors import DemineError
from demine.files import read_as, records, write_bytes
from demine.reproduce import (
    garg_2019,
    golan_2011,
    golan_2014,
    learners,
    peers,
    positions,
    rules,
    strategies,
    suzuki_2015,
    tree_items,
)
from demine.reproduce.statements import Judgement, judge_all, read_statements
from demine.reproduce.tables import Done, Item

_ALL: Final = ("golan-2011", "golan-2014", "suzuki-2015", "garg-2019")


class Check(NamedTuple):
    """A check: its name, the papers that it judges, and its items (argument: to be quick)."""

    name: str
    papers: tuple[str, ...]
    items: Callable[..., Iterable[Item]]
    keeps_parts: bool = False
    """Whether `items` also takes the folder, and keeps there what it has measured so far."""

    def run(self, quick: bool, folder: str | Path | None) -> Iterable[Item]:
        """The items, computed now."""
        if self.keeps_parts:
            return self.items(quick, None if folder is None else Path(folder))
        return self.items(quick)


CHECKS: Final = (
    Check("rules", _ALL, rules.items),
    Check("positions", _ALL, positions.items),
    Check("strategies", _ALL, strategies.items),
    Check("learners", ("golan-2011", "golan-2014"), learners.items),
    Check("golan-2011", ("golan-2011",), golan_2011.items),
    Check("golan-2014", ("golan-2014",), golan_2014.items),
    Check("suzuki-2015", ("suzuki-2015",), suzuki_2015.items, keeps_parts=True),
    Check("garg-2019", ("garg-2019",), garg_2019.items),
    Check("trees", ("golan-2011",), tree_items.items),
    Check("peers", ("suzuki-2015",), peers.items),
)

_SCHEMA: Final = {
    "quick": records.flag,
    "items": records.list_of(
        records.record(
            {
                "item": records.text(),
                "here": records.text(),
                "agrees": records.one_of(True, False, None),
            }
        )
    ),
}


def run(quick: bool = False, folder: str | Path | None = None) -> Iterator[Done | list[Judgement]]:
    """Judge all statements: the progress (statements that have an item), at last the verdicts.

    A check that fails ends with an item without verdict. Items in `folder` are not computed again
    if they were computed with the same `quick`.
    """
    found: dict[str, list[Item]] = {paper: [] for paper in _ALL}
    for check in CHECKS:
        kept = None if folder is None else _read(_file(folder, check), quick)
        items: list[Item] = []
        for item in _items(check, quick, folder) if kept is None else kept:
            items.append(item)
            for paper in check.papers:
                found[paper].append(item)
            yield _progress(found)
        if folder is not None and kept is None:
            _write(_file(folder, check), quick, items)
    yield judge_all(found)


def _items(check: Check, quick: bool, folder: str | Path | None) -> Iterator[Item]:
    try:
        yield from check.run(quick, folder)
    except DemineError as error:
        yield Item(check.name, f"the check stopped: {error}", None)


def _progress(found: dict[str, list[Item]]) -> Done:
    statements = read_statements()
    begun = sum(any(map(one.is_judged_by, found[one.paper])) for one in statements)
    return Done(begun, len(statements))


def _file(folder: str | Path, check: Check) -> Path:
    return Path(folder) / f"{check.name}.json"


def _read(file: Path, quick: bool) -> list[Item] | None:
    """The items of a finished check; None if there are none, or none of this size."""
    if not file.exists():
        return None
    kept = read_as(file, lambda text: records.read(text, _SCHEMA, "the items of a check"))
    return [Item(**item) for item in kept["items"]] if kept["quick"] == quick else None


def _write(file: Path, quick: bool, items: list[Item]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = {"quick": quick, "items": [item._asdict() for item in items]}
    write_bytes(file, (json.dumps(kept, ensure_ascii=False) + "\n").encode())
