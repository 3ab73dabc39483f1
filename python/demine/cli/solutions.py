"""`demine solutions`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Final, Unpack

import click

from demine import files, formats
from demine.arguments import show
from demine.board import Board
from demine.cli import numbers as ranges
from demine.cli import options
from demine.cli.outputs import SVG
from demine.cli.progress import spinner
from demine.errors import FormatError, NoLegalAssignment
from demine.files import STANDARD, decode, read_bytes, write_bytes, write_decimal
from demine.meter import Budget
from demine.position import Position
from demine.rules import Filling, Fillings
from demine.solutions import METHODS, Method, Solution, Solutions

# Exact numbers of any use; "1e999999999" would be one of a billion digits.
_COST: Final = re.compile(
    r"[+-]?([0-9]{1,400}(/[0-9]{1,400}|\.[0-9]{0,400})?|\.[0-9]{1,400})([eE][+-]?[0-9]{1,3})?"
)


@click.command()
@options.file
@options.mines
@options.numbers
@click.option(
    "--count", "wanted", flag_value="count", hidden=True, help="Print the number of solutions."
)
@click.option(
    "--list", "listed", type=ranges.Whole(), metavar="N", help="Print the first N solutions."
)
@click.option("--sample", type=ranges.Whole(), metavar="N", help="Print N random solutions.")
@click.option(
    "--seed",
    type=ranges.Whole(-ranges.MOST),
    metavar="N",
    help="Seed of --sample (default: random).",
)
@click.option(
    "--cheapest",
    type=click.Path(allow_dash=True),
    metavar="COSTS",
    help="Print the solution with the lowest total cost; COSTS is a file.",
)
@click.option("--dot", "wanted", flag_value="dot", help="Print the diagram for Graphviz.")
@click.option(
    "--stats",
    "wanted",
    flag_value="stats",
    help="Print sizes of the diagram, as lines `name value`.",
)
@click.option("--svg", type=SVG, metavar="OUT", help="Also draw a small diagram to OUT (.svg).")
@click.option("--save", type=click.Path(), metavar="OUT", help="Also save the set to OUT.")
@click.option("--method", type=click.Choice(METHODS), default="cells",
              help="How to build the diagram.")  # fmt: skip
@click.option("--near", is_flag=True, help="Leave out cells that touch no number (Suzuki).")
@click.option("--json", "as_json", is_flag=True, help="Print solutions as a JSON list of lists.")
@options.budgets
def solutions(
    file: str,
    trust_flags: bool,
    mines: int | str | None,
    numbers: bool,
    wanted: str | None,
    listed: int | None,
    sample: int | None,
    seed: int | None,
    cheapest: str | None,
    svg: str | None,
    save: str | None,
    method: Method,
    near: bool,
    as_json: bool,
    **budget: Unpack[Budget],
) -> None:
    """Build the set of all solutions (legal assignments), and print its size or members.

    Without an option the command prints the number of solutions. A solution is one line: its mined
    cells, by address (with --numbers and --json: by number from 0). Where cells may hold several
    mines, a cell is listed once for each of its mines. FILE may also be a set that --save wrote.
    COSTS is a file with one number per cell; the cheapest solution has the lowest total over its
    mines. If there is no legal assignment, only a count of 0 is printed, and the exit code is 1.

    \b
    Examples:
      demine solutions examples/expert.mine
      demine solutions --sample 3 --seed 1 examples/expert.mine
      demine solutions --near --mines any --save all.zdd examples/expert.mine
      demine solutions --list 2 all.zdd
      demine solutions --dot examples/beginner.mine | dot -Tsvg > diagram.svg
    """
    asked = [wanted, listed, sample, cheapest]
    if sum(choice is not None for choice in asked) > 1:
        raise click.UsageError(
            "ask for one of --count, --list, --sample, --cheapest, --dot, --stats"
        )
    if cheapest == STANDARD == file:
        raise click.UsageError("the position and the costs cannot both be read from standard input")
    with spinner("finding all solutions"):
        found = _find(file, trust_flags, mines, method, near, budget)
        if isinstance(found, Fillings) and (wanted in ("dot", "stats") or svg or save):
            raise click.UsageError(
                "--dot, --stats, --svg and --save need a diagram over cells: "
                "here, cells may hold several mines"
            )
        total = found.count(**budget)
        answer = list(_answer(found, total, wanted))
    costs = None if cheapest is None else _read_costs(cheapest, found.board)
    name = options.namer(found.board, numbers)
    if listed is not None:
        _print(islice(found, listed), name, as_json)
    elif sample is not None and total:
        _print(found.sample_iter(sample, seed, **budget), name, as_json)
    elif costs is not None and total:
        _print([found.cheapest(costs, **budget)], name, as_json)
    elif sample is None and costs is None:
        click.echo("\n".join(answer))
    if isinstance(found, Solutions):
        _write(found, svg, save)
    if not total:
        raise NoLegalAssignment("the position has no legal assignment")


def _find(
    file: str,
    trust_flags: bool,
    mines: int | str | None,
    method: Method,
    near: bool,
    budget: Budget,
) -> Solutions | Fillings:
    """The set of a position, or one that was saved."""
    found = files.read_as(file, partial(_saved_or_position, trust_flags))
    if isinstance(found, Solutions):
        return found.with_mines(mines) if isinstance(mines, int) else found
    options.blame(file)
    position = options.with_mines(found, mines)
    if near and position.mines is not None:
        raise click.UsageError("--near needs an unknown number of mines: say --mines any")
    if position.rules is not None and method == "cells" and not near:
        fillings = position.fillings(**budget)
        return fillings if max(fillings.capacity, default=0) > 1 else fillings.solutions()
    return position.solutions(method, loose=not near, **budget)


def _answer(found: Solutions | Fillings, total: int, wanted: str | None) -> Iterator[str]:
    match wanted, found:
        case "dot", Solutions():
            yield found.dot().rstrip("\n")
        case "stats", Solutions():
            yield f"solutions {write_decimal(total)}"
            yield f"cells {len(found.order)}"
            yield f"nodes {found.nodes}"
            yield f"bytes {found.bytes}"
        case _:
            yield write_decimal(total)


def _print(chosen: Iterable[Solution | Filling], name: Callable[[int], str], as_json: bool) -> None:
    """One by one as they come: there may be millions."""
    if not as_json:
        for solution in chosen:
            click.echo(" ".join(map(name, _mined(solution))))
        return
    between = "["
    for solution in chosen:
        click.echo(between + json.dumps(_mined(solution)), nl=False)
        between = ", "
    click.echo("]" if between != "[" else "[]")


def _mined(solution: Solution | Filling) -> list[int]:
    """The mined cells, each once for each of its mines."""
    if isinstance(solution, frozenset):
        return sorted(solution)
    return [cell for cell, mines in enumerate(solution) for _ in range(mines)]


def _write(found: Solutions, svg: str | None, save: str | None) -> None:
    if svg is not None:
        try:
            write_bytes(svg, found.svg().encode())
        except ValueError as error:
            raise click.UsageError(f"--svg: {error}") from None
    if save is not None:
        found.save(save)


def _saved_or_position(trust_flags: bool, data: str | bytes) -> Solutions | Position:
    if formats.zdd.is_dump(data):
        return formats.zdd.parse(decode(data))
    return formats.loads(data, trust_flags=trust_flags)


def _read_costs(path: str, board: Board) -> list[Fraction]:
    with options.blaming(path):
        return _costs(path, board)


def _costs(path: str, board: Board) -> list[Fraction]:
    """One exact number per cell."""
    name, data = read_bytes(path)
    words = decode(data).split()
    try:
        costs = [_number(word) for word in words]
    except ValueError as error:
        raise FormatError(f"{name}: {error}") from None
    if len(costs) != len(board):
        raise FormatError(
            f"{name}: {len(costs)} costs for {len(board)} cells: expected one per cell"
        )
    return costs


def _number(word: str) -> Fraction:
    if _COST.fullmatch(word) is None:
        raise ValueError(f"{show(word)} is no cost: expected a number")
    try:
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{show(word)} is no cost: expected a number") from None
