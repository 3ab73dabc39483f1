"""Games: the review of a finished game, and the search for a board without guesses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from secrets import randbits
from typing import Any, Final, cast

import demine
from demine import Game, Replay
from demine.draw import geometry
from demine.errors import Timeout
from demine.formats import whole_name
from demine.game import FIRSTS, SEEDS, Endless, First, GameSetup, Move, Stopwatch, wasted_clicks
from demine.labels import COVERED
from demine.meter import Meter
from demine.proof import Certificate, Progress
from demine.puzzles import GRADES, grade_game
from demine.review import GuessVerdict, Review, ReviewedGuess, judge
from demine.web.problem import bad_request
from demine.web.questions.boards import pickled
from demine.web.questions.written import chance, changes
from demine.web.reading import Asked, Tell, make_board
from demine.web.starting import begin

_EVERY: Final = 0.2
"""Seconds between two reports of progress."""
_JUDGING: Final = 2.0
"""Seconds to compare the guesses of a game with others."""


def review(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Review a replay file: the moves, the risk of every guess, and the luck so far."""
    replay = Replay.loads(asked.text("replay"))
    asked.check_name(replay.id.rsplit("-", 3)[0])
    return _review(asked, replay)


def setup(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Read the request for a new game: its rules, and its board as the server receives it."""
    board = asked.board()
    sent = pickled(board)
    asked.check_name(sent["name"])  # later questions about the game give the name
    asked.rules_on(board)
    return {**asked.rules(len(board))._asdict(), **sent}


def replay(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Write a finished game of the server as a replay file."""
    return {"replay": _played(asked).dumps()}


def review_game(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Review a finished game of the server."""
    return _review(asked, _played(asked))


def _played(asked: Asked) -> Replay:
    """The replay of a game that the server describes: its board, rules, seed and moves."""
    given = asked.given
    game = _begun(given)
    game.stopwatch = Stopwatch(lambda: 0.0)
    for move in given["moves"]:
        game.make(Move(*move))
    game.moves[:] = [Move(*move) for move in given["moves"]]
    game.undos, game.hints = given["undos"], given["hints"]
    for help in given["helps"]:
        game.note_help(help)
    return Replay.of(game)


def _begun(given: dict[str, Any]) -> Game | Endless:
    """The game before its first move."""
    if given["board"] == "endless":
        return Endless.from_id(given["id"])
    return begin(make_board(given["board"]), given["id"])


def _review(asked: Asked, replay: Replay) -> dict[str, Any]:
    game = replay.verify()
    if not game.is_over:
        raise bad_request("the game of the replay is not over: expected a finished game")
    found = game.review(**asked.budget())
    point = found.turning_point
    return {
        "id": replay.id,
        "board": geometry(game.board),
        "mines": game.mines,
        "first": game.first,
        "status": game.status,
        "mined": sorted(game.mined),
        "undos": replay.undos,
        "hints": replay.hints,
        "three_bv": game.three_bv,
        "moves": list(_moves(game)),
        "guesses": [_write_guess(one, verdict) for one, verdict in _judged(found)],
        "helps": list(replay.helps or ()),
        "zini": game.zini,
        "wasted": list(_wasted(game)),
        "curve": [float(luck) for luck in found.curve],
        "luck": chance(found.luck),
        "needless": found.needless,
        "forced": found.forced,
        "decided": None if point is None else point.number,
        "verdict": found.verdict,
        "lines": [line.to_dict() for line in found.verdict_lines],
    }


def _moves(game: Game) -> Iterator[dict[str, Any]]:
    """Each move, and the cells that it changed with their new codes and flags."""
    replayed = game.again()
    for move in game.moves:
        changed = replayed.make(move)
        shown = changes(replayed, changed)
        yield {"move": move.kind, "cell": move.cell, "at": move.at, "changed": shown}


def _wasted(game: Game) -> Iterator[dict[str, Any]]:
    """The clicks that could have been spared, by move."""
    for one in wasted_clicks(game):
        yield {"number": one.number, "clicks": one.clicks, "kind": one.kind}


def _judged(found: Review) -> Iterator[tuple[ReviewedGuess, GuessVerdict]]:
    """Each guess with its verdict; the comparisons of all guesses share their seconds."""
    meter = Meter(seconds=_JUDGING)
    for guess in found.guesses:
        yield guess, judge(guess, seconds=max(meter.left or 0.0, 0.001))


def _write_guess(guess: ReviewedGuess, verdict: GuessVerdict) -> dict[str, Any]:
    proof = guess.proof
    return {
        "verdict": verdict,
        "number": guess.number,
        "opened": list(guess.opened),
        "risk": chance(guess.risk),
        "hit": guess.is_hit,
        "needless": guess.needless,
        "safe": list(guess.safe),
        "best": guess.best,
        "least": chance(guess.least_risk),
        "proof": None
        if proof is None
        else {
            "cell": proof.cell,
            "numbers": list(proof.numbers),
            "steps": [line.to_dict() for line in proof.lines],
        },
    }


def no_guess(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Search for a game that needs no guess from the start, and return its certificate."""
    board = asked.board()
    mines = asked.whole("mines", 0, len(board) - 1)
    setup = GameSetup(board, mines, cast(First, asked.word("first", FIRSTS, "opening")))
    game = setup.game(asked.whole("seed", 0, SEEDS - 1))
    start = asked.whole("start", 0, len(board) - 1)
    seconds, report = asked.seconds(asked.limits.search), _report(tell)
    if asked.given.get("grade"):
        found = _graded(game, start, asked.word("grade", GRADES), seconds, report)
    else:
        found = _search(game, start, seconds, report)
    return {"id": found.id, "certificate": found.dumps()}


def _search(game: Game, start: int, seconds: float | None, progress: Progress) -> Certificate:
    """A board without guesses; the seconds end the search."""
    tries = 100_000_000
    return demine.no_guess(game, start, tries=tries, seconds=seconds, progress=progress)


def _graded(game: Game, start: int, grade: str, seconds: float, progress: Progress) -> Certificate:
    """The first board without guesses, seed by seed, whose hardest step has this grade."""
    meter, setup = Meter(seconds=seconds), GameSetup.of(game)
    try:
        for seed in count(game.seed):
            found = _search(setup.game(seed), start, meter.left, progress)
            if grade_game(found.game, start, seconds=meter.left).name == grade:
                return found
    except Timeout:
        pass
    raise Timeout(f"no {grade} board in {seconds:g} seconds")


def lay_out(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Choose one of the legal assignments at random, and the moves that open the numbers.

    A position without a covered cell is a layout: it is played from its first cell on.
    """
    position = asked.position()
    is_layout = COVERED not in position.labels
    (mined,) = position.solutions(**asked.budget()).sample(1, seed=randbits(64))
    game = Game.from_mines(position.board, mined, first="risky")
    for cell, label in enumerate(position.labels):
        if not is_layout and isinstance(label, int) and game.position.labels[cell] == COVERED:
            game.open(cell)
    moves = [(move.kind, move.cell, 0.0) for move in game.moves]
    name = whole_name(position.board)
    return {"board": name, "mines": game.mines, "id": game.id, "moves": moves}


def _report(tell: Tell) -> Callable[[int], None]:
    """Tell the number of tried boards, a few times a second."""
    last = 0.0

    def report(tried: int) -> None:
        nonlocal last
        if time.monotonic() - last > _EVERY:
            last = time.monotonic()
            tell({"tried": tried})

    return report
