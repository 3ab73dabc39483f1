"""No-guess boards: certificates hold, by brute force too, and fail when tampered with."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import demine
import oracle
from command import say
from demine import (
    Board,
    Certificate,
    FormatError,
    Game,
    NotFound,
    Timeout,
    _native,
    no_guess,
)
from demine.proof import noguess
from demine.proof.certificate import Deduction
from demine.proof.noguess import certify, is_no_guess
from strategies import edges_of

BOARDS = [
    (demine.grid(9, 9), 10),
    (demine.grid(8, 8, torus=True), 8),
    (demine.hexagonal(8, 8), 10),
    (demine.triangular(6, 8), 6),
    (demine.box((4, 4, 4)), 6),
    (demine.from_edges(12, [(v, (v + step) % 12) for v in range(12) for step in (1, 2)]), 2),
]


@pytest.mark.parametrize(("board", "mines"), BOARDS)
@pytest.mark.parametrize("seed", [0, 1000])
def test_certificates_are_verified_on_every_topology(board: Board, mines: int, seed: int) -> None:
    start = len(board) // 2
    found = no_guess(Game(board, mines, seed=seed, first="opening"), start)
    game = found.verify()
    assert game.status == "won"
    assert game.moves[0].cell == start
    assert Certificate.loads(found.dumps()) == found


@pytest.mark.parametrize("seed", range(30))
def test_no_guess_boards_are_told_from_others_by_brute_force(seed: int) -> None:
    """Play on with what brute force calls safe; the engine must agree on where that ends."""
    game = Game(demine.grid(3, 4), 3, seed=seed)
    twin = game.again()
    game.open(0)
    while game.status == "playing":
        position = game.position
        found = oracle.solutions(12, edges_of(game.board), position.labels, position.mines)
        mined = frozenset().union(*found)
        safe = [v for v in range(12) if position.labels[v] == "?" and v not in mined]
        if not safe:
            break
        game.open(safe[0])
    assert is_no_guess(twin, 0) == (game.status == "won")


def test_each_step_is_safe_by_brute_force() -> None:
    found = no_guess(Game(demine.grid(3, 4), 3, seed=0), 0)
    game = found.game
    game.open(0)
    for step in found.steps:
        labels = [
            label if not isinstance(label, int) or v in step.numbers else "□"
            for v, label in enumerate(game.position.labels)
        ]
        mines = game.mines if step.counter else None
        solutions = oracle.solutions(12, edges_of(game.board), labels, mines)
        assert not any(step.cell in mined for mined in solutions)
        game.open(step.cell)
    assert game.status == "won"


def test_each_seed_has_its_own_board() -> None:
    """Neighbouring seeds gave the same board when the next seeds were dealt in turn."""
    found = [no_guess(Game.preset("expert", seed=seed, first="opening")) for seed in range(1, 7)]
    assert len({certificate.id for certificate in found}) == len(found)
    again = no_guess(Game.preset("expert", seed=1, first="opening"))
    assert again == found[0]


def test_progress_is_told_until_a_board_is_found() -> None:
    tried: list[int] = []
    no_guess(Game.preset("expert", seed=1, first="opening"), progress=tried.append)
    assert tried == sorted(tried)


def test_every_board_is_equally_likely() -> None:
    """On a board with few placements, each that needs no guess comes up as often as the others."""
    board, games = demine.grid(2, 3), 1000
    found: Counter[frozenset[int]] = Counter()
    for seed in range(games):
        game = no_guess(Game(board, 1, seed=seed), 0).verify()
        found[game.mined] += 1
    dealt = {count_mined(board, s): is_no_guess(Game(board, 1, seed=s), 0) for s in range(60)}
    fair = [mine for mine, needs_no_guess in dealt.items() if needs_no_guess]
    assert set(found) == {frozenset({mine}) for mine in fair}
    expected = games / len(fair)
    chi_squared = sum((n - expected) ** 2 / expected for n in found.values())
    assert chi_squared < 25


def count_mined(board: Board, seed: int) -> int:
    game = Game(board, 1, seed=seed)
    for cell in board.cells:
        game.open(cell)
    return next(iter(game.mined))


def test_what_is_issued_is_accepted() -> None:
    """Seeds of which some had certificates with too many cases for the verifier."""
    board = demine.box((5, 5, 5))
    for seed in (54001, 54003):
        found = no_guess(Game(board, 15, seed=seed, first="opening"), 62)
        assert found.verify().status == "won"


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_a_certificate_is_verified_without_the_engine(
    board: Board, mines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No question is asked of the engine; it only makes the board and deals the mines."""
    text = no_guess(Game(board, mines, seed=3, first="opening"), 0, seconds=60).dumps()
    for name in ("analyze_many", "choose", "conflict", "explain", "hint", "no_guess", "proofs"):
        monkeypatch.setattr(_native, name, None)
    for name in ("analyze", "conflict", "count", "explain", "is_consistent", "solutions"):
        monkeypatch.setattr(demine.Position, name, None)
    assert Certificate.loads(text).verify().status == "won"


def test_a_game_as_it_was_dealt_is_certified() -> None:
    game = no_guess(Game.preset("beginner", seed=5, first="opening"), 40).game
    found = certify(game, 40)
    assert (found.id, found.start) == (game.id, 40)
    assert found.verify().status == "won"


def test_proofs_that_do_not_hold_are_not_issued() -> None:
    """Neither cell of a coin flip follows from the number beside it."""
    flip = Game.from_mines(demine.grid(1, 3), [0], first="risky")
    for counter in (False, True):
        assert noguess._verify(flip.again(), 1, [(2, [1], counter)]) is None


def test_proofs_that_nobody_can_check_are_not_issued() -> None:
    """22 numbers, each beside 8 of 40 cells at random: one follows only from most of the others."""
    random = Random(1)
    numbers, cells = range(1, 23), range(23, 63)
    beside = [(number, cell) for number in numbers for cell in random.sample(cells, 8)]
    mined = set(random.sample(cells, 20))
    board = demine.from_edges(63, [*((0, number) for number in numbers), *beside])
    game = Game.from_mines(board, mined, first="safe")
    assert is_no_guess(game, 0)
    with pytest.raises(NotFound, match="proofs that are too long to verify"):
        certify(game, 0)
    step = Deduction(min(set(cells) - mined), tuple(numbers), False)
    with pytest.raises(FormatError, match="proof 1: it needs more than 300 cases for each number"):
        Certificate(game.id, 0, (step,)).verify()


def test_when_there_is_none_it_says_so() -> None:
    flip = Game(demine.from_edges(4, []), 1, seed=0)
    with pytest.raises(NotFound, match="no board without a guess found: 20 were tried"):
        no_guess(flip, 0, tries=20)
    with pytest.raises(Timeout, match="no board without a guess in 0 seconds"):
        no_guess(flip, 0, seconds=0)
    with pytest.raises(NotFound, match="needs a guess"):
        certify(flip, 0)
    lost = Game(demine.grid(1, 2), 1, seed=0, first="risky")
    mine = next(cell for cell in (0, 1) if lost.again().open(cell) and _is_lost(lost, cell))
    with pytest.raises(NotFound, match="needs a guess"):
        certify(lost.again(), mine)


def _is_lost(game: Game, cell: int) -> bool:
    twin = game.again()
    twin.open(cell)
    return twin.status == "lost"


def test_progress_can_cancel() -> None:
    def cancel(tried: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        no_guess(Game(demine.from_edges(4, []), 1, seed=0), progress=cancel)


FOUND = no_guess(Game.preset("beginner", seed=3, first="opening"), 0)


def tamper(**changes: object) -> str:
    return json.dumps({**json.loads(FOUND.dumps()), **changes})


def proofs() -> list[dict[str, object]]:
    written: list[dict[str, object]] = json.loads(FOUND.dumps())["proofs"]
    return written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (tamper(start=99), "not on the board"),
        (tamper(start=80), "proof"),
        (tamper(id=Game.preset("beginner", seed=FOUND.game.seed + 1).id), r"proof|ends"),
        (tamper(id="nonsense"), "nonsense"),
        (tamper(proofs=[]), "ends while the game is playing"),
        (tamper(proofs=proofs()[:-1]), "ends while the game is playing"),
        (tamper(proofs=[{**proofs()[0], "numbers": []}, *proofs()[1:]]), "proof 1: the numbers"),
        (tamper(proofs=[{**proofs()[0], "numbers": [80]}]), "proof 1: it cites a cell"),
        (tamper(proofs=[{**proofs()[0], "cell": 0}]), "proof 1: cell 0 is not covered"),
        (tamper(proofs=[{**proofs()[0], "cell": 999}]), "proof 1: cell 999 is not covered"),
    ],
)
def test_a_tampered_certificate_fails(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        Certificate.loads(text).verify()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("{}", '"certificate" is missing'),
        (tamper(certificate=1), "expected 2"),
        (tamper(id=3), '"id" is 3'),
        (tamper(start=-1), '"start"'),
        (tamper(proofs=7), '"proofs"'),
        (tamper(proofs=[7]), "entry 0 is 7, expected an object"),
        (tamper(proofs=[{"cell": 1, "numbers": ["x"], "counter": False}]), "numbers"),
        (tamper(proofs=[{"cell": 1, "numbers": [1], "counter": 0}]), "counter"),
    ],
)
def test_broken_texts_are_named(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        Certificate.loads(text)


def test_files_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "board.proof"
    FOUND.write(path)
    assert Certificate.read(path) == FOUND
    path.write_text("{}")
    with pytest.raises(FormatError, match=r"board\.proof"):
        Certificate.read(path)


@pytest.mark.parametrize(("rows", "columns", "mines"), [(9, 9, 35), (16, 16, 99), (16, 30, 140)])
def test_dense_boards_are_repaired(rows: int, columns: int, mines: int) -> None:
    """None of them is found as dealt; repaired, they have certificates like all others."""
    board = demine.grid(rows, columns)
    start = (rows // 2) * columns + columns // 2
    game = Game(board, mines, seed=1, first="opening")
    found = no_guess(game, start, repair=True, seconds=60)
    won = Certificate.loads(found.dumps()).verify()
    assert (won.status, won.mines, won.board) == ("won", mines, board)
    assert no_guess(game, start, repair=True) == found
    other = no_guess(Game(board, mines, seed=2, first="opening"), start, repair=True)
    assert other.id != found.id
    labels = won.position.labels
    assert labels[start] == 0


def test_a_certificate_cites_no_number_twice() -> None:
    certificate = demine.no_guess(Game.preset("beginner", seed=1, first="opening"), 0)
    told = json.loads(certificate.dumps())
    proof = next(proof for proof in told["proofs"] if proof["numbers"])
    proof["numbers"] *= 2
    with pytest.raises(FormatError, match="cites a number twice"):
        demine.Certificate.loads(json.dumps(told)).verify()


def test_a_repaired_board_says_so() -> None:
    line = say("generate --no-guess --repair --rows 5 --cols 5 --mines 9 --seed 1")[1]
    assert "not all boards without guesses are equally likely" in line
