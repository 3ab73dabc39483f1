"""A review in words and as an object for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from demine.board import Board
from demine.game import Game, WastedClick, count_clicks, wasted_clicks
from demine.review.guesses import Review, ReviewedGuess
from demine.wording import percent, plural

_MOST_NAMED: Final = 8
"""Most cells or moves that a sentence lists by name."""

_LONGEST_FRACTION: Final = 15
"""Most characters of a fraction that is shown beside the percentage."""


def text(review: Review) -> str:
    """The whole review, as `demine review` prints it."""
    game = review.game
    moves = plural(game.clicks, "move")
    head = f"{game.id}: {game.status} after {moves} in {game.seconds:.1f} seconds"
    paragraphs = [head, *("\n".join(guess_lines(review, guess)) for guess in review.guesses)]
    return "\n\n".join([*paragraphs, "\n".join(_summary(review))])


def verdict(review: Review) -> str:
    """The review in a sentence or two."""
    return " ".join(_verdict(review))


def guess_lines(review: Review, guess: ReviewedGuess) -> Iterator[str]:
    """One guess: its risk, whether it was needed, and the alternative."""
    board = review.game.board
    here = board.address(guess.move.cell)
    word = "needless" if guess.needless else "forced"
    hit = ", and it hit a mine" if guess.is_hit else ""
    done = f"move {guess.number}, {guess.move.kind} {here}"
    yield f"{done}: {word} guess, {_odds(guess.risk, guess.exact)} chance of a mine{hit}"
    if guess.proof is not None:
        yield f"  {_list(board, guess.safe)} could be proved safe."
        yield from (f"  {sentence}" for sentence in guess.proof.sentences)
    elif guess.least_risk >= guess.risk:
        yield "  No cell could be proved safe, and none was less risky."
    else:
        best, least = board.address(guess.best), _odds(guess.least_risk, guess.exact)
        yield f"  No cell could be proved safe. Least risky: {best}, {least} chance of a mine."
    yield f"  luck so far: {_odds(review.curve[guess.number - 1], review.exact)}"


def guess_line(review: Review, guess: ReviewedGuess) -> str:
    """One guess in a few words."""
    here = review.game.board.address(guess.move.cell)
    word = "needless" if guess.needless else "forced"
    mine = ", a mine" if guess.is_hit else ""
    risk = percent(guess.risk) if guess.exact else _odds(guess.risk, exact=False)
    return f"{guess.number}. {guess.move.kind} {here}: {word}, {risk} chance of a mine{mine}"


def to_dict(review: Review) -> dict[str, Any]:
    """The review as an object of lists, numbers and strings."""
    game, board = review.game, review.game.board
    turning = review.turning_point
    return {
        "id": game.id,
        "status": game.status,
        "helps": sorted(game.helps),
        "moves": game.clicks,
        "seconds": round(game.seconds, 3),
        "three_bv": game.three_bv if game.is_over else None,
        "zini": game.zini if game.is_over else None,
        "clicks": count_clicks(game).to_dict(),
        "wasted": [_waste(board, one) for one in wasted_clicks(game)] if game.is_over else [],
        "forced": review.forced,
        "needless": review.needless,
        "luck": _fraction(review.luck),
        "luck_float": float(review.luck),
        "curve": [float(chance) for chance in review.curve],
        "turning_point": None if turning is None else turning.number,
        "blunder": None if review.blunder is None else review.blunder.number,
        "verdict": review.verdict,
        "guesses": [_guess(review, guess) for guess in review.guesses],
        **_unless(review.exact),
    }


def _waste(board: Board, wasted: WastedClick) -> dict[str, Any]:
    return {
        "move": wasted.number,
        "address": board.address(wasted.move.cell),
        "clicks": wasted.clicks,
        "kind": wasted.kind,
        "why": wasted.why,
    }


def _unless(exact: bool) -> dict[str, bool]:
    """The entry that marks estimates."""
    return {} if exact else {"exact": False}


def _odds(chance: Fraction, exact: bool) -> str:
    """A probability in percent, and as a fraction if that is exact and short."""
    if not exact:
        return f"{percent(chance)} (estimated)"
    fraction = _fraction(chance)
    is_short = chance not in (0, 1) and len(fraction) <= _LONGEST_FRACTION
    return f"{percent(chance)} ({fraction})" if is_short else percent(chance)


def _guess(review: Review, guess: ReviewedGuess) -> dict[str, Any]:
    board, proof = review.game.board, guess.proof
    found: dict[str, Any] = {
        "move": guess.number,
        "kind": guess.move.kind,
        "cell": guess.move.cell,
        "address": board.address(guess.move.cell),
        "opened": [board.address(cell) for cell in guess.opened],
        "risk": _fraction(guess.risk),
        "risk_float": float(guess.risk),
        "needless": guess.needless,
        "hit": guess.is_hit,
        "safe": [board.address(cell) for cell in guess.safe],
        "best": board.address(guess.best),
        "best_risk": _fraction(guess.least_risk),
        "luck": _fraction(review.curve[guess.number - 1]),
        **_unless(guess.exact),
    }
    if proof is not None:
        found["proof"] = {
            "cell": board.address(proof.cell),
            "numbers": [board.address(cell) for cell in proof.numbers],
            "counter": proof.counter,
            "sentences": list(proof.sentences),
        }
    return found


def _summary(review: Review) -> Iterator[str]:
    yield guess_summary(review)
    turning = review.turning_point
    if turning is not None:
        here = review.game.board.address(turning.move.cell)
        yield f"turning point: move {turning.number}, {turning.move.kind} {here}"
    yield from click_lines(review.game)
    yield from help_note(review.game)
    yield review.verdict


def click_lines(game: Game) -> Iterator[str]:
    """The clicks of a finished game, and which of them were wasted."""
    if not game.is_over:
        return
    won = f", efficiency {percent(game.efficiency, 0)}" if game.status == "won" else ""
    yield f"{count_clicks(game)}; 3BV {game.three_bv}, ZiNi {game.zini}{won}"
    wasted = wasted_clicks(game)
    if wasted:
        kinds = dict.fromkeys(one.kind for one in wasted)
        spared = plural(sum(one.clicks for one in wasted), "wasted click")
        yield f"{spared}: {'; '.join(_say_waste(kind, wasted) for kind in kinds)}"


def _say_waste(kind: str, wasted: Sequence[WastedClick]) -> str:
    """All wasted clicks of one kind."""
    found = [one for one in wasted if one.kind == kind]
    numbers = ", ".join(str(one.number) for one in found[:_MOST_NAMED])
    more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
    moves = "moves" if len(found) > 1 else "move"
    return f"{sum(one.clicks for one in found)} {_WASTED[kind]} ({moves} {numbers}{more})"


_WASTED: Final = {
    "open": "on cells that a 0 opens as well",
    "flag": "on flags that no chord used",
    "unflag": "on flags that were removed again",
    "chord": "by chords that opened too little",
}


def guess_summary(review: Review) -> str:
    """How many guesses there were, and how likely all of them were to succeed."""
    luck = f"; luck {_odds(review.luck, review.exact)}" if review.guesses else ""
    return f"guesses: {review.forced} forced, {review.needless} needless{luck}"


def help_note(game: Game) -> Iterator[str]:
    """A line if the player was helped, and by what."""
    if game.helped:
        helps = ", ".join(sorted(game.helps))
        yield f"with help ({helps}): this game does not count as a record"


def _verdict(review: Review) -> Iterator[str]:
    status, turning, blunder = review.game.status, review.turning_point, review.blunder
    board = review.game.board
    if blunder is not None and blunder.proof is not None:
        here, safe = board.address(blunder.move.cell), board.address(blunder.proof.cell)
        done = f"move {blunder.number} opened {here}"
        yield f"Lost by a needless guess: {done}, while {safe} could be proved safe."
        if blunder.risk == 1:
            yield f"{here} was certainly a mine."
    elif status == "lost" and turning is not None:
        here, risk = board.address(turning.move.cell), _odds(turning.risk, turning.exact)
        done = f"move {turning.number} opened {here}"
        yield f"Lost by a forced guess: {done}, with a {risk} chance of a mine."
        yield from _say_better(board, turning)
    elif status == "lost":
        yield "Lost."
    elif status == "won":
        yield _say_won(review)
    else:
        yield "The game is not over yet."
    yield from _say_lucky(review)


def _say_better(board: Board, guess: ReviewedGuess) -> Iterator[str]:
    if guess.least_risk < guess.risk:
        best, least = board.address(guess.best), _odds(guess.least_risk, guess.exact)
        yield f"At {best} it was only {least}."


def _say_won(review: Review) -> str:
    if not review.guesses:
        return "Won without a guess."
    return f"Won with luck {_odds(review.luck, review.exact)}."


def _say_lucky(review: Review) -> Iterator[str]:
    """Needless guesses that went well."""
    survived = [guess for guess in review.guesses if guess.needless and not guess.is_hit]
    if survived:
        numbers = ", ".join(str(guess.number) for guess in survived[:_MOST_NAMED])
        more = f" and {len(survived) - _MOST_NAMED} more" if len(survived) > _MOST_NAMED else ""
        moves = "moves" if len(survived) > 1 else "move"
        yield f"Needless but lucky: {moves} {numbers}{more}."


def _list(board: Board, cells: Sequence[int]) -> str:
    named = [board.address(cell) for cell in cells[:_MOST_NAMED]]
    more = len(cells) - len(named)
    if more:
        return f"{', '.join(named)} and {more} more"
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"
