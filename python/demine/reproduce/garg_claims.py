"""Garg 2019, §I and §III: gates, dimensions, hardness, and the rules of the solver."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Final

from demine.arena import simulate
from demine.board import box, grid
from demine.circuits import GADGETS, ONES, automaton, count_line, faults, lift, run_of
from demine.circuits import compile as compile_circuit
from demine.errors import DemineError
from demine.game import Game
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position
from demine.reproduce.tables import Item, tell
from demine.reproduce.trial import try_position
from demine.strategies import ratio, sure_flags

_SEED: Final = 1
_FORMULAS: Final = (
    "a & ~a",
    "(a | b) & ~a & ~b",
    "a & (b | ~c)",
    "(a ^ b) & (a <-> b)",
    "a ^ b ^ c",
)
_TURNS: Final = (
    "§III.2: flags where a number equals its covered cells",
    "§III.2: openings where a number equals its flags",
    "§III.3: the least ratio otherwise",
    "§I: two modules, the solver's move follows from what the player sees",
)


def items(quick: bool) -> Iterator[Item]:
    """Every claim, on a few cases or on many."""
    yield from _gates()
    yield from _dimensions(30 if quick else 300)
    yield from _hardness(16 if quick else 256)
    yield from _rules(20 if quick else 200)
    yield _accuracy(200 if quick else 5_000)
    yield _memory()


def _gates() -> Iterator[Item]:
    for name, gadget in (("wire", "across"), ("AND", "and"), ("NOT", "not")):
        wrong = faults(GADGETS[gadget]) + faults(ONES[gadget])
        yield Item(
            f"§I: {name}, over all assignments, with any numbers and with ones only",
            f"{len(wrong)} faults",
            not wrong,
        )


def _dimensions(positions: int) -> Iterator[Item]:
    rng = Random(_SEED)
    boards = [box((4,)), grid(2, 3), box((2, 2, 2)), box((1, 2, 2, 2))]
    choices: list[Label] = [COVERED, COVERED, COVERED, FREE, MINED, 1, 2]
    counted = lifted = 0
    for number in range(positions):
        board = boards[number % len(boards)]
        position = Position(board, rng.choices(choices, k=len(board)))
        right = len([*try_position(position)])
        counted += position.count() == right
        lifted += lift(position).count() == lift(lift(position)).count() == right
    name = f"§I: n-consistency in 1 to 4 dimensions, {positions} positions"
    yield Item(name, f"{counted} agree with brute force", counted == positions)
    name = f"§I: n-consistency reduces to (n + 1)-consistency, twice, {positions} positions"
    yield Item(name, f"{lifted} keep their legal assignments", lifted == positions)
    row: list[Label] = [COVERED, 1, COVERED, COVERED, 1, FREE, COVERED, 2, COVERED, MINED] * 200
    yield Item(
        "§I: one dimension",
        "one pass with four states counts a row of 2,000 cells, and agrees with the engine",
        count_line(row) == Position(grid(1, len(row)), row).count(),
    )


def _hardness(rules: int) -> Iterator[Item]:
    safe = "§I: inference, a cell is safe if and only if a formula cannot be satisfied"
    yield tell(safe, map(_is_safe_if_unsatisfiable, _FORMULAS), "formulas")
    circuit = compile_circuit("(a ^ b) & (b | c)")
    solutions = list(circuit.solutions())
    covered = [cell for cell in circuit.board.cells if circuit.labels[cell] == COVERED]
    spoilt = [solution ^ {covered[0]} for solution in solutions]
    right = (
        sum(_fits(circuit, one) for one in solutions),
        sum(_fits(circuit, one) for one in spoilt),
    )
    yield Item(
        "§I: certificate, one pass over the numbers checks an arrangement of mines",
        f"{right[0]} of {len(solutions)} are right, {right[1]} with one cell changed",
        right == (len(solutions), 0),
    )
    yield _runs(rules)


def _is_safe_if_unsatisfiable(text: str) -> bool:
    """Leave the value open, so the position is consistent; then ask whether its cell is safe."""
    circuit = compile_circuit(text, value=None)
    output = circuit.wires[circuit.outputs[0]][-1]
    satisfiable = compile_circuit(text).count() > 0
    return circuit.is_consistent() and (output in circuit.analyze().safe) != satisfiable


def _fits(position: Position, mined: frozenset[int]) -> bool:
    known = {cell for cell in position.board.cells if position.labels[cell] == MINED}
    return all(
        len((mined | known) & {*position.board.neighbours(cell)}) == label
        for cell, label in enumerate(position.labels)
        if isinstance(label, int)
    )


def _runs(rules: int) -> Item:
    rng = Random(_SEED)
    chosen = [110, *rng.sample(range(256), rules - 1)]
    right = 0
    for rule in chosen:
        start = [rng.randrange(2) for _ in range(4)]
        circuit = automaton(rule, start, 2)
        (run,) = circuit.solutions()
        right += run_of(circuit, run) == _simulate(rule, start, 2)
    return Item(
        f"§I: Turing complete, the run of {rules} rules (110 first) is the one legal assignment",
        f"{right} agree with a direct simulation",
        right == rules,
    )


def _simulate(rule: int, start: list[int], steps: int) -> list[str]:
    rows = [start]
    for _ in range(steps):
        wide = [0, *rows[-1], 0]
        near = [4 * wide[i] + 2 * wide[i + 1] + wide[i + 2] for i in range(len(start))]
        rows.append([rule >> place & 1 for place in near])
    return ["".join(map(str, row)) for row in rows]


def _rules(games: int) -> Iterator[Item]:
    board = grid(8, 8)
    turns, probes, blanks = list[tuple[bool, ...]](), list[bool](), list[bool]()
    for seed in range(games):
        game, shown = Game(board, 10, seed=seed, first="risky"), dict[int, Label]()
        while not game.is_over:
            position = game.position
            chosen = list(ratio(position))
            flagged, safe, least = _section_3(position)
            is_least = bool(safe) or least is None or chosen[0] in least
            is_same = chosen == list(ratio(Position(board, position.labels, 10)))
            flags = sure_flags(position) == flagged
            turns.append((flags, not safe or set(chosen) == safe, is_least, is_same))
            opened = [cell for cell in chosen if not game.is_over for cell in game.open(cell)]
            shown |= {cell: game.position.labels[cell] for cell in opened}
        probes.append(all(game.position.labels[v] == label for v, label in shown.items()))
        zeros = [cell for cell, label in shown.items() if label == 0]
        blanks.append(all(near in shown for cell in zeros for near in board.neighbours(cell)))
    for name, right in zip(_TURNS, zip(*turns, strict=True), strict=True):
        yield tell(name, right, "turns")
    yield tell("§I: probing, a number stays for the rest of the game", probes, "games")
    yield tell("§II.5: blank cells open their neighbours", blanks, "games")
    yield _fewer_mines()


def _section_3(position: Position) -> tuple[set[int], set[int], set[int] | None]:
    """Rules 2 and 3 as printed: flags, openings, and the covered cells of the least ratio."""
    labels, board = position.labels, position.board
    numbers = {c: label for c, label in enumerate(labels) if isinstance(label, int)}
    covered = {c: {n for n in board.neighbours(c) if labels[n] == COVERED} for c in numbers}
    flagged = {n for c, near in covered.items() if len(near) == numbers[c] for n in near}
    safe = {n for c, near in covered.items() if len(near & flagged) == numbers[c] for n in near}
    rest = {c: near - flagged for c, near in covered.items() if near - flagged}
    shares = {c: Fraction(numbers[c] - len(covered[c] & flagged), len(rest[c])) for c in rest}
    least = min(shares.values(), default=None)
    cells = {n for c, share in shares.items() if share == least for n in rest[c]}
    return flagged, safe - flagged, cells or None


def _fewer_mines() -> Item:
    refused = 0
    for first in ("safe", "risky"):
        try:
            Game(grid(3, 3), 9, seed=_SEED, first=first)
        except DemineError:
            refused += 1
    found = [Game(grid(3, 3), m, seed=_SEED, first="safe").mines for m in range(1, 9)]
    return Item(
        "§I: m < n, mines on 3×3 cells",
        f"1 to 8 are accepted, 9 are refused {refused} times of 2",
        refused == 2 and found == list(range(1, 9)),
    )


def _accuracy(games: int) -> Item:
    """At 15 % mines; the paper gives no figure, only the direction."""
    sides = (8, 16, 32)
    rates = [
        simulate(
            "ratio", board=grid(side, side), mines=side * side * 15 // 100, first="risky",
            games=games, seed=_SEED,
        ).rate
        for side in sides
    ]  # fmt: skip
    shown = ", ".join(f"{100 * rate:.1f} %" for rate in rates)
    return Item(
        "§V: accuracy falls as n grows, 15 % mines on 8×8, 16×16 and 32×32",
        f"{shown} of {games} games won",
        all(one > two for one, two in pairwise(rates)),
    )


def _memory() -> Item:
    """The paper gives no figure. Low means here: linear, so not more per cell on larger grids.

    On smaller grids one opening may leave next to nothing to do.
    """
    per_cell = {side: _peak(side) / side**2 for side in (20, 40, 80)}
    shown = ", ".join(f"{count:.0f} on {side}×{side}" for side, count in per_cell.items())
    is_low = max(per_cell.values()) <= 1.5 * per_cell[20]
    return Item("§IV: memory, bytes per cell that a turn of `ratio` takes", shown, is_low)


def _peak(side: int) -> int:
    """The most bytes that Python holds during a turn after the first opening, 15 % mines."""
    game = Game(grid(side, side), side * side * 15 // 100, seed=_SEED, first="opening")
    game.open(side * side // 2)
    position = game.position
    ratio(position)  # what is computed once per position does not count
    tracemalloc.start()
    try:
        ratio(position)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
