"""`demine generate`."""

from __future__ import annotations

import json
from typing import NamedTuple, Unpack

import click

from demine import formats
from demine.board import PRESETS, address, cell_at
from demine.cli import numbers, setups
from demine.cli.outputs import Output
from demine.cli.progress import ticker
from demine.cli.setups import GameChoice
from demine.errors import FormatError, NotFound, Timeout
from demine.game import Game
from demine.labels import FREE, MINED
from demine.meter import Budget, Meter, share_seconds
from demine.position import Position
from demine.proof import BOARD_TRIES, Certificate, Progress, no_guess
from demine.puzzles import GRADES, GradeName, Puzzle, grade_game, grade_puzzle
from demine.puzzles import minimal as clue_puzzle


@click.command()
@setups.preset_argument(type=click.Choice(list(PRESETS)))
@setups.game_options
@click.option("--start", metavar="CELL", help="The first cell to open, such as c4; usual: a1.")
@click.option(
    "--tries",
    type=numbers.Whole(1),
    default=BOARD_TRIES,
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
@click.option(
    "--repair",
    is_flag=True,
    help="With --no-guess: move mines where a guess is needed, for dense boards. Such boards are "
    "not equally likely.",
)
@click.option(
    "--certificate",
    type=click.Path(),
    metavar="OUT",
    help="Write the proofs to OUT, of a single game.",
)
@click.option(
    "--mines-to",
    type=Output(".mbf", ".mine", ".json"),
    metavar="OUT",
    help="Write the mines of a single game to OUT, in the format of its suffix (.mbf, .mine, "
    ".json).",
)
@click.option("--count", type=numbers.Whole(1), metavar="N",
              help="So many games, of the seeds SEED, SEED + 1, …")  # fmt: skip
@click.option("--grade", type=click.Choice(GRADES),
              help="Games without a guess whose hardest step is of this grade.")  # fmt: skip
@click.option("--minimal", is_flag=True,
              help="Clue puzzles instead: no number can be left out.")  # fmt: skip
@click.option("--solutions", type=numbers.Whole(1), default=1, show_default=True, metavar="S",
              help="How many solutions a clue puzzle has.")  # fmt: skip
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print a JSON object per game without guesses, or per puzzle.",
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
    """Deal a game and print its id, which `demine play --game` takes.

    With --no-guess, a game that proof alone wins from the start. Its certificate holds every cell
    to open with the numbers that prove it safe, and --verify checks one without the engine. If no
    such board is found, that is said (exit code 3). Each seed has its own board, and all are
    equally likely; with --repair, which finds dense ones, they are not.

    A grade is the hardest step that a person cannot avoid: one number (easy), two together
    (medium), three or more (hard), the counter of mines (expert). With --json each game is an
    object with `id`, `start`, `grade`, `size` (numbers in the smallest proof of the hardest step),
    `counter` and, with --repair, `repaired`.

    With --minimal a puzzle is printed as a position that `demine solve` reads (mine format on plain
    grids, else JSON), and with --json as an object with `position`, `mined` (addresses), `clues`,
    `solutions` and, if it is unique, `grade`.

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
    setup = setups.choose_setup(chosen, chosen["no_guess"])
    place = 0 if start is None else cell_at(setup.board, start)
    if start is not None and not (chosen["no_guess"] or grade or as_json or mines_to):
        raise click.UsageError("--start goes with --no-guess, --grade, --json or --mines-to")
    files = _Files(certificate, mines_to)
    if files.are_wanted and (minimal or (count or 1) > 1):
        said = "--minimal" if minimal else f"--count {count}"
        raise click.UsageError(f"--certificate and --mines-to go with a single game: not {said}")
    if minimal:
        _puzzles(chosen, count or 1, solutions, grade, seconds, as_json)
    elif count is not None or grade is not None or as_json:
        _print_graded(chosen, place, count or 1, grade, tries, seconds, as_json, repair, files)
    else:
        _one(chosen, place, tries, seconds, repair, files)


class _Files(NamedTuple):
    """What is written of a single game: its certificate, its mines."""

    certificate: str | None
    mines: str | None

    @property
    def are_wanted(self) -> bool:
        """Whether one of them is."""
        return self.certificate is not None or self.mines is not None

    def write(self, game: Game, cell: int, found: Certificate | None) -> None:
        """Those that are wanted. The game is over then."""
        if self.certificate is not None and found is not None:
            found.write(self.certificate)
        if self.mines is not None:
            formats.write(_solve(game, cell), self.mines)


def _check_proof(needs_proof: bool, repair: bool, files: _Files) -> None:
    """Refuse what only games without a guess have."""
    if files.certificate is not None and not needs_proof:
        raise click.UsageError("--certificate goes with --no-guess")
    if repair and not needs_proof:
        raise click.UsageError("--repair goes with --no-guess")


def _one(
    chosen: GameChoice,
    cell: int,
    tries: int,
    seconds: float | None,
    repair: bool,
    files: _Files,
) -> None:
    setup = setups.choose_setup(chosen, chosen["no_guess"])
    game, found = setup.game(setups.choose_seed(chosen)), None
    _check_proof(setup.no_guess, repair, files)
    if setup.no_guess:
        with ticker("boards tried") as progress:
            found = _search(game, cell, tries, seconds, repair, progress)
        game = found.game
        _say_repaired(repair)
    files.write(game, cell, found)
    click.echo(game.id)
    if setup.no_guess:
        place = game.board.address(cell)
        click.echo(f"begin at {place}: from there no guess is needed", err=True)


def _search(
    game: Game,
    cell: int,
    tries: int,
    seconds: float | None,
    repair: bool,
    progress: Progress = lambda tried: None,
) -> Certificate:
    """A game without a guess; if none is found, the options that may help are named."""
    try:
        return no_guess(game, cell, tries=tries, seconds=seconds, repair=repair, progress=progress)
    except NotFound:
        said = f"no board without a guess found: {tries} were tried"
        more = "more --tries" if repair else "more --tries, or --repair,"
        raise NotFound(f"{said}; {more} may find one") from None


def _say_repaired(repair: bool) -> None:
    if repair:
        click.echo("repaired: such boards are not equally likely", err=True)


def _print_graded(
    chosen: GameChoice,
    cell: int,
    count: int,
    wanted: GradeName | None,
    tries: int,
    seconds: float | None,
    as_json: bool,
    repair: bool,
    files: _Files,
) -> None:
    """Games seed after seed, each without a guess if a grade is asked for."""
    needs_proof = chosen["no_guess"] or wanted is not None or as_json
    _check_proof(needs_proof, repair, files)
    setup = setups.choose_setup(chosen, needs_proof)
    seed, printed = setups.choose_seed(chosen), 0
    meter = Meter(seconds=seconds)
    for number in range(seed, seed + tries):
        game, proof = setup.game(number), None
        if needs_proof:
            try:
                proof = _search(game, cell, tries, meter.left, repair)
                game = proof.game
                grade = grade_game(game, cell, seconds=meter.left)
            except Timeout:
                found = f"{printed} of {count} games found"
                raise Timeout(f"{found} in {meter.seconds:g} seconds") from None
            if wanted is not None and grade.name != wanted:
                continue
            told = {"grade": grade.name, "size": grade.size, "counter": grade.counter}
            told |= {"repaired": True} if repair else {}
            line = {"id": game.id, "start": game.board.address(cell), **told}
        if not printed:
            _say_repaired(repair)
        files.write(game, cell, proof)
        click.echo(json.dumps(line) if as_json else game.id)
        printed += 1
        if printed == count:
            return
    raise NotFound(f"{printed} of {count} games found: {tries} seeds were tried")


def _puzzles(
    chosen: GameChoice,
    count: int,
    solutions: int,
    grade: GradeName | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    if chosen["no_guess"] or chosen["first"] is not None:
        raise click.UsageError("a clue puzzle is not opened: leave out --no-guess and --first")
    setup, seed = setups.choose_setup(chosen), setups.choose_seed(chosen)
    with share_seconds(Budget(seconds=seconds)) as rest:
        for number in range(seed, seed + count):
            puzzle = clue_puzzle(
                setup.board, setup.mines, seed=number, solutions=solutions, grade=grade, **rest()
            )
            between = "\n" if number > seed and not as_json else ""
            told = json.dumps(_puzzle_object(puzzle)) if as_json else _puzzle_text(puzzle)
            click.echo(f"{between}{told}")


def _puzzle_text(puzzle: Puzzle) -> str:
    try:
        return formats.dumps(puzzle.position, "mine").rstrip("\n")
    except FormatError:
        return formats.dumps(puzzle.position, "graph").rstrip("\n")


def _puzzle_object(puzzle: Puzzle) -> dict[str, object]:
    total = puzzle.position.count()
    found: dict[str, object] = {
        "position": json.loads(formats.dumps(puzzle.position, "graph")),
        "mined": [puzzle.board.address(cell) for cell in sorted(puzzle.mined)],
        "clues": puzzle.clues,
        "solutions": total,
    }
    return found | ({"grade": grade_puzzle(puzzle.position).name} if total == 1 else {})


def _verify(file: str) -> str:
    certificate = Certificate.read(file)
    try:
        game = certificate.verify()
    except FormatError as error:
        raise FormatError(f"{file}: the certificate does not hold: {error}") from None
    start = address(game.board, certificate.start)
    return f"{certificate.id}: won from {start} by {len(certificate.steps)} proofs, no guess"


def _solve(game: Game, cell: int) -> Position:
    """Where the mines are, after a first click on the cell."""
    for opened in [cell, *game.board.cells]:
        game.open(opened)
    labels = [MINED if v in game.mined else FREE for v in game.board.cells]
    return Position(game.board, labels, game.mines)
