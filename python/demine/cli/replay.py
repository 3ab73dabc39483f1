"""`demine replay`."""

from __future__ import annotations

import time
from itertools import islice

import click

from demine.board import address
from demine.cli import numbers, options
from demine.cli.terminals import has_screen, theme_option
from demine.game import GameSetup, Playback, Replay, pauses
from demine.review import guess_summary, help_note, read_replays, review
from demine.terminal import SOLVERS, Controls, draw, on_hang_up
from demine.wording import plural


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--watch",
    is_flag=True,
    help="Show the board after every move: on the whole screen, where one can play on from there.",
)
@click.option("--plain", is_flag=True, help="With --watch: print line by line.")
@theme_option
@click.option(
    "--speed",
    type=numbers.Number(),
    default=1.0,
    metavar="X",
    help="Replay X times as fast as it was played.",
)
def replay(file: str, watch: bool, plain: bool, theme: str, speed: float) -> None:
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
    if watch and not plain and file != "-" and has_screen():
        for told in games:
            _watch_on_screen(told, speed, theme)
        watch = False
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
    waits = pauses([step.move for step in told.steps], speed)
    for game in told.play():
        if game.moves:
            move = game.moves[-1]
            click.echo(f"{move.at:.1f} s: {move.kind} {address(game.board, move.cell)}")
        click.echo(f"{draw(game)}\n")
        for pause in islice(waits, 1):
            time.sleep(pause)


def _watch_on_screen(told: Replay, speed: float, theme: str) -> None:
    """Show a replay on the whole screen; if the player wants, a practice game follows."""
    from demine.terminal import Screen, Watcher

    controls = Controls(theme=theme)
    watcher = Watcher(Playback(told), speed, controls)
    with on_hang_up(watcher.hang_up):
        game = watcher.run()
    if game is not None:
        screen = Screen(GameSetup.of(game), game, SOLVERS["exact"], controls=controls)
        with on_hang_up(screen.hang_up):
            screen.run()
