"""`demine generate`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple, Unpack

import click

from demine import formats
from demine.board import PRESETS, address
from demine.cli import numbers, setups
from demine.cli.cells import find_cell
from demine.cli.outputs import Output
from demine.cli.progress import ticker
from demine.cli.puzzles import print_puzzles
from demine.cli.setups import GameChoice
from demine.errors import FormatError, NotFound, Timeout
from demine.game import Game, GameSetup
from demine.labels import FREE, MINED
from demine.meter import Meter
from demine.position import Position
from demine.proof import BOARD_TRIES, Certificate, Progress, no_guess
from demine.puzzles import GRADES, Grade, GradeName, grade_game, of_seeds
from demine.wording import plural


@click.command()
@setups.preset_argument("[PRESET]", type=click.Choice(list(PRESETS)))
@setups.game_options
@click.option("--start", metavar="CELL", help="First cell to open, such as c4 (default: a1).")
@click.option("--tries", type=numbers.Whole(1), default=BOARD_TRIES,
              metavar="N", help="Stop after N boards.")  # fmt: skip
@click.option("--seconds", type=numbers.SECONDS, metavar="S",
              help="Stop after S seconds (default: no limit).")  # fmt: skip
@click.option("--repair", is_flag=True,
              help="With --no-guess: move mines until no guess is needed. Finds dense boards, but "
                   "not all boards are equally likely.")  # fmt: skip
@click.option("--certificate", type=click.Path(), metavar="OUT",
              help="Write the proofs of a single game to OUT.")  # fmt: skip
@click.option("--mines-to", type=Output(".mbf", ".mine", ".json"), metavar="OUT",
              help="Write the mines of a single game to OUT (.mbf, .mine or .json).")  # fmt: skip
@click.option("--count", type=numbers.Whole(1), metavar="N",
              help="Number of games, with the seeds SEED, SEED + 1, … (default: 1).")  # fmt: skip
@click.option("--grade", type=click.Choice(GRADES),
              help="Make games without guesses whose hardest step has this grade.")  # fmt: skip
@click.option("--minimal", is_flag=True,
              help="Make puzzles in which every number is needed.")  # fmt: skip
@click.option("--solutions", type=numbers.Whole(1), default=1, metavar="S",
              help="With --minimal: number of solutions of a puzzle.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object per game or puzzle.")
@click.option("--verify", type=click.Path(allow_dash=True), metavar="FILE",
              help="Only check the certificate in FILE.")  # fmt: skip
def generate(
    start: str | None,
    tries: int,
    seconds: float | None,
    repair: bool,
    certificate: str | None,
    mines_to: str | None,
    count: int | None,
    grade: GradeName | None,
    minimal: bool,
    solutions: int,
    as_json: bool,
    verify: str | None,
    **chosen: Unpack[GameChoice],
) -> None:
    """Make a game and print its id, for `demine play --game`.

    With --no-guess, the game can be won from the first cell without guessing. Its certificate lists
    every cell to open with the numbers that prove it safe; --verify checks these proofs without the
    engine. All boards without guesses are equally likely, except with --repair. If none is found,
    the exit code is 3.

    A grade is the hardest step that a player cannot avoid: one number (easy), two numbers
    (medium), three or more (hard), or the mine counter (expert). With --json each game is an object
    with `id`, `start` (a cell by number), its `address`, `grade`, `size` (numbers in the smallest
    proof of the hardest step), `counter`, `tried` (how many boards were tried) and, with --repair,
    `repaired`.

    With --minimal, the command prints puzzles that `demine solve` reads: in the mine format on
    plain grids, else as JSON. With --json, a puzzle is an object with `position`, `mined`
    (cells by number), `clues` (how many numbers), `solutions` and, if there is one solution,
    `grade`.

    \b
    Examples:
      demine generate --no-guess expert --certificate expert.proof
      demine generate --verify expert.proof
      demine generate --no-guess --board grid-10x10-torus --mines 12
      demine generate --grade hard --count 5 --json intermediate --seed 1
      demine generate --minimal --board hexagonal-6x6 --mines 7 --seed 1
      demine generate --no-guess --repair --rows 16 --cols 16 --mines 99 --certificate dense.proof
    """
    if verify is not None:
        click.echo(_verify(verify))
        return
    needs_proof = chosen["no_guess"] or grade is not None or as_json
    setup = setups.choose_setup(chosen, needs_proof and not minimal)
    place = 0 if start is None else find_cell(setup.board, start)
    if start is not None and not (needs_proof or mines_to):
        raise click.UsageError("--start needs --no-guess, --grade, --json or --mines-to")
    if (certificate or mines_to) and (minimal or (count or 1) > 1):
        said = "--minimal" if minimal else f"--count {count}"
        raise click.UsageError(f"--certificate and --mines-to need a single game: leave out {said}")
    if minimal:
        print_puzzles(chosen, count or 1, solutions, grade, seconds, as_json)
        return
    _check_proof(needs_proof, repair, certificate)
    search = _Search(setup, place, tries, repair, Meter(seconds=seconds))
    games = search.games(setups.choose_seed(chosen), count or 1, grade, is_graded=as_json)
    for number, made in enumerate(games):
        if repair and number == 0:
            click.echo("--repair: not all boards without guesses are equally likely", err=True)
        made.write(certificate, mines_to)
        click.echo(json.dumps(made.record(repair)) if as_json else made.game.id)
        if chosen["no_guess"] and count is None and grade is None and not as_json:
            begin = setup.board.address(place)
            click.echo(f"start at {begin}: from there no guess is needed", err=True)


class _Made(NamedTuple):
    """A game, its first cell, and its certificate and grade if it has them."""

    game: Game
    start: int
    proof: Certificate | None = None
    grade: Grade | None = None
    tried: int = 1

    def write(self, certificate: str | None, mines: str | None) -> None:
        """Write the requested files. Writing the mines plays the game to its end."""
        if certificate is not None and self.proof is not None:
            self.proof.write(certificate)
        if mines is not None:
            formats.write(_solve(self.game, self.start), mines)

    def record(self, repair: bool) -> dict[str, object]:
        """The game as JSON."""
        assert self.grade is not None
        grade = self.grade
        return {
            "id": self.game.id,
            "start": self.start,
            "address": self.game.board.address(self.start),
            "grade": grade.name,
            "size": grade.size,
            "counter": grade.counter,
            "tried": self.tried,
            **({"repaired": True} if repair else {}),
        }


class _Search(NamedTuple):
    """A search for the games of one command."""

    setup: GameSetup
    start: int
    tries: int
    repair: bool
    meter: Meter

    def games(
        self, seed: int, count: int, wanted: GradeName | None, is_graded: bool
    ) -> Iterator[_Made]:
        """Games, seed by seed; with a grade, only games of this grade."""
        found = 0

        def make(number: int) -> _Made | None:
            try:
                made = self._try(self.setup.game(number), is_graded or wanted is not None)
            except Timeout:
                if count == 1:
                    raise
                said = f"{found} of {count} games found"
                raise Timeout(f"{said} in {self.meter.seconds:g} seconds") from None
            fits = wanted is None or (made.grade is not None and made.grade.name == wanted)
            return made if fits else None

        for made in of_seeds(make, seed, count, self.tries):
            found += 1
            yield made
        if found < count:
            raise NotFound(f"{found} of {count} games found: {self.tries} seeds were tried")

    def _try(self, game: Game, is_graded: bool) -> _Made:
        if not self.setup.no_guess:
            return _Made(game, self.start)
        tried = 0
        with ticker("boards tried") as progress:

            def count(now: int) -> None:
                nonlocal tried
                tried = now
                progress(now)

            proof = self._find(game, count)
        grade = None
        if is_graded:
            grade = grade_game(proof.game, self.start, seconds=self.meter.left)
        return _Made(proof.game, self.start, proof, grade, tried)

    def _find(self, game: Game, progress: Progress) -> Certificate:
        """A game without guesses; the error names the options that may help."""
        tries, repair = self.tries, self.repair
        try:
            return no_guess(
                game,
                self.start,
                tries=tries,
                seconds=self.meter.left,
                repair=repair,
                progress=progress,
            )
        except NotFound:
            said = f"no board without a guess found: {tries} were tried"
            more = "more --tries" if repair else "more --tries, or --repair,"
            raise NotFound(f"{said}; {more} may find one") from None


def _check_proof(needs_proof: bool, repair: bool, certificate: str | None) -> None:
    for option, is_given in (("--certificate", certificate is not None), ("--repair", repair)):
        if is_given and not needs_proof:
            raise click.UsageError(f"{option} needs --no-guess")


def _verify(file: str) -> str:
    certificate = Certificate.read(file)
    try:
        game = certificate.verify()
    except FormatError as error:
        raise FormatError(f"{file}: the certificate does not hold: {error}") from None
    start = address(game.board, certificate.start)
    proofs = plural(len(certificate.steps), "proof")
    return f"{certificate.id}: won from {start} with {proofs} and no guess"


def _solve(game: Game, cell: int) -> Position:
    """Where the mines are, after a first click on the cell."""
    for opened in [cell, *game.board.cells]:
        game.open(opened)
    labels = [MINED if v in game.mined else FREE for v in game.board.cells]
    return Position(game.board, labels, game.mines)
