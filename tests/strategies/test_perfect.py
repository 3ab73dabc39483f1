"""The table of perfect play: its page, its relation to uniform mines, and that a run goes on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import perfect
import pytest

import demine
from demine.board import Board


def test_the_page_shows_the_committed_results() -> None:
    results = perfect.Results(perfect.RESULTS)
    text = "".join(f"{line}\n" for line in perfect.page(results.found.values(), perfect.shapes(64)))
    assert perfect.PAGE.read_text("utf-8") == text


def test_values_that_others_may_check() -> None:
    found = perfect.Results(perfect.RESULTS).found
    uniform = {(6, 4): "16696/19635", (6, 5): "98765/125664", (7, 4): "47639/52969"}
    uniform[8, 4] = "588173/635376"
    for (side, mines), value in uniform.items():
        one = found[f"{side}×{side}", mines, "safe"]
        assert one.value is not None
        cells = side * side
        assert Fraction(one.value) * (cells - mines) / cells == Fraction(value)


@pytest.mark.parametrize(
    ("board", "mines"),
    [(demine.grid(3, 3), 2), (demine.grid(3, 4), 3), (demine.hexagonal(3, 3), 3)],
    ids=str,
)
def test_a_safe_first_click_has_the_best_of_all_first_cells(board: Board, mines: int) -> None:
    """One search with uniform mines, beside a search for each first cell that is known free."""
    shape = perfect.Shape("any", board, tuple(board.cells))
    values = {}
    for start in board.cells:
        position = perfect.begin(board, mines, "safe", start)
        assert position is not None
        values[start] = position.optimal().probability
    most = max(values.values())
    first = next(start for start, value in values.items() if value == most)
    assert perfect.best(shape, mines, "safe", 10**6) == (most, first)


def test_every_start_is_a_mirror_image_of_one_that_is_searched() -> None:
    shape = perfect.grid(3, 4)
    every = perfect.Shape("any", shape.board, tuple(shape.board.cells))
    few, all_ = (perfect.best(one, 3, "opening", 10**6) for one in (shape, every))
    assert few is not None
    assert all_ is not None
    assert few[0] == all_[0]


def test_a_run_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(perfect, "GAMES", 5)
    file, shape = tmp_path / "results.jsonl", perfect.grid(2, 3)
    turns = iter([False, False, True])
    perfect.run(perfect.Results(file, lambda: next(turns)), shape, "safe", 1000)
    first = perfect.Results(file)
    assert [one.mines for one in first.found.values()] == [1, 2]
    perfect.run(first, shape, "safe", 1000)
    assert sorted(one.mines for one in perfect.Results(file).found.values()) == [1, 2, 3, 4]
    monkeypatch.setattr(perfect, "search", None)
    perfect.run(perfect.Results(file), shape, "safe", 1000)  # nothing is searched again


def test_a_search_that_was_too_wide_is_repeated_with_more_states(tmp_path: Path) -> None:
    results = perfect.Results(tmp_path / "results.jsonl")
    results.add(perfect.Found("9×9", 9, "safe", 1000))
    assert results.look_up(("9×9", 9, "safe"), 1000) is not None
    assert results.look_up(("9×9", 9, "safe"), 2000) is None
    page = list(perfect.page(results.found.values(), [perfect.grid(9, 9)]))
    assert page[-2:] == [
        "- 9×9 with 1 to 79 mines, first click `safe`: not searched yet",
        "- 9×9 with 1 to 77 mines, first click `opening`: not searched yet",
    ]
