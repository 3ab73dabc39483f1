"""`demine review`."""

from __future__ import annotations

import json
from typing import Unpack

import click

from demine.cli import numbers, options
from demine.cli.choices import Renamed
from demine.cli.outputs import SVG, Output
from demine.cli.progress import spinner
from demine.errors import FormatError
from demine.files import write_bytes
from demine.game import Game
from demine.meter import Budget
from demine.review import Review, read_replays, write_rawvf


@click.command()
@click.argument("replay", type=click.Path(allow_dash=True))
@click.option("--nth", "game", cls=Renamed, formerly=("--game",), type=numbers.Whole(1),
              metavar="N", help="Review only the N-th game.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per game.")
@click.option("--svg", type=SVG, metavar="OUT", help="Also draw the turning point to OUT (.svg).")
@click.option(
    "--html", type=Output(".html", ".htm"), metavar="OUT", help="Also write a page to OUT."
)
@click.option(
    "--rawvf", type=Output(".rawvf", ".txt"), metavar="OUT", help="Also write the game as RAWVF."
)
@options.budgets
def review(
    replay: str,
    game: int | None,
    as_json: bool,
    svg: str | None,
    html: str | None,
    rawvf: str | None,
    **budget: Unpack[Budget],
) -> None:
    """Review a game: list each guess, whether it was needed, and a safe cell if there was one.

    REPLAY is a file that `demine play --save` wrote, - for standard input, or a video of another
    program: RAWVF as text, or .avf, .evf, .rmv or .mvf (needs demine[videos]). The luck of a game
    is the probability that all of its guesses succeed. A lost game names the needless move that
    lost it.

    The JSON object holds `id`, `status`, `moves`, `seconds`, `three_bv`, `forced`, `needless`,
    `luck` (a string "n/d"), `curve` (the luck after each move, rounded), `turning_point` and
    `blunder` (numbers of moves, or null), `verdict`, and `guesses`: each with its `move`, `kind`,
    `cell`, `address`, `risk`, whether it was `needless`, its `verdict` (forced,
    unavoidable, reasonable, risky or needless), whether it hit a mine (`hit`), the `safe`
    cells, the `best` cell with its `best_risk`, and a `proof`.

    \b
    Examples:
      demine play --save game.jsonl
      demine review game.jsonl
      demine review game.jsonl --html review.html
    """
    with spinner("reviewing"):
        chosen = _choose(replay, game)
        reviews = [found.review(**budget) for found in chosen]
        said = [json.dumps(found.to_dict()) if as_json else str(found) for found in reviews]
        if len(said) > 1 and not as_json:
            said = [f"game {i} of {len(said)}: {text}" for i, text in enumerate(said, 1)]
    _write(reviews, svg, html)
    if rawvf is not None:
        _check_one(reviews)
        write_bytes(rawvf, write_rawvf(chosen[0]).encode())
    click.echo(("\n" if as_json else "\n\n").join(said))


def _choose(file: str, game: int | None) -> list[Game]:
    replays = read_replays(file)
    if game is not None:
        if game > len(replays):
            raise FormatError(f"{file}: game {game} was asked for, expected at most {len(replays)}")
        replays = [replays[game - 1]]
    options.blame(file)
    return [found.verify() for found in replays]


def _check_one(reviews: list[Review]) -> None:
    if len(reviews) > 1:
        raise click.UsageError(f"the file holds {len(reviews)} games: choose one with --nth")


def _write(reviews: list[Review], svg: str | None, html: str | None) -> None:
    if svg is not None or html is not None:
        _check_one(reviews)
    for found in reviews:
        if svg is not None:
            found.svg(svg)
        if html is not None:
            found.html(html)
