"""Games under rules: what is dealt and shown, flags with a count, chords, ids and replays."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

import demine
from demine import Game, rules
from demine.errors import FormatError, InvalidGame
from demine.game import Replay, count_clicks, flag_proved, refused_chord, wasted_clicks
from demine.labels import COVERED
from demine.proof import RuledProof

NAMED = [
    *("capacity=2", "capacity=3,liar", "liar", "parity", "modulo=3", "within=1", "at-least"),
    *("at-most", "M", "N", "L", "orthogonal=2", "orthogonal=-1,difference", "Q", "D", "Q,liar"),
]
GRID = demine.grid(5, 5)


def finished(name: str, seed: int, board: demine.Board = GRID, mines: int = 6) -> Game:
    """A game that opens what is safe, else the cell with the least risk."""
    game = Game(board, mines, seed=seed, rules=name)
    game.open(len(board) // 2)
    while not game.is_over:
        analysis = game.position.analyze()
        covered = [c for c, label in enumerate(game.position.labels) if label == COVERED]
        risks = analysis.probabilities
        game.open(min(covered, key=lambda cell: (cell not in analysis.safe, float(risks[cell]))))
    return game


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_mines_agree_with_every_number(name: str, seed: int) -> None:
    game = finished(name, seed)
    filling, labels = game.filling, game.position.labels
    assert sum(filling) == game.mines
    whole = demine.Position(GRID, [COVERED] * len(GRID), game.mines, **rules.parse(GRID, name))
    assert filling in whole.fillings()
    seen = demine.Position(
        GRID, ["?" if n == "*" else n for n in labels], game.mines, **rules.parse(GRID, name)
    )
    assert filling in seen.fillings()
    assert game.mined == {cell for cell, held in enumerate(filling) if held}
    assert game.status == ("lost" if "*" in labels else "won")


@pytest.mark.parametrize("name", NAMED)
def test_an_id_and_a_replay_make_the_game_again(name: str) -> None:
    game = finished(name, 5)
    same = Game.from_id(game.id)
    for move in game.moves:
        same.make(move)
    assert same.position == game.position
    assert same.filling == game.filling
    replay = Replay.loads(Replay.of(game).dumps())
    assert replay.verify().position == game.position
    assert pickle.loads(pickle.dumps(game)).position == game.position
    given = [cell for cell, held in enumerate(game.filling) for _ in range(held)]
    laid = Game.from_mines(GRID, given, rules=name)
    assert Game.from_id(laid.id).filling == game.filling


def test_keywords_and_names_make_the_same_rules() -> None:
    pairs: list[tuple[dict[str, Any], str]] = [
        ({"capacity": 2}, "capacity=2"),
        ({"capacity": 2, "values": rules.liar}, "capacity=2,liar"),
        ({"values": rules.within(2)}, "within=2"),
        ({"values": rules.modulo(3)}, "modulo=3"),
    ]
    for keywords, name in pairs:
        by_keywords, by_name = Game(GRID, 5, seed=3, **keywords), Game(GRID, 5, seed=3, rules=name)
        assert by_keywords.rules == by_name.rules
        assert by_keywords.id == by_name.id


def test_rules_without_a_name_play_without_an_id() -> None:
    game = Game(GRID, 5, seed=3, **rules.by_letters(GRID, "T"))
    game.open(0)
    assert game.again().rules == game.rules
    with pytest.raises(InvalidGame, match="the rules have no name"):
        _ = game.id


def test_all_mines_are_equally_likely() -> None:
    board = demine.grid(2, 2)
    held: Counter[tuple[int, ...]] = Counter()
    for seed in range(2000):
        game = Game(board, 2, seed=seed, first="risky", capacity=2)
        for cell in board.cells:
            game.open(cell)
        held[game.filling] += 1
    assert len(held) == 10
    assert all(140 < times < 260 for times in held.values())


def test_the_first_cell_is_free_and_an_opening_too() -> None:
    board = demine.grid(4, 4)
    for seed in range(40):
        game = Game(board, 9, seed=seed, rules="capacity=2,liar")
        game.open(5)
        assert game.status == "playing"
        assert game.position.labels[5] != "*"
        game = Game(board, 4, seed=seed, first="opening", capacity=2)
        assert len(game.open(5)) >= 9
        assert game.position.labels[5] == 0


def test_a_liar_draws_its_number_once() -> None:
    star = demine.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    shown: Counter[int | str] = Counter()
    for seed in range(200):
        game = Game.from_mines(star, [1, 2], rules="liar")
        assert game.open(0) == [0]
        shown[game.position.labels[0]] += 1
        drawn = Game(star, 2, seed=seed, rules="liar")
        drawn.open(0)
        number = drawn.position.labels[0]
        assert number in (1, 3)
        drawn.undo()
        drawn.open(0)
        assert drawn.position.labels[0] == number
        shown[f"seed {number}"] += 1
    assert len([key for key in shown if isinstance(key, int)]) == 1
    assert 70 < shown["seed 1"] < 130


def test_only_a_number_that_leaves_no_mine_opens_its_neighbours() -> None:
    star = demine.from_edges(4, [(0, 1), (0, 2), (0, 3)])
    assert len(Game.from_mines(star, [], rules="capacity=3").open(1)) == 4
    assert Game.from_mines(star, [], rules="at-least").open(0) == [0]
    assert Game.from_mines(star, [], rules="parity").open(0) == [0]
    assert Game.from_mines(star, [], rules="liar").open(0) == [0]
    wide = demine.grid(3, 3, radius=2)
    crossed = Game.from_mines(wide, [], rules="X").open(0)
    assert len(crossed) == 9


def test_cascades_open_safe_cells_alone() -> None:
    random = Random(3)
    for _ in range(60):
        cells = random.randint(4, 9)
        edges = [(u, v) for u in range(cells) for v in range(u) if random.random() < 0.4]
        board = demine.from_edges(cells, edges)
        name = random.choice(["capacity=2", "liar", "within=1", "at-most", "capacity=2,at-most"])
        game = Game(board, random.randint(1, 3), seed=random.randint(0, 99), rules=name)
        while not game.is_over:
            before = game.position
            covered = [c for c, label in enumerate(before.labels) if label == COVERED]
            first, *others = game.open(random.choice(covered))
            if others:
                known = before.with_labels({first: game.position.labels[first]})
                spread = known.analyze().safe
                steps = {c: game.position.labels[c] for c in [first, *others]}
                opened = known.with_labels(steps)
                assert others[0] in spread
                assert opened.is_consistent()


def test_flags_count_mines() -> None:
    board = demine.grid(1, 5)
    game = Game.from_mines(board, [0, 0, 2], rules="capacity=2")
    game.open(1)
    assert game.position.labels[1] == 3
    game.flag(0)
    assert (dict(game.flag_counts), game.mines_left) == ({0: 1}, 2)
    game.flag(2)
    refused = refused_chord(game, 1)
    assert refused is None  # nothing is left to open
    game.flag(2)
    assert (dict(game.flag_counts), game.mines_left) == ({0: 1, 2: 2}, 0)
    game.flag(2)
    assert dict(game.flag_counts) == {0: 1}
    assert game.flag(1) == []
    assert game.flags == {0}


def test_a_chord_opens_what_the_flags_leave_free() -> None:
    board = demine.from_edges(5, [(0, 1), (0, 2), (0, 3), (3, 4)])
    game = Game.from_mines(board, [1, 1, 4], rules="capacity=2")
    game.open(0)
    game.flag(1)
    refused = refused_chord(game, 0)
    assert refused is not None
    assert str(refused) == "It shows 2, but has 1 flag around it."
    assert game.chord(0) == []
    game.flag(1)
    assert sorted(game.chord(0)) == [2, 3]
    lies = Game.from_mines(board, [1, 4], rules="liar")
    lies.open(0)
    assert lies.position.labels[0] in (0, 2)
    lies.flag(1)
    # One mine is what is left if the number is 0; if it is 2, there may be three.
    assert bool(lies.chord(0)) == (lies.position.labels[0] == 0)


def test_flags_of_proved_mines_have_their_number() -> None:
    board = demine.grid(1, 5)
    game = Game.from_mines(board, [0, 0, 2, 2], rules="capacity=2")
    game.open(1)
    assert flag_proved(game) == [0, 2]
    assert dict(game.flag_counts) == {0: 2, 2: 2}
    assert game.mines_left == 0


def test_clicks_and_practice() -> None:
    game = finished("capacity=2", 4)
    assert count_clicks(game).three_bv <= game.three_bv
    assert [wasted.move.cell for wasted in wasted_clicks(game) or ()] == [12]
    again = game.practice()
    assert again.rules == game.rules
    assert not again.is_over
    won = next(g for seed in range(20) if (g := finished("capacity=2", seed)).status == "won")
    assert count_clicks(won).three_bv == won.three_bv
    assert won.zini is None


def three_bv(game: Game) -> int:
    """Click every number that opens its neighbours while there is one, then all that is left."""
    given = [cell for cell, held in enumerate(game.filling) for _ in range(held)]
    fresh = Game.from_mines(game.board, given, rules=game.rules)
    free = [cell for cell, held in enumerate(game.filling) if not held]
    first = [cell for cell in free if cell in fresh.zeros]
    return sum(bool(fresh.open(cell)) for cell in [*first, *free])


@pytest.mark.parametrize("name", ["capacity=2", "M", "at-most", "orthogonal=2"])
def test_three_bv_is_that_of_the_clicks(name: str) -> None:
    for seed in range(5):
        game = Game(GRID, 4, seed=seed, rules=name)
        game.open(12)
        while not game.is_over:
            covered = game.position.codes == -1
            game.open(int(covered.nonzero()[0][0]))
        given = [cell for cell, held in enumerate(game.filling) for _ in range(held)]
        laid = Game.from_mines(GRID, given, rules=name)
        assert laid.three_bv == three_bv(laid)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"rules": "Z"}, "there is no rule 'Z'"),
        ({"rules": "C"}, "cannot be stated as sums"),
        ({"rules": "liar", "capacity": 2}, "both rules and capacity are given"),
        ({"capacity": -1}, "the capacity is -1"),
        ({"rules": "Q"}, "no board with 1 mine follows the rules"),
        ({"mines": 25}, "25 mines under these rules|mines is 25"),
        ({"weights": lambda number, cell: -1}, "a weight is negative"),
        ({"values": {0: [1]}}, "values by cell belong to a position"),
        ({"rules": "liar", "fair": True}, "a fair game has the classic rules"),
    ],
)
def test_wrong_rules_are_named(given: dict[str, object], said: str) -> None:
    with pytest.raises(InvalidGame, match=said) as error:
        Game(GRID, **{"mines": 1, "seed": 1, **given})  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_a_board_too_large_to_deal_is_refused() -> None:
    with pytest.raises(InvalidGame, match="is too large to draw mines under these rules"):
        Game(demine.grid(16, 16), 40, seed=1, rules="T")


@pytest.mark.parametrize("id", ["grid-5x5-3-safe.zzz-7", "grid-5x5-3-safe.capacity0-7"])
def test_ids_with_wrong_rules_are_refused(id: str) -> None:
    with pytest.raises((FormatError, InvalidGame)):
        Game.from_id(id)


def test_a_hint_is_a_safe_cell_or_the_least_risk() -> None:
    board = demine.grid(1, 5)
    game = Game.from_mines(board, [0, 0, 4], rules="capacity=2")
    game.open(1)
    hint = game.hint()
    assert not hint.is_certain
    risks = game.position.analyze()
    assert hint.risk == min(risks.probability(cell) for cell in (0, 2, 3, 4))
    assert hint.measure == "least risk"
    sure = Game.from_mines(demine.grid(2, 3), [0, 0, 5], rules="capacity=2")
    sure.open(3)
    hints = [sure.hint() for _ in range(2)]
    assert hints[0].cell == hints[1].cell
    assert sure.hints == 1
    assert "hint" in sure.helps


def test_a_hint_for_a_certain_cell_says_so_in_four_tiers() -> None:
    star = demine.from_edges(5, [(0, 1), (0, 2), (0, 3), (3, 4)])
    position = demine.Position(star, [2, "*", "?", "?", "?"], 2, capacity=2, values={0: [1, 2]})
    held = position.with_labels({4: "*"})
    hint = demine.proof.hint(held)
    assert hint.is_certain
    assert hint.cell in held.analyze().safe
    tiers = [hint.guess, hint.where, hint.why, hint.show]
    assert "at least one cell can be proved safe" in tiers[0]
    assert tiers[2] == "\n".join(held.explain(hint.cell).sentences)
    assert isinstance(hint.reason, RuledProof)
    assert hint.reason.check()
    assert tiers[3].startswith("Open ")
