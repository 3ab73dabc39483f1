"""Endings: what a finished game says of itself, on the screen and line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from demine.game import Game, Window
from demine.review import Review, click_lines, guess_summary, help_note
from demine.wording import capital, plural
from demine.words import say


def ending(game: Game | Window, write: Callable[[int, str], str]) -> str:
    """How a game ended, and its time; `write` writes a number of things."""
    minutes, seconds = divmod(int(game.seconds), 60)
    word = "You Win" if game.status == "won" else "Game Over"
    return f"{word}. It took you {write(minutes, 'minute')} and {write(seconds, 'second')}."


def summary(game: Game, found: Review) -> Iterator[str]:
    """The clicks and guesses of a game, line by line."""
    yield from click_lines(game)
    if game.undos:
        yield f"{plural(game.undos, 'move')} undone"
    yield guess_summary(found)
    if found.blunder is not None:
        yield found.verdict
    yield from help_note(game)


def flag_note(game: Game | Window, cell: int) -> str:
    """What to do first if the cell of a hint has a flag, which keeps it from being opened."""
    return f" {say('hint.flagged')}" if cell in game.flags else ""


def endless_end(game: Window) -> str:
    """How far an endless game went."""
    cells, clicks = plural(game.game.size, "cell"), plural(game.clicks, "click")
    return f"{cells} opened in {game.seconds:.1f} seconds and {clicks}; game: {game.id}"


def finish_line(game: Game, found: Review) -> str:
    """How a game ended, in one message."""
    word = "You win" if game.status == "won" else "A mine"
    summary = [*click_lines(game), guess_summary(found), *help_note(game)]
    return (
        f"{word}, after {game.seconds:.1f} seconds. "
        f"{'. '.join(capital(line) for line in summary)}. n: new game, r: same game, u: practice."
        f" Game: {game.id}."
        f"{'' if found.blunder is None else f' {found.verdict}'}"
    )
