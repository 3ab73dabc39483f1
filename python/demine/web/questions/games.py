"""Games: the review of a finished game, and the search for a board without guesses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

import demine
from demine import Game, Replay
from demine.game import FIRSTS, SEEDS, First, GameSetup
from demine.review import ReviewedGuess
from demine.web.problem import bad_request
from demine.web.questions.boards import geometry
from demine.web.questions.written import chance, changes, steps
from demine.web.reading import Asked, Tell

_EVERY: Final = 0.2
"""Seconds between two reports of progress."""


def review(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Review a replay file: the moves, the risk of every guess, and the luck so far."""
    replay = Replay.loads(asked.text("replay"))
    asked.check_name(replay.id.rsplit("-", 3)[0])
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
        "three_bv": game.three_bv,
        "moves": list(_moves(game)),
        "guesses": [_write_guess(one) for one in found.guesses],
        "curve": [float(luck) for luck in found.curve],
        "luck": chance(found.luck),
        "needless": found.needless,
        "forced": found.forced,
        "decided": None if point is None else point.number,
        "verdict": found.verdict,
    }


def _moves(game: Game) -> Iterator[dict[str, Any]]:
    """Each move, and the cells that it changed with their new codes and flags."""
    replayed = game.again()
    for move in game.moves:
        changed = replayed.make(move)
        shown = changes(replayed, changed)
        yield {"move": move.kind, "cell": move.cell, "at": move.at, "changed": shown}


def _write_guess(guess: ReviewedGuess) -> dict[str, Any]:
    proof = guess.proof
    return {
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
        else {"cell": proof.cell, "numbers": list(proof.numbers), "steps": steps(proof)},
    }


def no_guess(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Search for a game that needs no guess from the start, and return its certificate."""
    board = asked.board()
    mines = asked.whole("mines", 0, len(board) - 1)
    setup = GameSetup(board, mines, cast(First, asked.word("first", FIRSTS, "opening")))
    found = demine.no_guess(
        setup.game(asked.whole("seed", 0, SEEDS - 1)),
        asked.whole("start", 0, len(board) - 1),
        tries=100_000_000,  # the seconds end the search
        seconds=asked.seconds(asked.limits.search),
        progress=_report(tell),
    )
    return {"id": found.id, "certificate": found.dumps()}


def _report(tell: Tell) -> Callable[[int], None]:
    """Tell the number of tried boards, a few times a second."""
    last = 0.0

    def report(tried: int) -> None:
        nonlocal last
        if time.monotonic() - last > _EVERY:
            last = time.monotonic()
            tell({"tried": tried})

    return report
