"""Every statement of the papers has a verdict, and a stopped run goes on where it was."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from command import say
from demine.errors import FormatError, TooWide
from demine.reproduce import Done, Judgement, checks, list_judgements, read_statements, run
from demine.reproduce.checks import Check
from demine.reproduce.statements import Statement, judge, total
from demine.reproduce.tables import Item

LEMMA = Statement("golan-2014", "Lemma 3.1", "Words.", ("Lemma 3.1",))


def verdicts(steps: Iterator[Done | list[Judgement]]) -> list[Judgement]:
    *_, last = steps
    assert isinstance(last, list)
    return last


def test_every_statement_of_the_four_papers_is_listed() -> None:
    papers = Counter(one.paper for one in read_statements())
    assert papers == {"golan-2011": 61, "golan-2014": 55, "suzuki-2015": 37, "garg-2019": 42}
    assert all(one.words[-1] in ".?" and one.place and all(one.checks) for one in read_statements())


@pytest.mark.parametrize(
    ("items", "verdict", "here"),
    [
        ([Item("Lemma 3.1: all", "yes", True)], "agrees", "yes"),
        ([Item("Lemma 3.1", "1", True), Item("Lemma 3.1, two", "2", False)], "differs", "1; 2"),
        ([Item("Lemma 3.1", "1", True), Item("Lemma 3.1", "a time", None)], "agrees", "1"),
        ([Item("Lemma 3.1", "a time", None)], "cannot", "a time"),
        ([Item("Lemma 3.11", "yes", True)], "cannot", "no check of this statement ran"),
        ([Item("see Lemma 3.1", "yes", True)], "cannot", "no check of this statement ran"),
    ],
)
def test_a_verdict_follows_from_the_items(items: list[Item], verdict: str, here: str) -> None:
    assert judge(LEMMA, items) == (LEMMA, verdict, here)


def test_the_total_names_all_three_verdicts() -> None:
    found = [judge(LEMMA, items) for items in ([Item("Lemma 3.1", "", True)], [])]
    assert total(found) == "2 statements: 1 agree, 0 differ, 1 cannot be judged."
    assert "  agrees   Lemma 3.1: Words." in list(list_judgements(found))


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two small checks instead of the real ones, and the names of those that ran."""
    names: list[str] = []

    def first(quick: bool) -> Iterator[Item]:
        names.append("first")
        yield Item("Lemma 3.3", "fine", True)

    def second(quick: bool) -> Iterator[Item]:
        names.append("second")
        yield Item("Lemma 4.1", "fine", True)
        raise TooWide("too many states")

    both = (Check("first", ("golan-2014",), first), Check("second", ("golan-2014",), second))
    monkeypatch.setattr(checks, "CHECKS", both)
    return names


def test_a_run_goes_on_where_it_was_stopped(ran: list[str], tmp_path: Path) -> None:
    steps = run(True, tmp_path)  # stopped within the second check
    for _ in range(2):  # the second check begins after the first one is on the disk
        step = next(steps)
        assert isinstance(step, Done)
    del steps
    again = verdicts(run(True, tmp_path))
    assert ran == ["first", "second", "second"]
    assert verdicts(run(True, tmp_path)) == again
    assert ran == ["first", "second", "second"]
    verdicts(run(False, tmp_path))
    assert ran == ["first", "second", "second", "first", "second"]


def test_a_long_check_gets_the_folder_to_keep_its_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: list[tuple[bool, Path | None]] = []

    def items(quick: bool, folder: Path | None) -> Iterator[Item]:
        given.append((quick, folder))
        yield Item("Lemma 3.3", "fine", True)

    monkeypatch.setattr(
        checks, "CHECKS", (Check("long", ("golan-2014",), items, keeps_parts=True),)
    )
    verdicts(run(True, str(tmp_path)))
    verdicts(run(False))
    assert given == [(True, tmp_path), (False, None)]


def test_a_check_that_stops_keeps_its_verdicts(ran: list[str]) -> None:
    found = {one.statement.place: one for one in verdicts(run(True))}
    assert found["Lemma 4.1"].verdict == found["Lemma 3.3"].verdict == "agrees"
    assert found["Lemma 4.2"].verdict == "cannot"


def test_the_progress_only_grows(ran: list[str]) -> None:
    steps = [step for step in run(True) if isinstance(step, Done)]
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert {step.total for step in steps} == {195}


def test_a_spoilt_file_is_named(ran: list[str], tmp_path: Path) -> None:
    verdicts(run(True, tmp_path))
    (tmp_path / "first.json").write_text('{"quick": true}')
    with pytest.raises(FormatError, match=r'first\.json: the key "items" is missing'):
        verdicts(run(True, tmp_path))


def test_the_command_lists_every_statement(tmp_path: Path) -> None:
    code, shown = say("reproduce all --quick --resume", str(tmp_path))
    assert code == 0, shown
    lines = shown.splitlines()
    judged = [line for line in lines if line.startswith(("  agrees ", "  differs ", "  cannot "))]
    assert len(judged) == len(read_statements())
    assert not [line for line in judged if line.startswith("  differs")]
    code, objects = say("reproduce all --quick --json --resume", str(tmp_path))
    assert code == 0
    rows = [json.loads(line) for line in objects.splitlines()]
    assert [row["verdict"] for row in rows] == [line.split()[0] for line in judged]


def test_resuming_is_for_all_papers() -> None:
    code, shown = say("reproduce golan-2014 --resume x")
    assert code == 2
    assert "--resume is for all and suzuki-2015" in shown
