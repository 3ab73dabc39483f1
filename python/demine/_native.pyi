"""The compiled engine. Private: use `demine.Board` and `demine.Position`.

Cells are ints from 0. Every call that computes takes limits: the states, the seconds that are left,
and the seconds and bytes that the caller gave, for messages. None means the default or no limit.
Such calls release the GIL and can be interrupted.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol, final

import numpy as np
from numpy.typing import NDArray

from demine.board import Board
from demine.meter import Limits

__all__ = [
    "COVERED",
    "FREE",
    "IMPOSSIBLE",
    "MINED",
    "VERSION",
    "Analysis",
    "Cache",
    "Cheapest",
    "Game",
    "Graph",
    "Modules",
    "Position",
    "Simultaneous",
    "Solutions",
    "Spread",
    "Variant",
    "Walk",
    "analyze_many",
    "chance",
    "choose",
    "compare",
    "conflict",
    "daily_seed",
    "explain",
    "hint",
    "is_rows",
    "lattice",
    "learned_weights",
    "no_guess",
    "play",
    "proofs",
    "read_rows",
    "repair",
    "start",
    "survive",
    "without_spaces",
    "write_analysis",
    "write_argument",
    "write_contradiction",
    "write_curve",
    "write_rows",
    "write_shows",
]

_Setup = tuple[Graph, int, str]  # a graph, its number of mines, the first-click rule
_Proof = tuple[int, bool, list[int], bool, bool]  # see `explain`
_Steps = list[tuple[int, list[int], bool]]  # see `no_guess`

class _Contest(Protocol):
    """Who plays what: what a `demine.arena.contest.Contest` has."""

    @property
    def board(self) -> Board: ...
    @property
    def mines(self) -> int: ...
    @property
    def first(self) -> str: ...
    @property
    def strategy(self) -> object: ...
    @property
    def key(self) -> bytes | None: ...
    @property
    def effort(self) -> int: ...
    @property
    def start(self) -> int | None: ...
    @property
    def luck(self) -> bool: ...

COVERED: int
FREE: int
IMPOSSIBLE: int
MINED: int
VERSION: str

@final
class Graph:
    """An immutable simple graph."""

    def __new__(cls, cells: int, edges: NDArray[np.int64]) -> Graph: ...
    @property
    def cells(self) -> int: ...
    @property
    def edges(self) -> NDArray[np.int64]: ...
    def neighbours(self, cell: int) -> list[int]: ...
    def degree(self, cell: int) -> int: ...
    def subgraphs(
        self, degrees: Sequence[Sequence[int] | None], limits: Limits | None = None
    ) -> Solutions: ...
    def decomposition(
        self,
        limits: Limits | None = None,
        orders: list[list[int]] | None = None,
        effort: int = 1,
    ) -> tuple[int, NDArray[np.uint32], NDArray[np.uint64], list[tuple[int, int]]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Cache:
    """Results of earlier positions; the least recently used are dropped first."""

    def __new__(cls, bytes: int | None = None) -> Cache: ...
    def clear(self) -> None: ...
    @property
    def hits(self) -> int: ...
    @property
    def misses(self) -> int: ...
    @property
    def bytes(self) -> int: ...

@final
class Modules:
    """The modular decomposition tree of a graph, or of what its covered cells induce.

    Node i has the kind `kinds[i]` (0 leaf, 1 parallel, 2 series, 3 prime). Its descendants are the
    nodes before `ends[i]`, its cells are `cells[starts[i] : starts[i] + sizes[i]]`, and optimal
    play wins against `wins[i]` of them as the mine.
    """

    def __new__(
        cls,
        graph: Graph,
        covered: list[int] | None = None,
        limits: Limits | None = None,
    ) -> Modules: ...
    @property
    def kinds(self) -> NDArray[np.uint8]: ...
    @property
    def ends(self) -> NDArray[np.uint32]: ...
    @property
    def starts(self) -> NDArray[np.uint32]: ...
    @property
    def sizes(self) -> NDArray[np.uint32]: ...
    @property
    def cells(self) -> NDArray[np.uint32]: ...
    @property
    def wins(self) -> NDArray[np.uint32]: ...
    def optimal_guesses(self, node: int) -> list[int]: ...
    def largest_component(self, avoid: int, include: int) -> list[int]: ...

@final
class Position:
    """A graph, a label per cell, the number of mines if known."""

    def __new__(
        cls, graph: Graph, labels: Iterable[str | int], mines: int | None = None
    ) -> Position: ...
    @staticmethod
    def of_codes(
        graph: Graph, codes: NDArray[np.int32] | NDArray[np.int8], mines: int | None = None
    ) -> Position | None: ...
    def with_labels(self, labels: dict[int, str | int]) -> Position: ...
    @property
    def codes(self) -> NDArray[np.int32]: ...
    @property
    def mines(self) -> int | None: ...
    def is_consistent(
        self,
        cache: Cache | None = None,
        limits: Limits | None = None,
        method: str = "auto",
    ) -> bool: ...
    def count(
        self,
        cache: Cache | None = None,
        limits: Limits | None = None,
        method: str = "auto",
    ) -> int: ...
    def counts_by_mines(
        self,
        cache: Cache | None = None,
        limits: Limits | None = None,
        method: str = "auto",
    ) -> list[int]: ...
    def certain(
        self, cache: Cache | None = None, limits: Limits | None = None
    ) -> tuple[list[int], list[int]]: ...
    def analyze(
        self,
        cache: Cache | None = None,
        limits: Limits | None = None,
        density: list[tuple[int, int]] | None = None,
    ) -> Analysis: ...
    def weights(
        self,
        changes: Sequence[dict[int, str | int]],
        cache: Cache | None = None,
        limits: Limits | None = None,
        density: list[tuple[int, int]] | None = None,
    ) -> list[int]: ...
    def probabilities_given(
        self,
        cells: Sequence[int],
        cache: Cache | None = None,
        limits: Limits | None = None,
        density: list[tuple[int, int]] | None = None,
    ) -> NDArray[np.float64]: ...
    def optimal(self, limits: Limits | None = None) -> tuple[int, int, list[int]]: ...
    def estimates(
        self,
        cells: Sequence[int],
        boards: int,
        limits: Limits | None = None,
    ) -> list[tuple[float, float]]: ...
    def optimal_after(
        self, cells: Sequence[int], limits: Limits | None = None
    ) -> tuple[list[int], int]: ...
    def solutions(
        self,
        method: str = "cells",
        loose: bool = True,
        limits: Limits | None = None,
    ) -> Solutions: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Variant:
    """A graph, a label per cell, the number of mines if known, and rules."""

    def __new__(
        cls,
        graph: Graph,
        labels: Iterable[str | int],
        mines: int | None,
        capacities: Sequence[int],
        weights: Sequence[tuple[int, int, int]],
        values: Sequence[tuple[int, Sequence[int]]],
        sums: Sequence[tuple[Sequence[tuple[int, int]], Sequence[int]]],
    ) -> Variant: ...
    @property
    def codes(self) -> NDArray[np.int32]: ...
    @property
    def mines(self) -> int | None: ...
    @property
    def sums(self) -> list[tuple[list[tuple[int, int]], list[int]]]: ...
    def is_consistent(self, cache: Cache | None = None, limits: Limits | None = None) -> bool: ...
    def count(
        self,
        cache: Cache | None = None,
        limits: Limits | None = None,
        method: str = "auto",
    ) -> int: ...
    def counts_by_mines(
        self, cache: Cache | None = None, limits: Limits | None = None
    ) -> list[int]: ...
    def analyze(self, limits: Limits | None = None) -> Spread: ...
    def solutions(self, limits: Limits | None = None) -> Solutions: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Spread:
    """How many mines each cell of a variant holds."""

    @property
    def probabilities(self) -> NDArray[np.float64]: ...
    @property
    def expectations(self) -> NDArray[np.float64]: ...
    @property
    def free(self) -> list[int]: ...
    @property
    def mined(self) -> list[int]: ...
    @property
    def certain(self) -> list[tuple[int, int]]: ...
    def count(self, limits: Limits | None = None) -> int: ...
    def ways(self, cell: int, limits: Limits | None = None) -> tuple[int, list[int]]: ...

@final
class Analysis:
    """How likely each cell of a consistent position is to be mined, and the certain cells."""

    @property
    def exact(self) -> bool: ...
    @property
    def all_certain(self) -> bool: ...
    def margin(self, cell: int) -> float: ...
    @property
    def probabilities(self) -> NDArray[np.float64]: ...
    @property
    def safe(self) -> list[int]: ...
    @property
    def mined(self) -> list[int]: ...
    def count(self, limits: Limits | None = None) -> int: ...
    def probability(self, cell: int, limits: Limits | None = None) -> tuple[int, int]: ...

@final
class Solutions:
    """A set of sets of cells, as decision diagrams over disjoint cells."""

    @staticmethod
    def from_diagram(
        graph: Graph, order: Sequence[int], root: int, nodes: NDArray[np.uint32]
    ) -> Solutions: ...
    def count(self, limits: Limits | None = None) -> int: ...
    def contains(self, cells: Sequence[int]) -> bool: ...
    def diagram(
        self, limits: Limits | None = None
    ) -> tuple[list[int], int, NDArray[np.uint32]]: ...
    def size(self, limits: Limits | None = None) -> int: ...
    @property
    def bytes(self) -> int: ...
    def nth(self, ranks: Sequence[int], limits: Limits | None = None) -> list[list[int]]: ...
    def walk(self, limits: Limits | None = None) -> Walk: ...
    def cheapest(self, costs: Sequence[int], limits: Limits | None = None) -> Cheapest: ...
    def given(
        self,
        cells: Sequence[tuple[int, bool]],
        limits: Limits | None = None,
    ) -> Solutions: ...
    def with_mines(self, mines: int) -> Solutions: ...
    def reveal(
        self,
        counts: Sequence[tuple[int, int]],
        limits: Limits | None = None,
    ) -> Solutions: ...
    def combine(
        self,
        operator: str,
        other: Solutions,
        limits: Limits | None = None,
    ) -> Solutions: ...
    def times(self, other: Solutions, limits: Limits | None = None) -> Solutions: ...
    def minimal(self, limits: Limits | None = None) -> Solutions: ...
    def maximal(self, limits: Limits | None = None) -> Solutions: ...
    def between(self, least: int, most: int, limits: Limits | None = None) -> Solutions: ...
    def is_same(self, other: Solutions, limits: Limits | None = None) -> bool: ...

@final
class Walk:
    """All sets of a diagram, one after the other."""

    def take(self, most: int, limits: Limits | None = None) -> list[list[int]]: ...

@final
class Cheapest:
    """The sets of a diagram from the cheapest on."""

    def next(self, limits: Limits | None = None) -> list[int] | None: ...

@final
class Game:
    """Mines under a graph. The one handle that changes; a void move gives an empty list."""

    def __new__(
        cls, graph: Graph, mines: int, seed: int, first: str, fair: str | None = None
    ) -> Game: ...
    @staticmethod
    def given(graph: Graph, mined: list[int], first: str) -> Game: ...
    @property
    def status(self) -> Literal["ready", "playing", "won", "lost"]: ...
    @property
    def position(self) -> Position: ...
    @property
    def flags(self) -> int: ...
    @property
    def flagged(self) -> list[int]: ...
    @property
    def mined(self) -> list[int] | None: ...
    @property
    def three_bv(self) -> int | None: ...
    def zini(self, order: list[int]) -> int | None: ...
    def copy(self) -> Game: ...
    def open(self, cell: int) -> list[int]: ...
    def chord(self, cell: int) -> list[int]: ...
    def flag(self, cell: int) -> list[int]: ...
    def survive(self, cell: int, draws: int, limits: Limits | None = None) -> tuple[float, int]: ...

def analyze_many(
    graph: Graph,
    codes: NDArray[np.int32],
    mines: NDArray[np.int64],
    workers: int,
    into: tuple[
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        NDArray[np.float64],
        NDArray[np.uint8],
    ],
    limits: tuple[Limits, Limits] | None = None,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Write probabilities, safe, mined (a row per position), logarithms of counts, and verdicts."""

@final
class Simultaneous:
    """Rows of games on one graph, each a move further at every step."""

    def __new__(cls, graph: Graph, mines: int, first: str, seeds: list[int]) -> Simultaneous: ...
    @property
    def labels(self) -> NDArray[np.int16]: ...
    def three_bv(self, row: int) -> int | None: ...
    def seed(self, row: int, seed: int) -> None: ...
    def restart(self, row: int) -> None: ...
    def begin(self, row: int, seed: int) -> None: ...
    def open(
        self, rows: list[int], cells: list[int]
    ) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]: ...
    def step(self, cells: NDArray[np.int64]) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]: ...

def conflict(
    position: Position, tries: int, limits: Limits | None = None
) -> tuple[list[int], bool, bool] | None:
    """The numbers, whether the counter is needed, whether no set is smaller."""

def explain(
    position: Position,
    cell: int,
    tries: int,
    cache: Cache | None = None,
    limits: Limits | None = None,
) -> tuple[Analysis, _Proof | None]:
    """What is true of every cell, and the proof of this one, if it is covered and certain.

    A proof is a cell, whether it is mined, the numbers, whether the counter is needed, and whether
    no set of numbers is smaller.
    """

def hint(
    position: Position,
    tries: int,
    cache: Cache | None = None,
    limits: Limits | None = None,
) -> _Proof | Analysis:
    """A simple proof of a safe covered cell; without one, what is true of every cell."""

def no_guess(
    setup: _Setup,
    start: int,
    seed: int,
    skipped: int,
    tries: int,
    limits: Limits | None = None,
) -> tuple[int, int, _Steps] | None:
    """The number of boards before the first one without a guess, its seed, and its proofs.

    A proof is a cell to open, the numbers, and whether the number of mines is needed.
    """

def proofs(game: Game, start: int, limits: Limits | None = None) -> _Steps | None:
    """The proofs that win a new game; None if it needs a guess."""

def repair(
    setup: _Setup,
    start: int,
    seed: int,
    tries: int,
    limits: Limits | None = None,
) -> tuple[list[int], _Steps] | None:
    """The mines and the proofs of a board that was repaired until it needs no guess."""

def play(
    contest: _Contest, seed: int, games: int, workers: int
) -> tuple[
    NDArray[np.uint8],
    NDArray[np.uint32],
    NDArray[np.uint32],
    NDArray[np.uint32],
    NDArray[np.float64],
    NDArray[np.uint32],
    NDArray[np.uint32],
]:
    """Per game: 0 lost, 1 won, 2 lost on a cell called safe; guesses; fallbacks; moves; luck.

    Then its clicks and, if it was won, its 3BV, else 0.

    Under a key the games are those that it makes of these numbers.
    """

def survive(
    contest: _Contest, seed: int, games: int, workers: int
) -> tuple[NDArray[np.float64], NDArray[np.uint32], NDArray[np.uint32]]:
    """Per game the probability of winning, its guesses and its fallbacks."""

def start(graph: Graph, first: str, strategy: str) -> int | None:
    """The first cell of a strategy; None if it chooses that cell like any other."""

def choose(
    strategy: str, position: Position, state: int, effort: int = 1, limits: Limits | None = None
) -> tuple[list[int], bool, int, str]:
    """The cells that a strategy opens, whether that is a guess, the state of chance, and how."""

def compare(
    position: Position, analysis: Analysis, most: int, boards: int, limits: Limits | None = None
) -> list[tuple[int, float, float, tuple[int, int] | None, tuple[float, float] | None]]:
    """The best cells to open, those that win most often first.

    Of each: the look-ahead, the chance of progress, how many legal assignments of how many it wins
    under perfect play; where that is too wide None, and the estimated chance with its margin.
    """

def chance(seed: int) -> int:
    """The state of a strategy's chance at the start of the game of a seed."""

def write_analysis(analysis: Analysis, limits: Limits | None = None) -> str:
    """The answer `analyse` of the server, as JSON, but for whether the position is consistent."""

def write_argument(
    position: Position, cell: int, mined: bool, numbers: list[int], counter: bool
) -> str:
    """Why a cell is mined, or safe, given numbers that prove it: rules with arguments, as JSON."""

def daily_seed(text: str) -> int:
    """The seed of the game of a day, from a text that names the day and the game."""

def lattice(
    topology: str,
    sides: list[int],
    torus: bool,
    steps: str = "king",
    radius: int = 1,
    corners: bool = True,
) -> NDArray[np.int64] | None:
    """Each pair of neighbours on a board without holes, ascending; None if too many to hold."""

def learned_weights() -> bytes:
    """What the strategy `strongest` learned, as a file for the engine in a browser."""

def is_rows(text: str) -> bool:
    """Whether a text has rows of symbols without a header."""

def read_rows(text: str, trust_flags: bool) -> tuple[int, int, NDArray[np.int32], int | None]:
    """Rows, columns, codes and mines of a text with nothing between its symbols."""

def without_spaces(text: str) -> str | None:
    """The text without what stands between its symbols; None if that is nothing, or no rows."""

def write_rows(position: Position, rows: int, columns: int) -> str:
    """The position on a king grid of these sides, in the format `mine`."""

def write_contradiction(position: Position, numbers: list[int], counter: bool) -> str:
    """Why some numbers cannot all be true, given that they cannot: the same."""

def write_curve(
    position: Position, cache: Cache | None = None, limits: Limits | None = None
) -> str:
    """The answer `curve` of the server, as JSON."""

def write_shows(
    position: Position,
    analysis: Analysis,
    cell: int,
    cache: Cache | None = None,
    limits: Limits | None = None,
) -> str:
    """The numbers that a cell may show, with their chances, as JSON."""
