"""A review as a picture, and as a page with a slider that needs nothing but a browser."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from demine.draw import CITED, SUBJECT, Canvas, Picture, palette, shapes
from demine.draw import picture as position_picture
from demine.files import write_bytes
from demine.labels import COVERED
from demine.review.guesses import Review, ReviewedGuess
from demine.review.report import guess_line, guess_lines
from demine.wording import percent, plural

_WIDTH: Final = 420.0
_HEIGHT: Final = 130.0
_LEFT: Final = 48.0
_TOP: Final = 30.0


def page(
    review: Review,
    path: str | os.PathLike[str] | None = None,
    notes: Mapping[int, str] | None = None,
    opened: int | None = None,
) -> str:
    """The page as a text; also written to a path.

    `notes` are remarks on moves, by their number from 1. The page opens after so many moves.
    """
    template = files("demine.review").joinpath("page.html").read_text(encoding="utf-8")
    # A script ends at its first "</", even inside a string.
    data = json.dumps(_data(review, notes or {}, opened)).replace("</", "<\\/")
    html = template.replace("__DATA__", data, 1)
    if path is not None:
        write_bytes(path, html.encode())
    return html


def picture(review: Review) -> Picture:
    """The board before the turning point (or at the end), the curve of luck, and the verdict."""
    return shapes.stack([_board(review), _curve(review)])


def _board(review: Review) -> Picture:
    guess = review.turning_point
    if guess is None:
        return review.game.picture._replace(title=f"Review of {review.game.id}")
    rings = dict.fromkeys(guess.proof.numbers if guess.proof else (), CITED)
    rings |= dict.fromkeys(guess.opened, SUBJECT)
    drawn = position_picture(
        guess.position, guess.analysis, rings=rings, notes=guess_lines(review, guess)
    )
    return drawn._replace(title=f"Review of {review.game.id}")


def _curve(review: Review) -> Picture:
    """Luck against moves, with a mark per guess: a ring if needed, a disc if needless."""
    moves = max(1, len(review.curve))

    def place(number: int, chance: float) -> tuple[float, float]:
        wide, high = _WIDTH - _LEFT - 24, _HEIGHT - _TOP - 34
        return _LEFT + wide * number / moves, _TOP + high * (1 - chance)

    points = [place(0, 1.0)]
    for number, chance in enumerate(review.curve, start=1):
        points.append(place(number, float(chance)))
    drawn: list[shapes.Shape] = [shapes.Text(_LEFT, 12, "luck", 12, palette.INK, is_bold=True)]
    for level in (0.0, 0.5, 1.0):
        left, right = place(0, level), place(moves, level)
        drawn.append(shapes.Line((left, right), palette.FAINT, 0.5))
        height = left[1]
        drawn.append(
            shapes.Text(_LEFT - 8, height, percent(level, 0), 10, palette.INK, anchor="end")
        )
    across = place(moves, 0.0)[0], _HEIGHT - 18
    drawn.append(shapes.Text(*across, plural(moves, "move"), 10, palette.INK, anchor="end"))
    drawn.append(shapes.Line(tuple(points), palette.INK, 2.0))
    for guess in review.guesses:
        x, y = place(guess.number, float(review.curve[guess.number - 1]))
        fill = palette.INK if guess.needless else palette.PAPER
        drawn.append(shapes.Disc(x, y, 4, fill, palette.INK))
    return Picture(_WIDTH, _HEIGHT, tuple(drawn))


def _data(review: Review, notes: Mapping[int, str], opened: int | None) -> dict[str, Any]:
    game = review.game
    canvas = Canvas.of(game.board)
    turning = review.turning_point
    if opened is None:
        opened = 0 if turning is None else turning.number - 1
    return {
        "title": f"{game.id}: {game.status}",
        "verdict": review.verdict,
        "ending": f"{review.verdict}\nGuesses: {review.forced} forced, {review.needless} needless.",
        "cells": len(game.board),
        "names": [game.board.address(cell) for cell in game.board.cells],
        "size": list(canvas.size),
        "centres": canvas.centres.round(2).tolist(),
        "outlines": None if canvas.outlines is None else canvas.outlines.round(2).tolist(),
        "edges": game.board.edges.tolist() if canvas.outlines is None else [],
        "captions": canvas.captions,
        "mined": sorted(game.mined) if game.is_over else [],
        "over": game.is_over,
        "moves": list(_moves(review, notes)),
        "curve": [float(chance) for chance in review.curve],
        "guesses": [_guess(review, guess, notes) for guess in review.guesses],
        "opened": opened,
    }


def _moves(review: Review, notes: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """The labels that each move showed, and a note on it."""
    same = review.game.again()
    guesses = {guess.number for guess in review.guesses}
    for number, move in enumerate(review.game.moves, start=1):
        changed = same.make(move)
        labels = same.position.labels
        shown = [[cell, labels[cell]] for cell in changed if labels[cell] != COVERED]
        note = "" if number in guesses or move.kind == "flag" else "It was safe."
        note = notes.get(number, note)
        yield {"kind": move.kind, "cell": move.cell, "shown": shown, "note": note}


def _guess(review: Review, guess: ReviewedGuess, notes: Mapping[int, str]) -> dict[str, Any]:
    proof = guess.proof
    said = [notes[guess.number]] if guess.number in notes else []
    cited = {} if proof is None else {"proof": {"cell": proof.cell, "numbers": proof.numbers}}
    return {
        "move": guess.number,
        "needless": guess.needless,
        "line": guess_line(review, guess),
        "text": "\n".join([*map(str.strip, guess_lines(review, guess)), *said]),
        "risks": [
            round(risk, 4) if 0 < risk < 1 else risk
            for risk in guess.analysis.probabilities.tolist()
        ],
        "best": guess.best,
        **cited,
    }
