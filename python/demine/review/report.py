"""A review in words and as an object for other programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from demine.board import Board
from demine.game import Game, WastedClick, count_clicks, wasted_clicks
from demine.proof import Sentence, chance
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
    return " ".join(line.sentence for line in verdict_lines(review))


def verdict_lines(review: Review) -> tuple[Sentence, ...]:
    """The verdict, sentence by sentence."""
    return (*_verdict(review), *_say_lucky(review))


def guess_lines(review: Review, guess: ReviewedGuess) -> Iterator[str]:
    """One guess: its risk, whether it was needed, and the alternative."""
    board = review.game.board
    here, verdict = board.address(guess.move.cell), review.judged[guess.number]
    hit = ", and it hit a mine" if guess.is_hit else ""
    done = f"move {guess.number}, {guess.move.kind} {here}"
    yield f"{done}: {verdict} guess, {_risk(guess)} chance of a mine{hit}"
    if guess.proof is not None:
        yield f"  {_list(board, guess.safe)} could be proved safe."
        yield from (f"  {sentence}" for sentence in guess.proof.sentences)
    elif guess.needless:
        yield f"  {_list(board, guess.safe)} could be proved safe."
    elif guess.is_least:
        clearly = "" if guess.exact else "clearly "
        yield f"  No cell could be proved safe, and none was {clearly}less risky."
    else:
        best, least = board.address(guess.best), _least(guess)
        yield f"  No cell could be proved safe. Least risky: {best}, {least} chance of a mine."
    yield from (f"  {line}" for line in _WHY.get(review.judged[guess.number], ()))
    yield f"  luck so far: {_odds(review.curve[guess.number - 1], review.exact)}"


def guess_line(review: Review, guess: ReviewedGuess) -> str:
    """One guess in a few words."""
    here = review.game.board.address(guess.move.cell)
    word = review.judged[guess.number]
    mine = ", a mine" if guess.is_hit else ""
    risk = percent(guess.risk) if guess.exact else _risk(guess)
    return f"{guess.number}. {guess.move.kind} {here}: {word}, {risk} chance of a mine{mine}"


def to_dict(review: Review) -> dict[str, Any]:
    """The review as an object of lists, numbers and strings."""
    game, board = review.game, review.game.board
    turning = review.turning_point
    return {
        "id": game.id,
        "status": game.status,
        "helps": sorted(game.helps),
        "hints": game.hints,
        "undos": game.undos,
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
    return f"{percent(chance)} ({_fraction(chance)})" if _is_short(chance) else percent(chance)


def _is_short(value: Fraction) -> bool:
    """Whether the fraction is worth showing beside the percentage."""
    return value not in (0, 1) and len(_fraction(value)) <= _LONGEST_FRACTION


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
        "verdict": review.judged[guess.number],
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
    yield from click_lines(review.game)
    yield from help_note(review.game)
    yield review.verdict


def click_lines(game: Game) -> Iterator[str]:
    """The clicks of a finished game, and which of them were wasted."""
    if not game.is_over:
        return
    won = f", efficiency {percent(game.efficiency, 0)}" if game.status == "won" else ""
    zini = "" if game.zini is None else f", ZiNi {game.zini}"
    yield f"{count_clicks(game)}; 3BV {game.three_bv}{zini}{won}"
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


_WHY: Final = {
    "unavoidable": ("A 50/50 between two cells: no number can ever tell them apart.",),
    "reasonable": ("The next move is at least as safe as after the least risky cell.",),
}
"""What else is said of a guess, by its verdict."""


def guess_summary(review: Review) -> str:
    """How many guesses there were, by verdict, and how likely all of them were to succeed."""
    luck = f"; luck {_odds(review.luck, review.exact)}" if review.guesses else ""
    made = Counter(review.judged.values())
    told = [f"{made[name]} {name}" for name in _VERDICTS if made[name] or name in _ALWAYS]
    return f"guesses: {', '.join(told)}{luck}"


_VERDICTS: Final = ("forced", "unavoidable", "reasonable", "risky", "needless")
_ALWAYS: Final = ("forced", "needless")
"""Verdicts that are told even if there is no such guess."""


def _helps(game: Game) -> Iterator[str]:
    """The kinds of help, hints with their number."""
    for help in sorted(game.helps):
        yield plural(game.hints, "hint") if help == "hint" and game.hints else help


def help_note(game: Game) -> Iterator[str]:
    """A line if the player was helped, and by what."""
    if game.helped:
        yield f"with help ({', '.join(_helps(game))}): this game does not count as a record"


def _verdict(review: Review) -> Iterator[Sentence]:
    status, turning, blunder = review.game.status, review.turning_point, review.blunder
    say = partial(Sentence, review.game.board)
    if blunder is not None:
        opened = {"number": blunder.number, "cell": blunder.move.cell}
        yield say("lost_needless", opened | {"safe": blunder.best})
        if blunder.risk == 1:
            yield say("certainly_mine", {"cell": blunder.move.cell})
    elif status == "lost" and turning is not None:
        opened = {"number": turning.number, "cell": turning.move.cell}
        risk = _chance(turning.risk, turning.exact, turning.interval)
        yield say("lost_forced", opened | {"chance": risk})
        if not turning.is_least:
            least = _chance(turning.least_risk, turning.exact, turning.least_interval)
            yield say("was_better", {"cell": turning.best, "chance": least})
    elif status == "lost":
        yield say("lost")
    elif status != "won":
        yield say("not_over")
    elif review.guesses:
        yield say("won_with_luck", {"chance": _chance(review.luck, review.exact)})
    else:
        yield say("won_without_guess")


def _chance(
    value: Fraction, exact: bool, interval: tuple[float, float] | None = None
) -> dict[str, Any]:
    """A chance as an argument of a sentence; one with a long fraction is only shown rounded."""
    given = chance(value, exact, interval)
    return given if not exact or _is_short(value) else {**given, "kind": "rounded"}


def _say_lucky(review: Review) -> Iterator[Sentence]:
    """Needless guesses that went well."""
    survived = [guess.number for guess in review.guesses if guess.needless and not guess.is_hit]
    if survived:
        named = survived[:_MOST_NAMED]
        given = {"moves": named, "more": len(survived) - len(named)}
        yield Sentence(review.game.board, "lucky", given)


def _list(board: Board, cells: Sequence[int]) -> str:
    named = [board.address(cell) for cell in cells[:_MOST_NAMED]]
    more = len(cells) - len(named)
    if more:
        return f"{', '.join(named)} and {more} more"
    return " and ".join(filter(None, [", ".join(named[:-1]), named[-1]]))


def _fraction(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"
