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

from demine.arena import Tally, draw_rates, simulate, sweep_densities
from demine.board import Board, grid
from demine.errors import StrategyError
from demine.reproduce.tables import align
from demine.strategies import STRATEGIES

# Name, rows, columns, mines; then the percentage of games won by PGMS and by CSP.
PRINTED: Final = (
    ("Beginner", 8, 8, 10, 71, 80),
    ("Intermediate", 15, 13, 40, 36, 44),
    ("Expert", 16, 30, 99, 26, 34),
)
SEED: Final = 1
GAMES: Final = 20_000
_QUICK_GAMES: Final = 500
# Thousands of times slower than the others: it plays a fiftieth of their games, on no densities.
_SLOW: Final = {"strongest": 50}


def report(quick: bool, figures: Path) -> Iterator[str]:
    """Every strategy on every board, beside the paper's two; then a figure of densities."""
    games = _QUICK_GAMES if quick else GAMES
    yield f"Games won in percent, with 95 % intervals. The seeds start at {SEED}."
    rows = [("board", "strategy", "games", "won", "interval", "PGMS", "", "CSP", "")]
    for name, height, width, mines, pgms, csp in PRINTED:
        board = grid(height, width)
        for strategy in STRATEGIES:
            some = max(1, games // _SLOW.get(strategy, 1))
            tally = simulate(strategy, board=board, mines=mines, games=some, seed=SEED)
            shown = (f"{name} {width}×{height}/{mines}", strategy, f"{some:,}", *_show(tally))
            printed = (str(pgms), _verdict(tally, pgms), str(csp), _verdict(tally, csp))
            rows.append((*shown, *printed))
    yield from align(rows)
    yield ""
    yield _figure(games // 10, grid(16, 30), figures / "strategies.svg")


def _show(tally: Tally) -> tuple[str, str]:
    low, high = tally.interval()
    return f"{100 * tally.rate:.2f}", f"{100 * low:.2f} to {100 * high:.2f}"


def _verdict(tally: Tally, percent: int) -> str:
    """Compares our interval with a percentage that was rounded to a whole number."""
    low, high = (100 * end for end in tally.interval())
    if percent + 0.5 < low:
        return "below ours"
    return "above ours" if percent - 0.5 > high else "within ours"


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
