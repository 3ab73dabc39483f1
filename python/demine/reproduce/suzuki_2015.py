"""H. Suzuki, S. Hao, S. Minato, *Generating all solutions of Minesweeper problem*: Tables 1–4,
and item by item its sets, subgraphs and algorithms.

The text lacks Figure 4, which is reconstructed as a king grid with its 66 solutions. No grid with
fewer than 16 cells has 66 solutions, and no grid with 16 cells has them with fewer numbers. The
paper calls the numbers of opened cells hints.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from demine.board import grid
from demine.labels import COVERED, Label
from demine.position import Position
from demine.reproduce import suzuki_sets, suzuki_tables
from demine.reproduce.plot import try_to_draw
from demine.reproduce.suzuki_tables import SEEDS, Measured
from demine.reproduce.tables import Done, Item, list_items
from demine.solutions import subgraphs

_SHAPE: Final = (4, 4)
_EXAMPLE_NUMBERS: Final = {(0, 0): 1, (1, 2): 5, (3, 1): 4}


def report(quick: bool, figures: Path | None, folder: Path | None = None) -> Iterator[str | Done]:
    """The statements, Tables 1–4 beside the paper's, and a plot.

    Measured boards are kept in `folder`, so that a run that was stopped goes on.
    """
    yield from _draw_figures(figures)
    measured: list[Measured] = []
    for step in suzuki_tables.measure_all(quick, folder):
        if isinstance(step, Done):
            yield step
        else:
            measured.append(step)
    yield ""
    yield from list_items([*suzuki_sets.items(figure_4(), quick), *suzuki_tables.items(measured)])
    yield ""
    yield "zdd and dc are the paper's seconds; intersection and degree are its methods in demine."
    boards = "one board per class, seed 1" if quick else f"seeds 1 to {SEEDS[-1]} per class"
    yield f"Ours are processor seconds, median … worst of {boards}."
    yield "'–' is a method that exceeded its limit of seconds or states, and on how many boards."
    yield from suzuki_tables.tables(measured)
    yield ""
    drawing = partial(suzuki_tables.draw, measured)
    yield from try_to_draw("The times are", drawing, figures, "suzuki-2015.svg")


def items(quick: bool, folder: Path | None = None) -> Iterator[Item]:
    """The statements of the paper that can be checked; measured boards are kept in `folder`."""
    yield from suzuki_sets.items(figure_4(), quick)
    steps = suzuki_tables.measure_all(quick, folder)
    yield from suzuki_tables.items([step for step in steps if isinstance(step, Measured)])


def figure_4() -> Position:
    """The reconstructed grid."""
    board = grid(*_SHAPE)
    labels: list[Label] = [COVERED] * len(board)
    for place, count in _EXAMPLE_NUMBERS.items():
        labels[board.index(place)] = count
    return Position(board, labels)


def corner() -> Position:
    """Two numbers on two by four cells: small enough for a picture."""
    return Position(grid(2, 4), [COVERED, 1, COVERED, 1, *[COVERED] * 4])


def _draw_figures(folder: Path | None) -> Iterator[str]:
    """Figure 4 as text, and the diagram of the edges of a small board as a picture."""
    yield "Figure 4, reconstructed: a king grid with 66 solutions."
    yield from ("  " + line for line in str(figure_4()).splitlines())
    if folder is None:
        return
    file = folder / "suzuki-2015-edges.svg"
    folder.mkdir(parents=True, exist_ok=True)
    subgraphs(*corner().degree_model()).svg(file)
    yield f"The edge diagram of a small board is in {file}; cells are numbered row by row:"
    yield from ("  " + line for line in str(corner()).splitlines())
