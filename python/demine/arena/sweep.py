"""Sweep: a strategy's winning rate against the density, the share of the cells that are mined."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from demine.arena.contest import contest
from demine.arena.simulation import Rules, Run, simulate
from demine.arena.tally import Tally
from demine.errors import FormatError, StrategyError
from demine.formats import board_of
from demine.strategies import Strategy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DENSITIES: Final = tuple(percent / 100 for percent in range(2, 31, 2))


def sweep_densities(
    strategy: str | Strategy, rules: Rules, run: Run, densities: Sequence[float] = _DENSITIES
) -> Iterator[Tally]:
    """A tally per density, with the board and the first-click rule of `rules`.

    With `resume`, each number of mines has its own folder.
    """
    board = contest(strategy, **rules).board
    for mines in sorted({max(1, round(density * len(board))) for density in densities}):
        kept = run.get("resume")
        folder = None if kept is None else Path(kept) / f"{mines}-mines"
        rerun: Run = {**run, "resume": folder}
        denser: Rules = {**rules, "preset": None, "board": board, "mines": mines}
        yield simulate(strategy, **rerun, **denser)


def check_place(file: Path) -> None:
    """Check before the first game that a plot can be saved there after the last."""
    kinds = _figure().canvas.get_supported_filetypes()
    if file.suffix[1:].lower() not in kinds:
        raise FormatError(f"{file}: expected a name that ends in one of .{', .'.join(kinds)}")
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise FormatError(f"{file}: expected a file that can be written")


def _figure() -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise StrategyError("plots need matplotlib: pip install matplotlib") from None
    return Figure(figsize=(7, 4.2), layout="constrained")


def draw_rates(tallies: Sequence[Tally], file: Path) -> None:
    """Draw the winning rates with their intervals; one line per strategy."""
    figure = _figure()
    axes = figure.add_subplot(xlabel="mined cells (%)", ylabel="games won (%)")
    for name in dict.fromkeys(tally.contest["strategy"] for tally in tallies):
        some = [tally for tally in tallies if tally.contest["strategy"] == name]
        across = [_density(tally) for tally in some]
        axes.plot(across, [100 * tally.rate for tally in some], marker=".", label=name)
        low, high = zip(*(tally.interval() for tally in some), strict=True)
        axes.fill_between(across, [100 * x for x in low], [100 * x for x in high], alpha=0.25)
    axes.legend()
    figure.savefig(file)


def _density(tally: Tally) -> float:
    return 100 * int(tally.contest["mines"]) / len(board_of(tally.contest["board"]))
