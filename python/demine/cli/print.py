"""`demine print`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, Unpack

import click

from demine import draw, formats
from demine.arguments import show
from demine.board import PRESETS, Board
from demine.cli import numbers, options, setups
from demine.cli.cells import find_cell
from demine.cli.choices import PRESETS_OR_FILES, Renamed
from demine.cli.outputs import Output
from demine.cli.progress import spinner
from demine.cli.setups import GameChoice, PuzzleChoice
from demine.errors import NoLegalAssignment, NotFound
from demine.meter import Budget
from demine.puzzles import (
    GRADES,
    PAPER_SIZES,
    GradeName,
    Paper,
    Puzzle,
    grade_puzzle,
    minimal,
    of_seeds,
    opening,
    sheet,
    under_rules,
)
from demine.rules import parse

_TRIES: Final = 20
_TRIES_FOR_GRADE: Final = 400
"""Boards to try for each puzzle."""


@click.command("print")
@click.argument("files", nargs=-1, type=PRESETS_OR_FILES, metavar="[PRESET | FILES]")
@click.option(
    "--out",
    "-o",
    type=Output(".pdf", ".svg", ".png"),
    default="puzzles.pdf",
    metavar="OUT",
    help="File for the sheet (.pdf, .svg or .png).",
)
@click.option("--preset", type=click.Choice(list(PRESETS)), help="The same as the argument.")
@setups.puzzle_options
@click.option("--count", type=numbers.Whole(1, 500), default=6, metavar="N",
              help="Number of puzzles, with the seeds SEED, SEED + 1, …")  # fmt: skip
@click.option("--grade", type=click.Choice(GRADES), help="Grade of every puzzle (default: any).")
@click.option("--rules", metavar="RULES",
              help="Rules beyond the classic ones, such as capacity=2 or Q,liar.")  # fmt: skip
@click.option("--no-guess", is_flag=True,
              help="Print games without guesses, with the first opening shown.")  # fmt: skip
@click.option("--start", metavar="CELL",
              help="With --no-guess: first cell to open, such as c4 (default: a1).")  # fmt: skip
@click.option("--no-counter", is_flag=True, help="Leave out the number of mines.")
@click.option("--title", default="Minesweeper", metavar="T",
              help="Title of each page.")  # fmt: skip
@click.option("--paper-size", "paper", cls=Renamed, formerly=("--paper",),
              type=click.Choice(list(PAPER_SIZES)), default="a4",
              help="Paper size.")  # fmt: skip
@click.option("--per-page", type=numbers.Whole(1, 60), metavar="K", help="Puzzles per page.")
@click.option("--no-solutions", is_flag=True, help="Leave out the pages with the solutions.")
@options.budgets
def print_(
    files: tuple[str, ...],
    out: str,
    count: int,
    grade: GradeName | None,
    rules: str | None,
    no_guess: bool,
    start: str | None,
    no_counter: bool,
    title: str,
    paper: Paper,
    per_page: int | None,
    no_solutions: bool,
    states: int | None,
    seconds: float | None,
    bytes: int | None,
    **chosen: Unpack[PuzzleChoice],
) -> None:
    """Write a printable sheet of puzzles, with the solutions on the last pages.

    FILES are positions to print, on any kind of board. Without FILES, the command makes puzzles
    with one solution in which every number is needed, on a PRESET (default: beginner) or any other
    board. With --no-guess it prints games that need no guess: the solver looks up the numbers of
    safe cells in the solution. Every puzzle that it makes states its mines and its grade. With
    --rules it makes puzzles under other rules. Those have no grade, and the sheet states the rules
    in words. The sheet also reads well in greyscale. PDF fonts have Western European letters only:
    other vertex names become numbers (#0, #1, …). SVG has all letters.

    \b
    Examples:
      demine print classic
      demine print --board hexagonal-8x8 --mines 12 --count 8 --seed 1 -o hexagons.pdf
      demine print --grade easy --no-counter -o first-steps.pdf
      demine print intermediate --no-guess --grade medium --count 50 -o games.pdf
      demine print --rules Q --board grid-6x6 --mines 12 -o quad.pdf
      demine print examples/beginner.mine examples/torus.json -o mine.svg
    """
    options.check_text(title, "--title")
    files, chosen = _split_preset(files, chosen)
    budget: Budget = {"states": states, "seconds": seconds, "bytes": bytes}
    with spinner("making puzzles"):
        if rules is not None and (files or no_guess or grade is not None):
            raise click.UsageError("--rules makes puzzles: leave out files, --no-guess and --grade")
        if files:
            puzzles = [_read_puzzle(file, **budget) for file in files]
        else:
            maker = _game_maker if no_guess else _puzzle_maker
            make = maker(grade, no_counter, start)
            make = make if rules is None else _ruled_maker(rules, no_counter)
            tries = count * (_TRIES if grade is None else _TRIES_FOR_GRADE)
            puzzles = _make_puzzles(chosen, count, make, tries, **budget)
        pages = sheet(
            puzzles, title=title, paper=paper, per_page=per_page, solutions=not no_solutions
        )
        draw.save_pages(pages, out, title)
    plural = "puzzle" if len(puzzles) == 1 else "puzzles"
    leaves = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
    click.echo(f"{out}: {len(puzzles)} {plural} on {leaves}")
    words = [word for puzzle in puzzles for word in puzzle.board.words or ()]
    if out.lower().endswith(".pdf") and not all(map(draw.has_letters, words)):
        note = "names with letters that the fonts of a PDF lack are numbers (#0, …); .svg has all"
        click.echo(f"{out}: {note}", err=True)


def _split_preset(
    files: tuple[str, ...], chosen: PuzzleChoice
) -> tuple[tuple[str, ...], PuzzleChoice]:
    """A single argument may be a preset, unless a file has that name."""
    if len(files) != 1 or files[0] not in PRESETS or Path(files[0]).exists():
        return files, chosen
    if chosen["preset"] is not None:
        said = f"{show(files[0])} and --preset {chosen['preset']}"
        raise click.UsageError(f"expected only one of {said}")
    return (), {**chosen, "preset": files[0]}


def _read_puzzle(file: str, **budget: Unpack[Budget]) -> Puzzle:
    """A position from a file, with one of its solutions."""
    try:
        position = formats.read(file)
    except FileNotFoundError as error:
        if Path(file).suffix:
            raise
        if file in PRESETS:
            raise click.UsageError(
                f"{file} is a preset among files: expected files, or one preset"
            ) from None
        expected = f"expected one of {', '.join(PRESETS)}"
        raise FileNotFoundError(error.errno, f"No such preset or file: {expected}", file) from None
    position.check_classic("demine print")
    solutions = position.solutions(
        states=budget.get("states"), seconds=budget.get("seconds"), bytes=budget.get("bytes")
    )
    total = solutions.count()
    if not total:
        raise NoLegalAssignment(f"{file}: the position has no legal assignment")
    mines = "" if position.mines is None else f"{position.mines} mines"
    several = "" if total == 1 else f"{total} solutions" if total < 10**6 else "many solutions"
    name = ", ".join(filter(None, [mines, several]))
    return Puzzle(position, solutions[0], name)


Maker = Callable[[Board, int, int, Budget], Puzzle]
"""Makes the puzzle of a board, a number of mines and a seed; `NotFound` if there is none."""


def _puzzle_maker(grade: GradeName | None, no_counter: bool, start: str | None) -> Maker:
    """Puzzles in which every number is needed."""
    if start is not None:
        raise click.UsageError("--start needs --no-guess")

    def make(board: Board, mines: int, seed: int, budget: Budget) -> Puzzle:
        made = minimal(board, mines, seed=seed, counter=not no_counter, grade=grade, **budget)
        if grade is not None:
            return made
        found = grade_puzzle(made.position, **budget).name
        return replace(made, name=", ".join(filter(None, [made.name, found])))

    return make


def _ruled_maker(rules: str, no_counter: bool) -> Maker:
    """Puzzles under other rules."""

    def make(board: Board, mines: int, seed: int, budget: Budget) -> Puzzle:
        try:
            parse(board, rules)
        except ValueError as error:
            raise click.UsageError(f"--rules {show(rules)}: {error}") from None
        return under_rules(board, mines, rules, seed=seed, counter=not no_counter, **budget)

    return make


def _game_maker(grade: GradeName | None, no_counter: bool, start: str | None) -> Maker:
    """Games that need no guess, after the first opening."""
    if no_counter:
        raise click.UsageError("--no-guess uses the number of mines: leave out --no-counter")

    def make(board: Board, mines: int, seed: int, budget: Budget) -> Puzzle:
        place = 0 if start is None else find_cell(board, start)
        return opening(board, mines, seed=seed, start=place, grade=grade, **budget)

    return make


def _make_puzzles(
    chosen: PuzzleChoice, count: int, make: Maker, tries: int, **budget: Unpack[Budget]
) -> list[Puzzle]:
    game: GameChoice = {**chosen, "first": None, "no_guess": False}
    setup, seed = setups.choose_setup(game), setups.choose_seed(chosen)
    board = formats.name_of(setup.board)
    ending = "" if board.startswith("graph") else board

    def try_seed(number: int) -> Puzzle | None:
        # Without the counter, or within a grade, not every board has a puzzle.
        with suppress(NotFound):
            made = make(setup.board, setup.mines, number, budget)
            return replace(made, name=", ".join(filter(None, [made.name, ending])))
        return None

    puzzles = list(of_seeds(try_seed, seed, count, tries))
    if len(puzzles) == count:
        return puzzles
    raise NotFound(f"{len(puzzles)} of {count} puzzles found: {tries} boards were tried")
