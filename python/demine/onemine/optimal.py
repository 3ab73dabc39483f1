"""One mine, played optimally, on any graph (Golan 2014).

The mine lies under each covered cell with the same probability. P*(G) is the probability of winning
with the best strategy there is; W = n·P* is the number of mine locations against which it wins.
Answers come from the modular decomposition tree in O(n + m log n); `demine.onemine.printed` has the
paper's own algorithms, which share nothing with this file.

A guess component is a *module*, a set of cells that no cell outside tells apart (§3). Those that
overlap no other make a tree; every guess component is a node of it, or a union of children of a
series or parallel node.

`covered` are the cells that are still covered when no safe cell is left: they are played as a graph
of their own (Corollary 2.3), and all cells are meant if it is left out. `states` and `seconds`
bound the work, with `TooWide` and `Timeout`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from demine import _native
from demine.arguments import check, each
from demine.board import Board, Cell
from demine.errors import InvalidPosition, NoLegalAssignment, TooWide
from demine.labels import COVERED, COVERED_CODE, FREE_CODE, MINED_CODE, Label
from demine.meter import Budget, Meter
from demine.onemine.outline import outline
from demine.position import Position
from demine.wording import plural

OneMineStrategy = Callable[[Position, object], Iterable[int]]
"""Sees a position and a source of randomness; says which cells to open."""

# Maximal guess components may have n² cells together: a hundred million is some gigabytes.
_MOST_LISTED: Final = 100_000_000

_ENTRY_BYTES: Final = 64
"""About what a cell takes in a set of Python."""

ModuleKind = Literal["leaf", "parallel", "series", "prime"]

# In the order of the engine's numbers.
_KINDS: Final[tuple[ModuleKind, ...]] = ("leaf", "parallel", "series", "prime")


class _Tree:
    """The flat arrays of a tree; its nodes are numbered with parents before children."""

    def __init__(self, native: _native.Modules) -> None:
        self.native = native
        self.kinds = native.kinds
        self.ends = native.ends
        self.starts = native.starts
        self.sizes = native.sizes
        self.cells = native.cells
        self.wins = native.wins


class Module:
    """A node of the tree: a guess component that overlaps no other.

    Its `kind` says how its children are joined: no two of them (`parallel`), every two (`series`),
    or so that only each alone and all together are guess components (`prime`). A `leaf` is one
    cell. A view on shared arrays: it costs nothing to hold, however large the tree.
    """

    __slots__ = ("number", "tree")

    def __init__(self, tree: _Tree, number: int) -> None:
        """Made by `demine.onemine.decomposition`."""
        self.tree = tree
        self.number = number

    def __repr__(self) -> str:
        return f"<{self.kind} module of {plural(len(self), 'cell')}>"

    def __str__(self) -> str:
        """The tree from here: a line per component with several cells, indented by its depth."""
        return "\n".join(outline(self))

    def __len__(self) -> int:
        return int(self.tree.sizes[self.number])

    @property
    def kind(self) -> ModuleKind:
        """How its children are joined."""
        return _KINDS[int(self.tree.kinds[self.number])]

    @property
    def cells(self) -> frozenset[int]:
        """Its cells."""
        start = int(self.tree.starts[self.number])
        return frozenset(self.tree.cells[start : start + len(self)].tolist())

    @property
    def children(self) -> list[Module]:
        """The largest modules inside it, by their least cells; none in a leaf."""
        found = []
        child, end = self.number + 1, int(self.tree.ends[self.number])
        while child < end:
            found.append(Module(self.tree, child))
            child = int(self.tree.ends[child])
        return found

    @property
    def win_probability(self) -> Fraction:
        """P* of the graph that its cells induce, exactly."""
        return Fraction(int(self.tree.wins[self.number]), len(self))

    @property
    def optimal_guesses(self) -> list[int]:
        """Every cell that is optimal to open first if the mine is in it, ascending.

        None in a leaf: its cell is the mine.
        """
        return self.tree.native.optimal_guesses(self.number)

    def walk(self) -> Iterator[tuple[int, Module]]:
        """Each module inside it with its depth, itself first, parents before children."""
        ends: list[int] = []
        for number in range(self.number, int(self.tree.ends[self.number])):
            while ends and ends[-1] <= number:
                ends.pop()
            yield len(ends), Module(self.tree, number)
            ends.append(int(self.tree.ends[number]))


def decomposition(
    board: Board, covered: Iterable[Cell] | None = None, **budget: Unpack[Budget]
) -> Module:
    """The root of the modular decomposition tree, which has all guess components in it."""
    return Module(_Tree(_modules(board, covered, budget)), 0)


def guess_components(board: Board, **budget: Unpack[Budget]) -> list[frozenset[int]]:
    """All maximal guess components (Theorem 3.13); a board of one cell has none.

    The children of the tree's root, unless it is a series or parallel node with three children or
    more: then the components overlap, and each is everything but one child (Lemmas 3.6 and 3.8).
    """
    root = decomposition(board, **budget)
    children = root.children
    if root.kind == "prime" or len(children) <= 2:
        return [child.cells for child in children]
    if len(root) * (len(children) - 1) > _MOST_LISTED:
        raise TooWide(
            f"{len(children)} guess components overlap in {len(root)} cells, too many to list: "
            "ask for the decomposition"
        )
    Meter(**budget).hold(_ENTRY_BYTES * len(root) * (len(children) - 1))
    return [root.cells - child.cells for child in children]


def largest_component(
    board: Board, *, avoid: Cell, include: Cell, **budget: Unpack[Budget]
) -> frozenset[int]:
    """The largest guess component with the cell `include` but without `avoid` (Algorithm 3)."""
    check(board, Board, "board")
    u, v = board.index(avoid), board.index(include)
    return frozenset(_modules(board, None, budget).largest_component(u, v))


def win_probability(
    board: Board, covered: Iterable[Cell] | None = None, **budget: Unpack[Budget]
) -> Fraction:
    """P*: the probability of winning with optimal play, exactly."""
    return decomposition(board, covered, **budget).win_probability


def optimal_guesses(
    board: Board, covered: Iterable[Cell] | None = None, **budget: Unpack[Budget]
) -> list[int]:
    """Every covered cell that an optimal strategy may open first, ascending.

    None if only one cell is covered: that is the mine.
    """
    return decomposition(board, covered, **budget).optimal_guesses


def optimal_guess(
    board: Board, covered: Iterable[Cell] | None = None, **budget: Unpack[Budget]
) -> int:
    """A cell that is optimal to open (what Algorithm 4 finds): the least of `optimal_guesses`.

    `InvalidPosition` if only one cell is covered: nothing is to be guessed.
    """
    guesses = optimal_guesses(board, covered, **budget)
    if not guesses:
        raise InvalidPosition(
            "one cell is covered, so it is the mine: expected at least 2 to guess among"
        )
    return guesses[0]


def strategy(position: Position, rng: object = None) -> list[int]:
    """Algorithm 2, a Strategy: the safe cells; without any, an optimal guess; in the end, nothing.

    Wins with probability P* and never needs the `rng`. `InvalidPosition` unless the position is
    known to have one mine, `NoLegalAssignment` if that contradicts its labels.
    """
    places = _mine_places(position)
    unopened = np.isin(position.codes, [COVERED_CODE, FREE_CODE])
    safe = np.flatnonzero(unopened & ~places)
    if len(safe) or np.count_nonzero(places) == 1:
        return [int(cell) for cell in safe]
    return [optimal_guess(position.board, np.flatnonzero(places).tolist())]


def games_won(board: Board, play: OneMineStrategy = strategy, rng: object = None) -> frozenset[int]:
    """The mine locations against which a strategy wins; a game is played against each of them.

    While games look alike to the player they are played together, so a strategy that draws lots
    decides once for all of them. A strategy that opens nothing new gives the game up.
    """
    check(board, Board, "board")
    around = [frozenset(board.neighbours(cell)) for cell in board.cells]
    won: set[int] = set()
    games: list[tuple[list[Label], Sequence[int]]] = [([COVERED] * len(board), board.cells)]
    while games:
        labels, mines = games.pop()
        if labels.count(COVERED) == 1:
            won.update(mines)
            continue
        opened = frozenset(
            cell for cell in play(Position(board, labels, 1), rng) if labels[cell] == COVERED
        )
        if opened:
            games.extend(_answers(labels, mines, opened, around))
    return frozenset(won)


def _answers(
    labels: list[Label],
    mines: Iterable[int],
    opened: frozenset[int],
    around: Sequence[frozenset[int]],
) -> Iterable[tuple[list[Label], list[int]]]:
    """The labels that may appear where cells are opened, each with the mines that survive it."""
    agreeing: defaultdict[frozenset[int], list[int]] = defaultdict(list)
    for mine in mines:
        if mine not in opened:
            agreeing[around[mine] & opened].append(mine)
    for near, survivors in agreeing.items():
        seen = labels.copy()
        for cell in opened:
            seen[cell] = int(cell in near)
        yield seen, survivors


def _modules(board: Board, covered: Iterable[Cell] | None, budget: Budget) -> _native.Modules:
    check(board, Board, "board")
    cells = None if covered is None else [board.index(c) for c in each(covered, "covered cells")]
    return _native.Modules(board.graph, cells, Meter(**budget).limits())


def _mine_places(position: Position) -> NDArray[np.bool_]:
    """Where the mine can be (Lemma 2.1): next to every 1, next to no 0; or where it is known."""
    check(position, Position, "position")
    position.check_classic("optimal play with one mine")
    if position.mines != 1:
        said = "an unknown number of" if position.mines is None else position.mines
        raise InvalidPosition(f"the position has {said} mines: expected mines=1")
    codes = position.codes
    known = codes == MINED_CODE
    places: NDArray[np.bool_] = known if known.any() else codes == COVERED_CODE
    edges = position.board.edges
    places &= _count_neighbours(codes == 1, edges) == np.count_nonzero(codes >= 1)
    places &= _count_neighbours(codes == 0, edges) == 0
    if not places.any() or np.count_nonzero(known) > 1:
        raise NoLegalAssignment("the position has no legal assignment")
    return places


def _count_neighbours(cells: NDArray[np.bool_], edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many neighbours of each cell are in the set."""
    ends, others = np.concatenate([edges, edges[:, ::-1]]).T
    return np.bincount(ends[cells[others]], minlength=len(cells))
