"""A review in words and as an object for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from demine.board import Board
from demine.game import Game
from demine.proof import Sentence
from demine.review.guesses import Review, ReviewedGuess
from demine.wording import percent, plural

_Say = Callable[..., Sentence]

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
    return " ".join(line.sentence for line in verdict_lines(review))


def verdict_lines(review: Review) -> tuple[Sentence, ...]:
    """The same as rules with their arguments, of which a catalogue makes sentences."""
    return tuple(_verdict(review))


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


def _verdict(review: Review) -> Iterator[Sentence]:
    turning, blunder = review.turning_point, review.blunder
    say = partial(Sentence, review.game.board)
    if blunder is not None and blunder.proof is not None:
        yield from _say_blunder(say, blunder, blunder.proof.cell)
    elif review.game.status == "lost" and turning is not None:
        yield from _say_unlucky(say, turning)
    elif review.game.status == "lost":
        yield say("lost")
    elif review.game.status == "won" and not review.guesses:
        yield say("won_without_guess")
    elif review.game.status == "won":
        yield say("won_lucky", {"chance": _brief(review.luck, review.exact)})
    else:
        yield say("not_over")
    yield from _say_lucky(say, review)


def _say_blunder(say: _Say, blunder: ReviewedGuess, safe: int) -> Iterator[Sentence]:
    cell = blunder.move.cell
    given = {"move": blunder.number, "cell": cell, "safe": safe}
    yield say("lost_needless", given, cells=(cell, safe))
    if blunder.risk == 1:
        yield say("certain_mine", {"cell": cell}, cells=(cell,))


def _say_unlucky(say: _Say, turning: ReviewedGuess) -> Iterator[Sentence]:
    cell, risk = turning.move.cell, _brief(turning.risk, turning.exact)
    given = {"move": turning.number, "cell": cell, "chance": risk}
    yield say("lost_forced", given, cells=(cell,))
    if turning.least_risk < turning.risk:
        best, least = turning.best, _brief(turning.least_risk, turning.exact)
        yield say("less_risky", {"cell": best, "chance": least}, cells=(best,))


def _say_lucky(say: _Say, review: Review) -> Iterator[Sentence]:
    """Needless guesses that went well."""
    survived = [guess for guess in review.guesses if guess.needless and not guess.is_hit]
    if survived:
        moves = [guess.number for guess in survived[:_MOST_NAMED]]
        yield say("needless_lucky", {"moves": moves, "more": len(survived) - len(moves)})


def _brief(chance: Fraction, exact: bool) -> dict[str, Any]:
    """A chance as an argument, without its fraction if that is long or says no more."""
    is_short = chance not in (0, 1) and len(_fraction(chance)) <= _LONGEST_FRACTION
    kind = "estimated" if not exact else "exact" if is_short else "brief"
    fraction = str(chance) if kind == "exact" else None
    return {"kind": kind, "float": float(chance), "fraction": fraction}


def _list(board: Board, cells: Sequence[int]) -> str:
    named = [board.address(cell) for cell in cells[:_MOST_NAMED]]
    more = len(cells) - len(named)
    if more:
        return f"{', '.join(named)} and {more} more"
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"
