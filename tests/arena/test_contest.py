"""Contests: the parameters of a strategy as plain values, and answers that are no cells."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from demine import InvalidGame, Position, StrategyError, grid, simulate
from demine.arena import estimate
from demine.arena.contest import contest, find_strategy
from demine.arena.outside import Outside
from demine.strategies.named import ratio
from refusals import Case, check_refusal


def test_contests_write_plain_parameters() -> None:
    from functools import partial

    from demine.strategies import ratio

    given: dict[str, Any] = {
        "a": float("nan"),
        "b": 10**6000,
        "c": True,
        "d": 1.5,
        "e": "x",
        "f": [1],
    }
    found = contest(partial(ratio, **given), preset="classic").parameters
    json.dumps(found, allow_nan=False)
    assert (found["c"], found["d"], found["e"]) == (True, 1.5, "x")


def test_parameters_are_words_that_any_reader_of_json_takes() -> None:
    given = {"a": True, "b": 7, "c": 1 << 70, "d": 0.5, "e": float("nan"), "f": "x", "g": (1,)}
    played = contest(partial(cast(Any, ratio), **given), preset="classic")
    plain = {"a": True, "b": 7, "c": hex(1 << 70), "d": 0.5, "e": "nan", "f": "x", "g": "(1,)"}
    assert played.parameters == plain


def test_a_strategy_in_python_is_recorded_under_its_own_name() -> None:
    played = contest("onemine", board=grid(4, 4), mines=1)
    assert played.record["strategy"] == "onemine"


@pytest.mark.parametrize(
    ("answer", "said"),
    [(7, "7: expected cells of the board"), ([0] * 99, "more cells than the board has")],
)
def test_what_is_no_choice_of_cells_is_named(answer: Any, said: str) -> None:
    def choose(position: Position, chance: Any) -> Any:
        return answer

    with pytest.raises(StrategyError, match=said):
        simulate(choose, preset="classic", games=1, seed=1, workers=1)


@pytest.mark.parametrize(
    "case",
    [
        (lambda: simulate("strongest", preset="classic", games=1, seed=1, effort=0),
         StrategyError, "effort is 0"),
        (lambda: simulate("ratio", board=grid(3, 3), games=1, seed=1),
         InvalidGame, "a board needs its number of mines"),
        (lambda: estimate("ratio", preset="classic", games=9, seed=1).interval(1.0),
         ValueError, "confidence is 1.0"),
        (lambda: Outside("  "), StrategyError, "expected the command of a program"),
        (lambda: Outside("'"), StrategyError, "No closing quotation"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_named(case: Case) -> None:
    check_refusal(case)


class TestFindStrategy:
    SOURCE = "def choose(position, chance):\n    return [position.labels.index('?')]\n"

    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        """A folder beside the working directory; the path for imports is restored."""
        monkeypatch.setattr(sys, "path", sys.path.copy())
        (tmp_path / "here").mkdir()
        monkeypatch.chdir(tmp_path / "here")
        return tmp_path

    @pytest.mark.parametrize(
        ("file", "named"),
        [
            ("here/inside_a.py", "./inside_a.py"),
            ("here/inside_b.py", "{folder}/here/inside_b.py"),
            ("outside_a.py", "../outside_a.py"),
            ("outside-b.py", "{folder}/outside-b.py"),
        ],
    )
    def test_takes_a_file_anywhere(self, folder: Path, file: str, named: str) -> None:
        (folder / file).write_text(self.SOURCE)
        strategy = find_strategy(f"{named.format(folder=folder)}:choose")
        assert simulate(strategy, preset="classic", games=2, seed=1, workers=1).games == 2

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("{folder}/no_such.py:f", "no such file"),
            ("{folder}/random.py:choose", "another module has this name"),
            ("{folder}/broken.py:f", "SyntaxError"),
            (".relative:f", "relative import"),
            (":f", "Empty module name"),
        ],
    )
    def test_says_what_is_wrong_in_one_line(self, folder: Path, name: str, message: str) -> None:
        (folder / "random.py").write_text(self.SOURCE)
        (folder / "broken.py").write_text("def f(:\n")
        with pytest.raises(StrategyError, match=message) as raised:
            find_strategy(name.format(folder=folder))
        assert "\n" not in str(raised.value)
        assert "expected MODULE:FUNCTION or FILE.py:FUNCTION" in str(raised.value)
