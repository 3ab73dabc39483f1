"""A review in words and as an object for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from demine.board import Board
from demine.game import Game
from demine.review.guesses import Review, ReviewedGuess
from demine.wording import estimated, percent, plural

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
    yield f"{done}: {word} guess, {_risk(guess)} chance of a mine{hit}"
    if guess.proof is not None:
        yield f"  {_list(board, guess.safe)} could be proved safe."
        yield from (f"  {sentence}" for sentence in guess.proof.sentences)
    elif guess.is_least:
        clearly = "" if guess.exact else "clearly "
        yield f"  No cell could be proved safe, and none was {clearly}less risky."
    else:
        best, least = board.address(guess.best), _least(guess)
        yield f"  No cell could be proved safe. Least risky: {best}, {least} chance of a mine."
    yield f"  luck so far: {_odds(review.curve[guess.number - 1], review.exact)}"


def guess_line(review: Review, guess: ReviewedGuess) -> str:
    """One guess in a few words."""
    here = review.game.board.address(guess.move.cell)
    word = "needless" if guess.needless else "forced"
    mine = ", a mine" if guess.is_hit else ""
    risk = percent(guess.risk) if guess.exact else _risk(guess)
    return f"{guess.number}. {guess.move.kind} {here}: {word}, {risk} chance of a mine{mine}"


def to_dict(review: Review) -> dict[str, Any]:
    """The review as an object of lists, numbers and strings."""
    game = review.game
    turning = review.turning_point
    return {
        "id": game.id,
        "status": game.status,
        "helps": sorted(game.helps),
        "moves": game.clicks,
        "seconds": round(game.seconds, 3),
        "three_bv": game.three_bv if game.is_over else None,
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


def _unless(exact: bool) -> dict[str, bool]:
    """The entry that marks estimates."""
    return {} if exact else {"exact": False}


def _risk(guess: ReviewedGuess) -> str:
    """The risk of a guess, as `_odds`, with the interval of an estimate."""
    return _odds(guess.risk, True) if guess.exact else estimated(guess.risk, guess.interval)


def _least(guess: ReviewedGuess) -> str:
    """The same for the best cell."""
    least = guess.least_risk
    return _odds(least, True) if guess.exact else estimated(least, guess.least_interval)


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
        **({} if guess.exact else {"risk_interval": list(guess.interval)}),
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
    yield from help_note(review.game)
    yield review.verdict


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
        here, risk = board.address(turning.move.cell), _risk(turning)
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
    if not guess.is_least:
        best, least = board.address(guess.best), _least(guess)
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
