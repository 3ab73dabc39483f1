"""S. Garg, *Minesweeper construction & solving algorithm* (2019): grid, screens, solver, claims.

The text of the paper has the grid of Figure 1 with some blank cells, and five screens of one game.
The numbers of the figure determine its blank cells. Nine rows of the last screen have an entry too
many, a misprint. The numbers determine the mines nevertheless, so every screen can be checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path
from time import process_time
from typing import Final

from demine.arena import simulate
from demine.board import address, cell_at, grid
from demine.game import Game
from demine.labels import COVERED, MINED, Label
from demine.position import Position
from demine.reproduce import garg_claims, garg_play
from demine.reproduce.plot import svg_plot, try_to_draw
from demine.reproduce.tables import Item, list_items
from demine.strategies import Chance, Guess, ratio

# Figure 1 as printed: a dot is a cell that is blank in the text, and one cell has a question mark.
_FIGURE_1: Final = """
23*22*21
**5..4*2
.?***.4*
*6.6**.2
2**.55.2
134.**4*
01*4..*3
012*23*2
"""
# The third screen, after `hint` has opened a1. A dot is a covered cell.
_SCREEN_ROWS: Final = (
    "00001.....",
    "00002.....",
    "00002.....",
    "000011212.",
    "0111000011",
    "02.2000000",
    "02.2001110",
    "12.2111.10",
    "........20",
    "........10",
)
# The mines, and the last screen without the entry that was misprinted into nine of its rows.
_SCREEN_MINES: Final = ("f2", "f3", "h3", "j4", "c6", "c7", "h8", "b9", "e9", "h10")
_LAST_SCREEN: Final = (
    "0000111000",
    "00002x3110",
    "00002x3x21",
    "000011212x",
    "0111000011",
    "02x2000000",
    "02x2001110",
    "1222111x10",
    "1x11x12220",
    "1111111x10",
)

_GAMES: Final = 20_000
_QUICK_GAMES: Final = 500
_SEED: Final = 1


def report(quick: bool, figures: Path | None) -> Iterator[str]:
    """The items of the paper, and its solver's cost against the size of the board."""
    yield "Item by item. Figure 1 and the screens are checked against their mines."
    yield from list_items(list(items(quick)))
    yield ""
    yield "The solver's moves on the board of the screens (§III): the rule and the opened cells."
    yield from steps()
    yield ""
    yield "The ratio solver on n cells with 10 % mines: milliseconds per game, and the exponent"
    yield "between neighbouring sizes (the paper states O(n²))."
    measured = costs(quick)
    yield from _show(measured)
    yield from try_to_draw("The curve is", partial(draw, measured), figures, "garg-2019.svg")


def items(quick: bool) -> Iterator[Item]:
    """Figure, screens, solver, and the claims of §I."""
    board = grid(10, 10)
    yield from _figure_1()
    yield from _screens()
    mines = [cell_at(board, place) for place in _SCREEN_MINES]
    yield from garg_play.items(mines, "".join(_SCREEN_ROWS), "".join(_LAST_SCREEN))
    yield from _solver()
    yield from garg_claims.items(quick)
    yield from _rates(_QUICK_GAMES if quick else _GAMES)
    yield _growth(costs(True))


def _growth(measured: list[tuple[int, float]]) -> Item:
    """The exponent from the smallest to the largest board."""
    (n, less), *_, (m, more) = measured
    exponent = log(more / less) / log(m / n)
    said = f"n^{exponent:.2f} from {n} to {m} cells"
    return Item("§IV: O(n²), a whole game with 10 % mines", said, exponent <= 2)


def _figure_1() -> Iterator[Item]:
    board, printed = grid(8, 8), list(_FIGURE_1.replace("\n", ""))
    blank = [cell for cell in board.cells if printed[cell] in ".?"]
    position = Position(board, [_label(mark) for mark in printed])
    count = position.count()
    yield Item(
        f"Figure 1: its numbers and mines determine the {len(blank)} cells that did not print",
        f"{count} way{'s' * (count != 1)} to fill them",
        count == 1,
    )
    mined = position.analyze().mined if count else frozenset()
    shown = " ".join(address(board, cell) for cell in blank if cell in mined)
    yield Item("Figure 1: mines among the cells that did not print", shown, None)


def _label(mark: str) -> Label:
    if mark.isdecimal():
        return int(mark)
    return MINED if mark == "*" else COVERED


def _game() -> Game:
    """The game of the screens, not begun."""
    board = grid(10, 10)
    return Game.from_mines(board, [cell_at(board, place) for place in _SCREEN_MINES])


def _screens() -> Iterator[Item]:
    game, last = _game(), "".join(_LAST_SCREEN)
    board = game.board
    mined = {cell for cell in board.cells if last[cell] == "x"}
    yield Item(
        "last screen: 10 mines, the last flag at h10",
        f"{len(mined)} mines: {' '.join(_SCREEN_MINES)}",
        mined == {cell_at(board, place) for place in _SCREEN_MINES},
    )
    numbers = [cell for cell in board.cells if last[cell] != "x"]
    right = sum(int(last[cell]) == len(mined & {*board.neighbours(cell)}) for cell in numbers)
    yield Item(
        "last screen: every number, without the misprinted entries",
        f"{right} of {len(numbers)} agree with these mines",
        right == len(numbers),
    )
    opened = set(game.open(0))
    wanted = {cell for cell, mark in enumerate("".join(_SCREEN_ROWS)) if mark != "."}
    yield Item(
        "third screen: a1 opens what is shown",
        f"{len(opened)} cells open, {len(opened ^ wanted)} differ from the screen",
        opened == wanted,
    )


def _solver() -> Iterator[Item]:
    game = _game()
    made = len(list(moves(game)))
    yield Item(
        "last screen: `auto` wins this board, by openings alone as well",
        f"{game.status} in {made} moves of the ratio strategy",
        game.status == "won",
    )
    yield Item(
        "§II.3: mines, each in a cell of its own",
        f"{len(set(_SCREEN_MINES))} cells for {game.mines} mines",
        len(set(_SCREEN_MINES)) == game.mines,
    )


def steps() -> Iterator[str]:
    """The moves of `auto`, each with its rule of §III."""
    game = _game()
    for number, (chosen, guessed) in enumerate(moves(game), 1):
        first = "1) the grid is empty" if number == 1 else "2) sure shots"
        rule = "3) the least ratio" if guessed and number > 1 else first
        yield f"  {number}. {rule}: {' '.join(address(game.board, cell) for cell in chosen)}"


def moves(game: Game) -> Iterator[tuple[list[int], bool]]:
    """Play a game with the ratio strategy: the cells of each move, and whether it is a guess."""
    chance = Chance(_SEED)
    while not game.is_over:
        chosen = ratio(game.position, chance)
        yield list(chosen), isinstance(chosen, Guess)
        for cell in chosen:
            game.open(cell)


def _rates(games: int) -> Iterator[Item]:
    """§III with §II.3: the mines are placed before the first click, which is a1 and may hit one."""
    for rows, columns, mines in ((10, 10, 10), (9, 9, 10), (16, 16, 40), (16, 30, 99)):
        board = grid(rows, columns)
        tally = simulate("ratio", board=board, mines=mines, first="risky", games=games, seed=_SEED)
        low, high = tally.interval()
        yield Item(
            f"the solver wins {columns}×{rows} with {mines} mines (no figure in the paper)",
            f"{100 * tally.rate:.1f} % ({100 * low:.1f} to {100 * high:.1f}), {games} games",
            None,
        )


def costs(quick: bool) -> list[tuple[int, float]]:
    """Seconds per game for several numbers of cells."""
    sides = (10, 20, 40) if quick else (10, 20, 40, 80)
    return [(side * side, _seconds(side, 20 if quick else 100)) for side in sides]


def _show(measured: list[tuple[int, float]]) -> Iterator[str]:
    for n, seconds in measured:
        yield f"  {n:>6} cells  {1e3 * seconds:>9.3f} ms"
    for (n, less), (m, more) in pairwise(measured):
        yield f"  from {n} to {m}: n^{log(more / less) / log(m / n):.2f}"


def draw(measured: list[tuple[int, float]], path: Path) -> None:
    """The measured curve beside n²; `ImportError` without matplotlib."""
    sizes, seconds = zip(*measured, strict=True)
    with svg_plot(path, figsize=(5, 3.6)) as axes:
        axes.loglog(sizes, seconds, marker="o", label="measured")
        axes.loglog(sizes, [seconds[0] * (n / sizes[0]) ** 2 for n in sizes], "k--", label="n²")
        axes.set(title="the ratio solver, a whole game", xlabel="cells", ylabel="seconds")
        axes.legend()


def _seconds(side: int, games: int) -> float:
    start = process_time()
    simulate(
        "ratio",
        board=grid(side, side),
        mines=side * side // 10,
        games=games,
        seed=_SEED,
        workers=1,
    )
    return (process_time() - start) / games
