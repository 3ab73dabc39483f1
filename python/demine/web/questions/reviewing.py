"""Reviews: a finished game move by move, with the exact risk of every guess and the luck so far."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from demine import Game, Replay
from demine.game import ReviewedGuess
from demine.web import reading
from demine.web.geometry import geometry
from demine.web.problem import bad_request
from demine.web.questions.help import steps
from demine.web.reading import Given, Tell


def review(given: Given, tell: Tell) -> dict[str, Any]:
    """The moves of a replay with what each changed, every guess, and the curve of luck.

    Works on what the player could know before each move; the mines are told at the end, for the
    game is over.
    """
    replay = Replay.loads(reading.text(given, "replay"))
    reading.check_id(replay.id)
    game = replay.verify()
    if not game.is_over:
        raise bad_request("the game of the replay is not over: expected one that was won or lost")
    found = game.review(**reading.budget(given))
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
        "guesses": [_guess(one) for one in found.guesses],
        "curve": [float(chance) for chance in found.curve],
        "luck": {"float": float(found.luck), "fraction": str(found.luck)},
        "needless": found.needless,
        "forced": found.forced,
        "decided": None if point is None else point.number,
        "verdict": found.verdict,
    }


def _moves(game: Game) -> Iterator[dict[str, Any]]:
    """Each move, and the cells that it changed with what they show."""
    twin = game.again()
    for move in game.moves:
        changed = twin.make(move)
        codes, flags = twin.position.codes, twin.flags
        shown = [[cell, int(codes[cell]), int(cell in flags)] for cell in sorted(changed)]
        yield {"move": move.kind, "cell": move.cell, "at": move.at, "changed": shown}


def _guess(guess: ReviewedGuess) -> dict[str, Any]:
    """A move that was not safe: what it risked, and what there was instead."""
    proof = guess.proof
    return {
        "number": guess.number,
        "opened": list(guess.opened),
        "risk": {"float": float(guess.risk), "fraction": str(guess.risk)},
        "hit": guess.is_hit,
        "needless": guess.needless,
        "safe": list(guess.safe),
        "best": guess.best,
        "least": {"float": float(guess.least_risk), "fraction": str(guess.least_risk)},
        "proof": None
        if proof is None
        else {"cell": proof.cell, "numbers": list(proof.numbers), "steps": steps(proof)},
    }
