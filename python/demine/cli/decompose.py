"""`demine decompose`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Unpack

import click

from demine import treewidth
from demine.board import Board, Decomposition
from demine.cli import options, setups
from demine.cli.numbers import Whole
from demine.cli.outputs import Output
from demine.cli.progress import spinner
from demine.errors import FormatError
from demine.files import write_bytes
from demine.formats import td as td_format
from demine.labels import COVERED
from demine.meter import Budget
from demine.position import Position


@click.command()
@click.argument("file", type=click.Path(allow_dash=True), required=False)
@options.trust_flags
@setups.board_option
@click.option(
    "--td",
    type=Output(".td"),
    metavar="OUT",
    help="Write the decomposition to OUT, in the format of PACE.",
)
@click.option(
    "--check",
    type=click.Path(),
    metavar="TD",
    help="Only check the decomposition in the file TD, in the same format.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Find a decomposition of least width (the treewidth); only for small graphs.",
)
@click.option(
    "--nice",
    is_flag=True,
    help="Print a nice decomposition: a node forgets or introduces a cell, or joins two nodes.",
)
@click.option(
    "--effort",
    type=Whole(1, 10_000),
    default=2,
    metavar="E",
    help="How long to search for a narrower decomposition; 1 takes half as long.",
)
@options.numbers
@options.budgets
def decompose(
    file: str | None,
    trust_flags: bool,
    board: str | None,
    td: str | None,
    check: str | None,
    exact: bool,
    nice: bool,
    effort: int,
    numbers: bool,
    **budget: Unpack[Budget],
) -> None:
    """Print a tree decomposition of the graph.

    The first line gives the width of the decomposition, and a bound that no width is below. Each
    further line lists the cells of a bag. With --nice, it is a node: its number, what it does, the
    numbers of its children, and its cells. Children come before their parents.

    \b
    Examples:
      demine decompose examples/expert.mine | head -1
      demine decompose --board grid-16x30-torus
      demine decompose --exact examples/petersen.gr
      demine decompose --effort 10 examples/petersen.gr
      demine decompose --nice examples/petersen.gr
      demine decompose --td expert.td examples/expert.mine
      demine decompose --check expert.td examples/expert.mine
    """
    position = _position(file, trust_flags, board)
    if check is not None:
        with options.blaming(check):
            said = _check(check, position.board)
        click.echo(said)
        return
    with spinner("decomposing"):
        found = _decompose(position, exact, effort, budget)
        known = found.width if exact else treewidth.lower_bound(position.board)
        made = treewidth.make_nice(found) if nice else None
    if td is not None:
        write_bytes(td, (made.decomposition() if made else found).td().encode())
        return
    name = options.namer(position.board, numbers)
    lines = _nodes(made.nodes, name) if made else (" ".join(map(name, bag)) for bag in found.bags)
    click.echo("\n".join([_width(found.width, known), *lines]))


def _position(file: str | None, trust_flags: bool, name: str | None) -> Position:
    """The position in a file, or a covered board by its name."""
    if name is None and file is not None:
        return options.read(file, trust_flags)
    board = setups.board_of_one(file, name)
    return Position(board, [COVERED] * len(board))


def _decompose(position: Position, exact: bool, effort: int, budget: Budget) -> Decomposition:
    if exact:
        return treewidth.decompose(position.board, **budget)
    return position.decomposition(effort=effort, **budget)


def _width(width: int, known: int) -> str:
    """The first line; `known` is a bound that no decomposition is below."""
    return f"width {width}, the least" if width == known else f"width {width}, at least {known}"


def _nodes(nodes: list[treewidth.Node], name: Callable[[int], str]) -> Iterator[str]:
    """A line per node of a nice decomposition, numbered from 1."""
    for number, node in enumerate(nodes, start=1):
        below = " ".join(str(child + 1) for child in node.children)
        cells = " ".join(map(name, sorted(node.bag)))
        yield f"{number} {_does(node, nodes)} {below}: {cells}".replace(" :", ":").rstrip()


def _does(node: treewidth.Node, nodes: list[treewidth.Node]) -> str:
    if len(node.children) != 1:
        return "joins" if node.children else "leaf"
    return "forgets" if node.bag < nodes[node.children[0]].bag else "introduces"


def _check(file: str, board: Board) -> str:
    found = td_format.read(file)
    try:
        found.validate(board)
    except ValueError as error:
        raise FormatError(f"{file}: {error}") from None
    return f"{file}: a tree decomposition of width {found.width}, {len(found.bags)} bags"
