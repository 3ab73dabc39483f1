"""What a player knows: a board, a label per cell, and the number of mines if known.

Labels are Golan's (2011, §3): `?` covered, `□` known free, `*` known mined, or a number. The number
−1 means that there is no legal assignment. A Position is always well-formed. It may be
inconsistent: that question is NP-complete.

Every question takes the keywords of `demine.meter.Budget`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Unpack, get_args

import numpy as np

from demine import _native
from demine._native import Position as _NativePosition
from demine._native import Variant as _NativeVariant
from demine.arguments import check, each, mapping, number_of, show
from demine.board import Board, Cell
from demine.density import Density, Probability, density_of
from demine.errors import InvalidBoard, InvalidPosition, NoLegalAssignment
from demine.labels import COVERED_CODE, LABELS, Label
from demine.meter import Budget, Meter, cache_and_limits
from demine.pictured import Pictured
from demine.position.analysis import Analysis
from demine.position.chances import weights_of
from demine.position.rows import (
    array_of,
    label_per_cell,
    labels_of_text,
    letter_rows,
    plain_codes,
    read_codes,
)
from demine.solutions import Method, Solutions

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from demine.board import Decomposition
    from demine.draw import Figure, Picture
    from demine.position.rows import Buffer
    from demine.proof import Conflict, Proof, RuledProof, Undecided
    from demine.rules import Capacity, Fillings, Rules, Sum, Values, Weight
    from demine.strategies import Advice

CountMethod = Literal["auto", "tree", "circuit", "sweep"]
COUNT_METHODS: Final[tuple[CountMethod, ...]] = get_args(CountMethod)

# list and tuple come first: the check for Sequence takes longer than building a small position.
_SEQUENCES: Final = (list, tuple, Sequence)

_set: Final = object.__setattr__

_ROWS: Final = (list, tuple, np.ndarray)


class Optimal(NamedTuple):
    """Perfect play: its probability of winning, and every best cell to open next, ascending."""

    probability: Fraction
    cells: tuple[int, ...]


class Certain(NamedTuple):
    """The unopened cells that are free in every legal assignment, and those that are mined."""

    safe: frozenset[int]
    mined: frozenset[int]


class Position(Pictured):
    """A board, a label per cell, and the number of mines if known. Immutable.

    A density may replace the number of mines: the probability of a mine in each covered cell before
    any cell was opened, one for all cells or one for each. It weights the legal assignments in
    `analyze`. It does not change which assignments are legal.

    Rules beyond the classic ones are `capacity`, the most mines in a cell, one for all cells or one
    for each; `values`, the sums that a number may stand for; `weights`, how much a mine in a
    neighbour counts; and `sums`, more cells whose mines have a sum. See `demine.rules`. Questions
    that support only the classic rules refuse a position with others.
    """

    __slots__ = ("_labels", "_native", "_rules", "board", "density")

    board: Board
    density: Density | None
    _native: _NativePosition | _NativeVariant
    _labels: tuple[Label, ...]
    _rules: Rules

    def __init__(
        self,
        board: Board,
        labels: Iterable[Label | Iterable[Label]],
        mines: int | None = None,
        *,
        density: Probability | Iterable[Probability] | None = None,
        capacity: Capacity | None = None,
        values: Values | Mapping[Any, Iterable[int]] | None = None,
        weights: Weight | Mapping[tuple[Any, Any], int] | None = None,
        sums: Iterable[Sum] = (),
    ) -> None:
        """Check the labels and mines against the board; `InvalidPosition` names what is wrong.

        One label per cell, or rows of labels on a board with rows and columns. A row may be a text
        with a letter per cell, such as `"1?*"`. An array may hold texts. `values` maps a number to
        the sums that it allows, or a cell to these. `weights` maps a number's cell and a neighbour
        to a weight, which is otherwise 1. A sum is a pair: cells, or their weights, and values.
        """
        check(board, Board, "board")
        if isinstance(labels, np.ndarray) and labels.dtype.kind == "U":
            labels = labels_of_text(labels)
        given = labels if isinstance(labels, _SEQUENCES) else list(each(labels, "a label per cell"))
        if given and isinstance(given[0], str):
            given = letter_rows(board, given) or given
        if given and isinstance(given[0], _ROWS):
            given = label_per_cell(board, given)
        if mines is not None and density is not None:
            raise InvalidPosition(
                "both a number of mines and a density are given: expected one of them"
            )
        exact = None if density is None else density_of(density, len(board))
        _set(self, "board", board)
        _set(self, "density", exact)
        if capacity is None and values is None and weights is None and not sums:
            _set(self, "_native", _native.Position(board.graph, given, mines))
            return
        from demine.rules import Rules

        if density is not None:
            raise InvalidPosition("both a density and rules are given: expected one of them")
        rules = Rules.of(board, capacity, values, weights, sums)
        _set(self, "_rules", rules)
        _set(self, "_native", rules.native(board, given, mines))

    @classmethod
    def from_codes(
        cls,
        board: Board,
        codes: ArrayLike | Buffer,
        mines: int | None = None,
        *,
        density: Probability | Iterable[Probability] | None = None,
    ) -> Position:
        """The position of an array of codes, as in `codes`: one per cell, or a row per row.

        A code is a number, or −1 for `?`, −2 for `□`, −3 for `*`. (The label −1 means something
        else: 2³¹ − 1 is its code.) On a board with holes, the codes of holes are ignored. Arrays
        and buffers, such as bytes with a code each, are read where they lie; −1 is the byte 255.
        """
        check(board, Board, "board")
        if not isinstance(codes, np.ndarray):
            codes = array_of(codes)
        plain = plain_codes(board, codes) if density is None else None
        native = None if plain is None else _native.Position.of_codes(board.graph, plain, mines)
        if native is not None:
            return cls.of_native(board, native)
        return cls(board, read_codes(board, codes), mines, density=density)

    @classmethod
    def of_native(
        cls, board: Board, native: _NativePosition, density: Density | None = None
    ) -> Position:
        """A position that the engine has made on this board; nothing is checked."""
        position = cls.__new__(cls)
        _set(position, "board", board)
        _set(position, "density", density)
        _set(position, "_native", native)
        return position

    @classmethod
    def _of_rules(
        cls, board: Board, labels: Sequence[Label], mines: int | None, rules: Rules
    ) -> Position:
        """A position under rules that were checked against this board."""
        position = cls.__new__(cls)
        _set(position, "board", board)
        _set(position, "density", None)
        _set(position, "_rules", rules)
        _set(position, "_native", rules.native(board, labels, mines))
        return position

    @property
    def native(self) -> _NativePosition:
        """The engine's handle; `InvalidPosition` if the position has rules of its own."""
        native = self._native
        if native.__class__ is not _NativePosition:
            self.check_classic("this question")
        return native  # type: ignore[return-value]

    @property
    def variant(self) -> _NativeVariant:
        """The engine's handle of a position with rules; `InvalidPosition` if it has none."""
        native = self._native
        if native.__class__ is not _NativeVariant:
            raise InvalidPosition("the position has no rules of its own: expected some")
        return native

    @property
    def rules(self) -> Rules | None:
        """The rules beyond the classic ones, if there are any."""
        return None if self._native.__class__ is _NativePosition else self._rules

    def check_classic(self, question: str) -> None:
        """`InvalidPosition` if the position has rules beyond the classic ones."""
        if self.rules is not None:
            raise InvalidPosition(
                f"{question} supports only the classic rules: the position has others"
            )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Position is immutable: {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.board, self.labels, self.mines
        rules = {} if self.rules is None else self.rules.keywords()
        return partial(Position, *given, density=self.density, **rules), ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self.board == other.board and self._native == other._native
        return same and self.density == other.density

    def __hash__(self) -> int:
        return hash(self._native)

    def __repr__(self) -> str:
        mines = "?" if self.mines is None else self.mines
        covered = int(np.count_nonzero(self.codes == COVERED_CODE))
        rules = "" if self.rules is None else ", with rules"
        return f"<Position on {self.board!r}, {covered} covered, {mines} mines{rules}>"

    @property
    def codes(self) -> NDArray[np.int32]:
        """A code per cell: its number, or −1 for `?`, −2 for `□`, −3 for `*`, 2³¹ − 1 for −1."""
        return self._native.codes

    @property
    def labels(self) -> tuple[Label, ...]:
        """A label per cell. Numbers above 2³¹ − 2, which no cell can have, become 2³¹ − 2."""
        try:
            return self._labels
        except AttributeError:  # made when first asked for, and kept: loops ask for each cell
            made = tuple(map(LABELS.__getitem__, self.codes.tolist()))
            _set(self, "_labels", made)
            return made

    @property
    def mines(self) -> int | None:
        """How many mines there are on the whole board, `*` cells included; None if not known."""
        return self._native.mines

    def with_mines(self, mines: int | None) -> Position:
        """The same labels and rules with another number of mines, and no density."""
        if self.rules is not None:
            return Position._of_rules(self.board, self.labels, mines, self.rules)
        return Position(self.board, self.labels, mines)

    def with_density(self, density: Probability | Iterable[Probability] | None) -> Position:
        """The same labels with a density instead of a number of mines."""
        if density is not None:
            self.check_classic("a density")
        rules = {} if self.rules is None else self.rules.keywords()
        return Position(self.board, self.labels, density=density, **rules)

    def with_labels(self, labels: Mapping[Any, Label]) -> Position:
        """The same position with some labels replaced."""
        replaced = {
            self.board.index(cell): label for cell, label in mapping(labels, "labels").items()
        }
        if self.rules is not None:
            labelled = [replaced.get(cell, label) for cell, label in enumerate(self.labels)]
            return Position._of_rules(self.board, labelled, self.mines, self.rules)
        native = self.native.with_labels(replaced)
        return Position.of_native(self.board, native, self.density)

    def is_consistent(self, **budget: Unpack[Budget]) -> bool:
        """Whether a legal assignment exists (with exactly `mines` mines, where that is known)."""
        return self._native.is_consistent(*cache_and_limits(budget))

    def count(self, method: CountMethod = "auto", **budget: Unpack[Budget]) -> int:
        """The number of legal assignments; with `mines` known, those with exactly that many.

        All methods give the same number. `"auto"` takes the one that should be fastest for each
        part of the position. `"tree"` is Golan's recursion (2011, §4), and needs a board without
        cycles. `"circuit"` follows a tree decomposition (§5), `"sweep"` one cell after the other.
        """
        if method not in COUNT_METHODS:
            expected = ", ".join(map(repr, COUNT_METHODS))
            raise ValueError(f"the method is {show(method)}: expected one of {expected}")
        if method == "tree" and not self.board.is_forest():
            raise InvalidBoard(f"{self.board!r} has a cycle: the method 'tree' needs a forest")
        if method in ("tree", "sweep"):
            self.check_classic(f"the method {method!r}")
        return self._native.count(*cache_and_limits(budget), method)

    def counts_by_mines(self, **budget: Unpack[Budget]) -> list[int]:
        """The coefficients of P(G): entry k counts the legal assignments with exactly k mines.

        One entry for each k from 0 to the number of cells, or to all that cells of other capacities
        hold. Ignores `mines`.
        """
        return self._native.counts_by_mines(*cache_and_limits(budget))

    def analyze(self, **budget: Unpack[Budget]) -> Analysis:
        """Probabilities, safe and mined cells; `NoLegalAssignment` if there is no assignment.

        A density weights the legal assignments; without one, all are equally likely. Exact, unless
        counting exceeds the budget: see `Analysis.exact`. With rules the answer is a
        `demine.rules.Spread`, which says how many mines each cell holds.
        """
        if self.rules is not None:
            from demine.rules import Spread

            return Spread.of(self, budget)
        native = self.native.analyze(*cache_and_limits(budget), weights_of(self.density))
        return Analysis(self, native, budget)

    def certain(self, **budget: Unpack[Budget]) -> Certain:
        """All safe and all mined cells; `NoLegalAssignment` if there is no assignment.

        The same cells as in `analyze`. Where counting is too wide, this is faster: a solver finds
        them, and nothing is estimated. `Timeout` if the seconds do not suffice for all of them.
        """
        if self.rules is not None:
            found = self.analyze(**budget)
            return Certain(found.safe, found.mined)
        return Certain(*map(frozenset, self.native.certain(*cache_and_limits(budget))))

    def check_equally_likely(self) -> None:
        """`InvalidPosition` if a density makes some legal assignments likelier than others."""
        if self.density is not None:
            raise InvalidPosition("the mines have a density: expected a number of mines, or none")

    def optimal(self, **budget: Unpack[Budget]) -> Optimal:
        """The exact probability of winning under perfect play, and every best cell.

        All legal assignments are equally likely. A game is won when every free cell is open; this
        ends the game even if the number of mines is unknown. The search is exhaustive: `TooWide` or
        `Timeout` where it is out of reach, `NoLegalAssignment` for a contradiction.
        """
        self.check_equally_likely()
        won, assignments, cells = self.native.optimal(Meter(**budget).limits())
        if assignments == 0:
            raise NoLegalAssignment("the position has no legal assignment, so it cannot be won")
        return Optimal(Fraction(won, assignments), tuple(cells))

    def advise(self, *, effort: int = 1, **budget: Unpack[Budget]) -> Advice:
        """The next move of the strategy `strongest`, and the measure behind it."""
        from demine.strategies import advise

        return advise(self, effort=effort, **budget)

    def solutions(
        self, method: Method = "cells", *, loose: bool = True, **budget: Unpack[Budget]
    ) -> Solutions:
        """All legal assignments as one set; with `mines` known, those with exactly that many.

        Three constructions give the same set. `"cells"` decides the cells that the engine could not
        deduce, one after the other. `"degree"` and `"intersection"` are the two models of Suzuki,
        Hao and Minato (§4 and §3), without deduction. With `loose=False` solutions leave out
        covered cells next to no number, as in the paper; the number of mines must be unknown.
        With several mines per cell a solution is no set of cells: see `fillings`.
        """
        if not loose and self.mines is not None:
            raise ValueError("mines may be in cells that are left out: expected with_mines(None)")
        if self.rules is not None:
            if method != "cells" or not loose:
                self.check_classic(f"solutions({method!r}, loose={loose})")
            return self.fillings(**budget).solutions()
        native = self.native.solutions(method, loose, Meter(**budget).limits())
        return Solutions(self.board, native)

    def fillings(self, **budget: Unpack[Budget]) -> Fillings:
        """All legal assignments of a position with rules: how many mines each cell holds."""
        from demine.rules import Fillings

        return Fillings.of(self, budget)

    def degree_model(self) -> tuple[Board, dict[int, set[int]]]:
        """The graph MG of the paper and the allowed degrees of its vertices (§4.2).

        `demine.subgraphs(*position.degree_model())` has one subgraph per solution (Theorem 1).
        """
        from demine.position.minefield import degree_model

        return degree_model(self)

    def explain(self, cell: Cell, **budget: Unpack[Budget]) -> Proof | RuledProof | Undecided:
        """Why a covered cell is safe or mined: a proof from the fewest numbers, in words.

        `Undecided` if the cell is neither: see `demine.proof`. With rules, a `RuledProof` says how
        many mines the cell can hold.
        """
        from demine.proof import explain

        return explain(self, cell, **budget)

    def conflict(self, **budget: Unpack[Budget]) -> Conflict | None:
        """A smallest set of numbers that cannot all be true; None if the position is consistent.

        The set holds opened cells. It explains itself in words: see `demine.proof.Conflict`.
        """
        from demine.proof import conflict

        return conflict(self, **budget)

    def decomposition(self, *, effort: int = 2, **budget: Unpack[Budget]) -> Decomposition:
        """A tree decomposition of the board's graph (Golan 2011, §5), not always of least width.

        `effort`, from 1 to 10,000, is how long it searches for a narrower one: 10 is five times as
        long as usual.
        """
        from demine.board import Decomposition

        return Decomposition.of(self.board, Meter(**budget), number_of("effort", effort, 1, 10_000))

    def __str__(self) -> str:
        """The board as text: letters of columns, numbers of rows, a symbol per cell."""
        from demine.draw import text

        return text(self).rstrip("\n")

    def figure(
        self,
        *,
        probabilities: bool = False,
        coordinates: bool = True,
        highlight: Iterable[Cell] | str = (),
    ) -> Figure:
        """The position as a figure: with `probabilities`, and with rings around cells.

        Without `coordinates`, nothing names rows and columns.
        """
        from demine.draw import figure

        analysis = self.analyze() if probabilities else None
        return figure(self, analysis, coordinates=coordinates, highlight=highlight)

    @property
    def picture(self) -> Picture:
        """The position as a picture."""
        from demine.draw import picture

        return picture(self)
