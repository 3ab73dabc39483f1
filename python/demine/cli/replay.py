"""`demine replay`."""

from __future__ import annotations

import time

import click

from demine.board import address
from demine.cli import numbers, options
from demine.game import Replay
from demine.review import guess_summary, help_note, read_replays, review
from demine.terminal import draw
from demine.wording import plural


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--watch", is_flag=True, help="Show the board after every move.")
@click.option(
    "--speed",
    type=numbers.Number(),
    default=1.0,
    metavar="X",
    help="Replay X times as fast as it was played.",
)
def replay(file: str, watch: bool, speed: float) -> None:
    """Check a replay move by move against its game, and summarise it.

    FILE may hold several games. `demine review` explains their guesses.

    \b
    Examples:
      demine play --save game.jsonl
      demine replay game.jsonl
      demine replay game.jsonl --watch --speed 10
    """
    games = read_replays(file)
    options.blame(file)
    for number, told in enumerate(games, 1):
        _check(told, f"game {number} of {len(games)}: " if len(games) > 1 else "", watch, speed)


def _check(told: Replay, head: str, watch: bool, speed: float) -> None:
    if watch:
        _watch(told, speed)
    game = told.verify()
    moves = plural(game.clicks, "move")
    click.echo(f"{head}{told.id}: {game.status} after {moves} in {game.seconds:.1f} seconds")
    click.echo("\n".join([guess_summary(review(game)), *help_note(game)]))


def _watch(told: Replay, speed: float) -> None:
    before = 0.0
    for game in told.play():
        if game.moves:
            move = game.moves[-1]
            time.sleep(min((move.at - before) / speed, _LONGEST_PAUSE))
            before = move.at
            click.echo(f"{move.at:.1f} s: {move.kind} {address(game.board, move.cell)}")
        click.echo(f"{draw(game)}\n")
