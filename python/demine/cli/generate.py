"""`demine generate`."""

from __future__ import annotations

from typing import Unpack

import click

from demine import formats
from demine.board import address, cell_at
from demine.cli import games, numbers
from demine.cli.progress import counting
from demine.game import Game
from demine.position import FREE, MINED, Position
from demine.proof import TRIES, Certificate, no_guess


@click.command()
@games.options
@click.option("--start", metavar="CELL", help="The first cell to open, such as c4; usual: a1.")
@click.option(
    "--tries",
    type=numbers.Whole(1),
    default=TRIES,
    show_default=True,
    metavar="N",
    help="Give up after N boards.",
)
@click.option(
    "--seconds",
    type=numbers.SECONDS,
    metavar="S",
    help="Give up after S seconds.",
)
@click.option("--certificate", type=click.Path(), metavar="OUT", help="Write the proofs to OUT.")
@click.option(
    "--mines-to",
    type=click.Path(),
    metavar="OUT",
    help="Write the mines to OUT, in the format of its suffix (.mbf, .mine, .json).",
)
@click.option(
    "--verify",
    type=click.Path(allow_dash=True),
    metavar="FILE",
    help="Check the certificate in FILE instead.",
)
def generate(
    start: str | None,
    tries: int,
    seconds: float | None,
    certificate: str | None,
    mines_to: str | None,
    verify: str | None,
    **chosen: Unpack[games.Chosen],
) -> None:
    """Deal a game and print its id, which `demine play --game` takes.

    With --no-guess, a game that proof alone wins from the start. Its certificate holds every cell
    to open with the numbers that prove it safe, and --verify checks one without the engine. If no
    such board is found, that is said (exit code 3).

    \b
    Examples:
      demine generate --no-guess expert --certificate expert.proof
      demine generate --verify expert.proof
      demine generate --no-guess --board grid-10x10-torus --mines 12
    """
    if verify is not None:
        click.echo(_verified(Certificate.read(verify)))
        return
    deal = games.deal(chosen)
    game = deal.game(games.seed(chosen))
    cell = 0 if start is None else cell_at(deal.board, start)
    if certificate is not None and not deal.no_guess:
        raise click.UsageError("--certificate goes with --no-guess")
    if deal.no_guess:
        with counting("boards tried") as progress:
            found = no_guess(game, cell, tries=tries, seconds=seconds, progress=progress)
        game = found.game
        if certificate is not None:
            found.write(certificate)
    if mines_to is not None:
        formats.write(_solved(game, cell), mines_to)
    click.echo(game.id)


def _verified(certificate: Certificate) -> str:
    game = certificate.verify()
    start = address(game.board, certificate.start)
    return f"{certificate.id}: won from {start} by {len(certificate.steps)} proofs, no guess"


def _solved(game: Game, cell: int) -> Position:
    """Where the mines are, after a first click on the cell."""
    for opened in [cell, *game.board.cells]:
        game.open(opened)
    labels = [MINED if v in game.mined else FREE for v in game.board.cells]
    return Position(game.board, labels, game.mines)
