"""Every statement of the four papers, and its verdict: agrees, differs, or cannot be judged.

`statements.txt` lists the statements in our own words. Each names the checks that judge it by the
first words of their items. So a check judges a statement as soon as it yields such an item.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final, Literal, NamedTuple

from demine.reproduce.tables import Item, align

Verdict = Literal["agrees", "differs", "cannot"]
_VERDICTS: Final[tuple[Verdict, ...]] = ("agrees", "differs", "cannot")


class Statement(NamedTuple):
    """A statement: its paper, its place there, our words, the first words of its items."""

    paper: str
    place: str
    words: str
    checks: tuple[str, ...]

    def is_judged_by(self, item: Item) -> bool:
        """Whether the item begins with the words of a check; `Lemma 3.1` is not `Lemma 3.11`."""
        return any(_begins(item.item, check) for check in self.checks)


class Judgement(NamedTuple):
    """A statement, its verdict, and the results that led to it."""

    statement: Statement
    verdict: Verdict
    here: str


@cache
def read_statements() -> tuple[Statement, ...]:
    """All statements, in the order of the papers."""
    lines = Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return tuple(
        Statement(paper, place, words, _split(checks)) for paper, place, words, checks in rows
    )


def judge(statement: Statement, items: Iterable[Item]) -> Judgement:
    """The verdict of some items: one that differs outweighs the others."""
    own = [item for item in items if statement.is_judged_by(item)]
    judged = [item for item in own if item.agrees is not None]
    shown = judged or own
    here = "; ".join(dict.fromkeys(item.here for item in shown)) or "no check of this statement ran"
    if not judged:
        return Judgement(statement, "cannot", here)
    agrees = all(item.agrees for item in judged)
    return Judgement(statement, "agrees" if agrees else "differs", here)


def judge_all(items: Mapping[str, Sequence[Item]]) -> list[Judgement]:
    """The verdict of every statement, given the items of each paper."""
    return [judge(one, items.get(one.paper, ())) for one in read_statements()]


def list_judgements(found: Sequence[Judgement]) -> Iterator[str]:
    """The statements paper by paper with their verdicts, then the totals."""
    for paper, own in groupby(found, lambda one: one.statement.paper):
        yield f"{paper}\n{'=' * len(paper)}"
        for statement, verdict, here in own:
            yield f"  {verdict:<8} {statement.place}: {statement.words}"
            yield f"           {here}"
        yield ""
    yield from _totals(found)


def total(found: Sequence[Judgement]) -> str:
    """The number of statements with each verdict, in one sentence."""
    said = {verdict: sum(one.verdict == verdict for one in found) for verdict in _VERDICTS}
    words = f"{said['agrees']} agree, {said['differs']} differ, {said['cannot']} cannot be judged"
    return f"{len(found)} statements: {words}."


def _totals(found: Sequence[Judgement]) -> Iterator[str]:
    rows = [("paper", "statements", "agree", "differ", "cannot")]
    for paper, group in groupby(found, lambda one: one.statement.paper):
        own = [one.verdict for one in group]
        rows.append((paper, str(len(own)), *(str(own.count(verdict)) for verdict in _VERDICTS)))
    yield from align(rows)
    yield total(found)


def _split(checks: str) -> tuple[str, ...]:
    return tuple(check.strip() for check in checks.split(";"))


def _begins(text: str, words: str) -> bool:
    rest = text.removeprefix(words)
    return rest != text and not (words[-1].isalnum() and rest[:1].isalnum())
