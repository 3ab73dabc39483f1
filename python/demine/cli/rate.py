"""`demine rate`."""

from __future__ import annotations

from typing import Final, Unpack

import click

from demine import arena
from demine.arena import describe_place, find_strategy
from demine.cli import numbers
from demine.cli.arena import Asked, prepare, rule_options, show_seal
from demine.cli.choices import need_strategy, strategy_argument
from demine.cli.estimates import print_outcome
from demine.cli.progress import bar
from demine.cli.redirect import stdout_to_stderr

_GAMES: Final = 2000


@click.command()
@strategy_argument
@click.option("--games", type=numbers.Whole(1), default=_GAMES, show_default=True, metavar="N",
              help="Number of games.")  # fmt: skip
@rule_options
def rate(
    strategy: str | None,
    games: int,
    seed: int,
    workers: int | None,
    chunk: int,
    patience: float,
    as_json: bool,
    **asked: Unpack[Asked],
) -> None:
    """Estimate how often a strategy wins, with as few games as possible.

    Every guess counts with its exact chance of survival, and the game goes on after it. The luck of
    the boards is removed with `safest` on the same games and three times as many more. So the
    interval is much narrower than that of as many games of `simulate`.

    Your own strategy must return its guesses as a Guess (from demine.strategies). Behind a pipe, it
    must begin them with `?`. If it opens a cell that it calls safe, the game itself decides. On the
    usual boards, the last line names the nearest known players that the interval leaves below and
    above, and those inside it. docs/strategies.md has the whole table.

    \b
    Examples:
      demine rate strongest
      demine rate csp --preset beginner --games 10000 --json
      demine rate mine.py:choose --games 500
    """
    strategy = need_strategy(strategy)
    played = prepare([strategy], asked, as_json)
    key = arena.seal.make_key() if asked["sealed"] else asked["key"]
    played = show_seal(played, key, as_json)
    with bar(f"{strategy} wins", games) as progress, stdout_to_stderr(as_json):
        result = arena.estimate(
            find_strategy(strategy), games=games, seed=seed, workers=workers, chunk=chunk,
            patience=patience, watch=progress, **played,
        )  # fmt: skip
    place = "" if as_json else describe_place(result)
    print_outcome(result, as_json, played.get("key"), place)
