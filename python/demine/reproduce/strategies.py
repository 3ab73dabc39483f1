"""The benchmark of strategies (Golan 2014, §1): three boards, the first move safe.

The paper quotes two strategies, as percentages without intervals: one from Programmer's Minesweeper
(PGMS, Ramsdell), and a solver of constraints (CSP, Studholme). `equations` is the same kind of
strategy as the first and `csp` as the second; the code is different. PGMS also has a single-point
strategy, which the paper does not quote.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from demine.arena import Benchmarked, benchmark, draw_rates, sweep_densities
from demine.board import Board, grid
from demine.errors import StrategyError
from demine.labels import COVERED
from demine.position import Position
from demine.reproduce.tables import Item, align
from demine.strategies import STRATEGIES, Chance, Guess

SEED: Final = 1
GAMES: Final = 20_000
_QUICK_GAMES: Final = 500
# Thousands of times slower than the others: it plays a fiftieth of their games, on no densities.
_SLOW: Final = {"strongest": 50}


def report(quick: bool, figures: Path | None) -> Iterator[str]:
    """Every strategy on every board, beside the paper's two; then a figure of densities."""
    games = _QUICK_GAMES if quick else GAMES
    yield f"Games won in percent, with 95 % intervals. The seeds start at {SEED}."
    heads = ("board", "strategy", "games", "won", "interval", "PGMS", "", "CSP", "")
    rows = [_row(strategy, row) for strategy in STRATEGIES for row in _play(strategy, games)]
    yield from align([heads, *sorted(rows, key=_by_board)])
    if figures is not None:
        yield ""
        yield _figure(games // 10, grid(16, 30), figures / "strategies.svg")


def items(quick: bool) -> Iterator[Item]:
    """The paper's boards and percentages, and strategies of several kinds on them."""
    games = _QUICK_GAMES if quick else GAMES
    found = {name: list(_play(name, games)) for name in ("single-point", "equations", "csp")}
    sizes = [row.size for row in found["csp"]]
    printed = ["8×8/10", "15×13/40", "30×16/99"]
    yield Item("Benchmark: three grids", ", ".join(sizes), sizes == printed)
    for program, strategy in (("PGMS", "equations"), ("CSP", "csp")):
        yield _percentages(program, strategy, found[strategy])
    tallies = [row.tally for rows in found.values() for row in rows]
    blunders = sum(tally.blunders for tally in tallies)
    said = f"{sum(t.wins for t in tallies)} games won, {blunders} lost on a cell called safe"
    yield Item(
        "Basic strategies: single-point and equations, on the three grids", said, not blunders
    )
    yield _own_strategy(10 if quick else 100)


def _percentages(program: str, strategy: str, rows: list[Benchmarked]) -> Item:
    """The printed percentages are rounded and have no interval; ours must reach them."""
    places = [f"{row.place(program)} ours" for row in rows]
    ours = ", ".join(f"{100 * row.tally.rate:.1f}" for row in rows)
    said = f"`{strategy}` wins {ours} % of {rows[0].tally.games} games each; they are "
    return Item(
        f"Benchmark: {program} wins {', '.join(str(row.published[program]) for row in rows)} %",
        said + ", ".join(places),
        "above ours" not in places,
    )


def _own_strategy(games: int) -> Item:
    """A strategy of a user: open the first covered cell that is safe, else the first covered."""

    def first_safe(position: Position, chance: Chance) -> list[int]:
        return sorted(position.analyze().safe) or Guess([position.labels.index(COVERED)])

    tallies = [row.tally for row in benchmark(first_safe, games=games, seed=SEED, workers=1)]
    blunders = sum(tally.blunders for tally in tallies)
    return Item(
        f"Benchmark: own strategy in Python on the three grids, {games} games each",
        f"{sum(tally.wins for tally in tallies)} won, {blunders} lost on a cell called safe",
        {tally.games for tally in tallies} == {games} and blunders == 0,
    )


def _play(strategy: str, games: int) -> Iterator[Benchmarked]:
    return benchmark(strategy, games=max(1, games // _SLOW.get(strategy, 1)), seed=SEED)


def _row(strategy: str, row: Benchmarked) -> tuple[str, ...]:
    low, high = row.tally.interval()
    won = f"{100 * row.tally.rate:.2f}", f"{100 * low:.2f} to {100 * high:.2f}"
    printed = [(str(rate), f"{row.place(name)} ours") for name, rate in row.published.items()]
    board = f"{row.preset.removeprefix('golan-').capitalize()} {row.size}"
    return (board, strategy, f"{row.tally.games:,}", *won, *printed[0], *printed[1])


def _by_board(row: tuple[str, ...]) -> int:
    """Small boards first; the sort keeps the order of the strategies."""
    return int(row[0].rpartition("/")[2])


def _figure(games: int, board: Board, file: Path) -> str:
    tallies = [
        tally
        for strategy in STRATEGIES
        if strategy not in _SLOW
        for tally in sweep_densities(
            strategy, {"board": board, "mines": 1}, {"games": games, "seed": SEED}
        )
    ]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draw_rates(tallies, file)
    except StrategyError as error:
        return f"No figure: {error}."
    return f"Figure: {file} ({games} games per point, {len(board)} cells)."
