"""Fair games: decided as the rules say, by a judge that enumerates all legal assignments."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

import demine
from demine import Board, FormatError, Game, InvalidGame
from demine.game import FAIRS, Fair, GameSetup, Replay

BOARDS = {
    "grid": (demine.grid(4, 4), 5),
    "torus": (demine.grid(4, 4, torus=True), 4),
    "hexagonal": (demine.hexagonal(4, 4), 5),
    "triangular": (demine.triangular(3, 5), 4),
    "box": (demine.box((2, 2, 3)), 4),
    "graph": (demine.from_edges(12, [(u, (5 * u + k) % 12) for u in range(12) for k in (1, 3)]), 4),
}


class Judge:
    """The rules, by enumeration; it shares nothing with the engine."""

    def __init__(self, game: Game) -> None:
        self.board, self.labels = game.board, game.position.labels
        self.covered = [cell for cell in self.board.cells if self.labels[cell] == "?"]
        self.assignments = list(self._legal(self.covered, game.mines))
        self.safe = {c for c in self.covered if not any(c in found for found in self.assignments)}

    def _legal(self, cells: list[int], mines: int) -> Iterator[frozenset[int]]:
        for chosen in combinations(cells, mines):
            if self._agrees(frozenset(chosen)):
                yield frozenset(chosen)

    def _agrees(self, mined: frozenset[int]) -> bool:
        return all(
            self.labels[cell] == sum(near in mined for near in self.board.neighbours(cell))
            for cell in self.board.cells
            if isinstance(self.labels[cell], int)
        )

    def chance(self, cell: int) -> Fraction:
        mined = sum(cell in found for found in self.assignments)
        return Fraction(mined, len(self.assignments))

    def is_near(self, cell: int) -> bool:
        return any(isinstance(self.labels[near], int) for near in self.board.neighbours(cell))

    def island(self, cell: int) -> set[int]:
        """The uncertain cells that share numbers with this one, directly or by way of others."""
        found, new = {cell}, [cell]
        while new:
            numbers = [
                n for n in self.board.neighbours(new.pop()) if isinstance(self.labels[n], int)
            ]
            for near in {v for number in numbers for v in self.board.neighbours(number)} - found:
                if near in self.covered and 0 < self.chance(near) < 1:
                    found.add(near)
                    new.append(near)
        return found

    def is_in_island(self, cell: int) -> bool:
        island = self.island(cell)
        around = {near for member in island for near in self.board.neighbours(member)} - island
        if not self.is_near(cell) or any(v in self.covered and self.chance(v) < 1 for v in around):
            return False
        return len({len(part) for part in self._parts(sorted(island))}) == 1

    def _parts(self, island: list[int]) -> Iterator[frozenset[int]]:
        """All ways to mine an island, however many mines there are elsewhere."""
        certain = {cell for cell in self.covered if self.chance(cell) == 1}
        numbers = {n for v in island for n in self.board.neighbours(v)} - set(self.covered)
        for size in range(len(island) + 1):
            for part in map(frozenset, combinations(island, size)):
                mined = part | certain
                if all(
                    self.labels[n] == sum(v in mined for v in self.board.neighbours(n))
                    for n in numbers
                ):
                    yield part

    def loses(self, cell: int, fair: Fair, is_mined: bool) -> bool:
        chance = self.chance(cell)
        if chance in (0, 1):
            return chance == 1
        if fair == "mercy":
            is_least = all(self.chance(other) >= chance for other in self.covered)
            is_even = chance == Fraction(1, 2) and (is_least or self.is_in_island(cell))
            return is_mined and not is_even
        if self.is_in_island(cell):
            return False
        if self.safe:
            return True
        can_guess = any(self.is_near(other) and self.chance(other) < 1 for other in self.covered)
        return fair == "fair" and can_guess and not self.is_near(cell)


def ends_with(game: Game, cell: int) -> Game:
    """The game after opening this cell; `game` itself goes on."""
    after = copy(game)
    after.open(cell)
    return after


@pytest.mark.parametrize("fair", ["fair", "lenient"])
@pytest.mark.parametrize("name", BOARDS)
def test_every_cell_is_decided_by_the_rules(name: str, fair: Fair) -> None:
    board, mines = BOARDS[name]
    judged = 0
    for seed in range(6):
        chance = Random(seed)
        game = Game(board, mines, seed=seed, fair=fair)
        game.open(chance.randrange(len(board)))
        while not game.is_over:
            judge = Judge(game)
            for cell in judge.covered:
                lost = ends_with(game, cell).status == "lost"
                assert lost == judge.loses(cell, fair, False), (game.id, str(game), cell)
                judged += 1
            free = [cell for cell in judge.covered if not judge.loses(cell, fair, False)]
            game.open(chance.choice(free))
    assert judged > 100


@pytest.mark.parametrize("name", BOARDS)
def test_mercy_moves_mines_only_at_a_true_half(name: str) -> None:
    """A game without mercy is played beside it, and shows where the mines are."""
    board, mines = BOARDS[name]
    saved = 0
    for seed in range(25):
        chance = Random(seed)
        game = Game(board, mines, seed=seed, fair="mercy")
        plain = Game(board, mines, seed=seed)
        start = chance.randrange(len(board))
        game.open(start), plain.open(start)
        while not game.is_over and not plain.is_over:
            judge = Judge(game)
            for cell in judge.covered:
                is_mined = ends_with(plain, cell).status == "lost"
                lost = ends_with(game, cell).status == "lost"
                assert lost == judge.loses(cell, "mercy", is_mined), (game.id, str(game), cell)
                saved += is_mined and not lost
            cell = chance.choice(sorted(judge.safe) or judge.covered)
            game.open(cell), plain.open(cell)
            if game.position != plain.position:
                break
    assert saved > 0


def perfect_play(board: Board, mines: int, seed: int, fair: Fair) -> Game:
    """Open safe cells; where there is none, guess next to a number if possible."""
    chance, game = Random(seed), Game(board, mines, seed=seed, fair=fair)
    game.open(chance.randrange(len(board)))
    while not game.is_over:
        labels, found = game.position.labels, game.position.analyze()
        open_to = [c for c in board.cells if labels[c] == "?" and found.probabilities[c] < 1]
        near = [c for c in open_to if any(isinstance(labels[n], int) for n in board.neighbours(c))]
        safe = [c for c in found.safe if labels[c] == "?"]
        game.open(chance.choice(safe or near or open_to))
    return game


@pytest.mark.parametrize("fair", ["fair", "lenient"])
@pytest.mark.parametrize("name", BOARDS)
def test_perfect_play_never_loses_and_the_mines_fit_every_number(name: str, fair: Fair) -> None:
    board, mines = BOARDS[name]
    for seed in range(150):
        game = perfect_play(board, mines, seed, fair)
        assert (game.status, len(game.mined)) == ("won", mines)
        for cell, label in enumerate(game.position.labels):
            if isinstance(label, int):
                assert label == sum(near in game.mined for near in board.neighbours(cell))


@pytest.mark.parametrize("fair", FAIRS)
def test_the_same_moves_make_the_same_game(fair: Fair) -> None:
    game = perfect_play(demine.grid(9, 9), 20, 7, fair)
    same = Replay.loads(Replay.of(game).dumps()).verify()
    assert (same.id, same.mined, same.moves) == (game.id, game.mined, game.moves)
    copied = game.practice()
    copied.make(game.moves[-1])
    assert (copied.status, copied.mined) == (same.status, same.mined)


def test_a_chord_opens_one_cell_after_the_other() -> None:
    """A chord with a wrong flag hits a mine, as a guess would; with right flags it is safe."""
    ended = set()
    for seed in range(40):
        game = Game(demine.grid(5, 5), 5, seed=seed, fair=True, first="opening")
        game.open(12)
        found = game.position.analyze()
        for cell in found.mined:
            game.flag(cell)
        before = game.position
        for cell in game.board.cells:
            game.chord(cell)
        assert game.status in ("playing", "won")
        ended.add(game.position == before)
    assert ended == {True, False}


@pytest.mark.parametrize("fair", ["fair", "lenient"])
def test_hints_never_lose(fair: Fair) -> None:
    guesses = 0
    for seed in range(30):
        game = Game(demine.grid(6, 6), 9, seed=seed, fair=fair)
        game.open(0)
        while not game.is_over:
            hint = game.hint()
            guesses += not hint.is_certain
            assert hint.is_certain or "free by the rules of fair games" in hint.show
            game.open(hint.cell)
        assert (game.status, list(game.helps)) == ("won", ["hint"])
    assert guesses > 0


def test_ids_and_setups() -> None:
    game = Game(demine.grid(9, 9), 10, seed=7, fair=True)
    assert (game.fair, game.id) == ("fair", "grid-9x9-10-safe.fair-7")
    assert "fair='fair'" in repr(game)
    assert (Game.from_id(game.id).fair, game.again().id) == ("fair", game.id)
    assert Game(demine.grid(9, 9), 10, seed=7).fair is None
    setup = GameSetup.of(game)
    assert (setup.title, setup.fair, setup.game(8).id) == (
        "beginner (fair)",
        "fair",
        "grid-9x9-10-safe.fair-8",
    )


def test_wrong_arguments() -> None:
    for wrong in ["unfair", 1, None, "Fair"]:
        with pytest.raises(InvalidGame, match="expected one of True, False, fair, lenient, mercy"):
            Game(demine.grid(2, 2), 1, seed=1, fair=wrong)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="BOARD-MINES-RULE-SEED"):
        Game.from_id("grid-9x9-10-safe.unfair-7")
    given = Game.from_mines(demine.grid(2, 2), [0]).id
    with pytest.raises(FormatError, match="a fair game has a seed"):
        Game.from_id(given.replace("risky", "risky.fair"))
    with pytest.raises(InvalidGame, match="no fixed mines"):
        demine.no_guess(Game(demine.grid(9, 9), 10, seed=7, fair=True))
