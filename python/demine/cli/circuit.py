"""`demine circuit`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import click

from demine import draw, formats
from demine.circuits import Circuit, Style, automaton, compile, compile_cnf, svg
from demine.cli import numbers
from demine.cli.choices import Renamed
from demine.cli.failures import FILE
from demine.cli.outputs import SVG
from demine.cli.progress import spinner
from demine.files import read_bytes, write_bytes

_VALUES: Final = {"true": True, "false": False, "any": None}
_WRITABLE: Final = ("mine", "graph", "cnf", "opb")


@click.command()
@click.argument("formula", required=False)
@click.option(
    "--cnf", type=click.Path(allow_dash=True), metavar="FILE", help="Read a CNF from a DIMACS file."
)
@click.option(
    "--rule",
    type=numbers.Whole(),
    metavar="N",
    help="Lay out a run of elementary rule N (0 to 255) instead of a formula.",
)
@click.option(
    "--first-row",
    "start",
    cls=Renamed,
    formerly=("--start",),
    metavar="CELLS",
    help="With --rule: the first row, such as 0001; ? stands for 0 or 1.",
)
@click.option(
    "--steps",
    type=numbers.Whole(),
    default=1,
    metavar="T",
    help="With --rule: the number of steps.",
)
@click.option(
    "--value",
    type=click.Choice(list(_VALUES)),
    default="true",
    help="Value that the formula must have; `any` leaves it open.",
)
@click.option(
    "--box", "in_box", is_flag=True, help="Use a three-dimensional board, with walls of mines."
)
@click.option("--ones", is_flag=True, help="Use no number but 1; the padding is known free.")
@click.option(
    "--svg", "picture", type=SVG, metavar="OUT", help="Also draw the circuit to OUT (.svg)."
)
@click.option("--to", type=click.Choice(_WRITABLE), help="Print only the position, in this format.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print position and wires as one JSON object."
)
def circuit(
    formula: str | None,
    cnf: str | None,
    rule: int | None,
    start: str | None,
    steps: int,
    value: str,
    in_box: bool,
    ones: bool,
    picture: str | None,
    to: str | None,
    as_json: bool,
) -> None:
    """Lay out a Boolean formula as a Minesweeper position.

    FORMULA consists of variables, ~ & ^ | -> <-> and brackets. The position has one legal
    assignment for each satisfying assignment of the formula (Kaye 2000). The JSON object holds
    `formula`, `variables`, `outputs`, `wires` and `position` (in the format `graph`). `wires` lists
    for each variable and subformula the cells that are mined if and only if it is true.

    With --rule, the position is a run of a one-dimensional automaton: the wire xT[I] is cell I
    after T steps.

    \b
    Examples:
      demine circuit 'a & (b | ~c)'
      demine circuit 'a & (b | ~c)' --svg circuit.svg
      demine circuit 'a ^ b ^ c' --to mine | demine count -
      demine circuit 'a ^ b ^ c' --ones --to mine | demine count -
      demine circuit --cnf problem.cnf --to mine > problem.mine
      demine circuit --rule 110 --first-row 00001 --steps 4 --svg run.svg
    """
    with spinner("laying out"):
        style: Style = "ones" if ones else "kaye"
        if rule is not None or start is not None:
            made = _run(rule, start, steps, style, [formula, cnf, in_box])
        else:
            made = _make(formula, cnf, _VALUES[value], 3 if in_box else 2, style)
    if picture is not None:
        write_bytes(picture, svg(made).encode())
    if as_json:
        click.echo(json.dumps(_object(made)))
    elif to is not None:
        click.echo(formats.dumps(made, to), nl=False)
    else:
        click.echo("\n".join(_lines(made)))


def _run(
    rule: int | None, start: str | None, steps: int, style: Style, others: list[object]
) -> Circuit:
    """The run of a rule, which takes no formula."""
    if rule is None or start is None or any(others):
        raise click.UsageError("expected --rule with --first-row, and no FORMULA, --cnf or --box")
    return automaton(rule, start, steps, style=style)


def _make(
    formula: str | None, cnf: str | None, value: bool | None, dimensions: int, style: Style
) -> Circuit:
    if formula is not None and cnf is None:
        return compile(formula, value=value, dimensions=dimensions, style=style)
    if cnf is None or formula is not None:
        raise click.UsageError("expected either a FORMULA or --cnf FILE")
    name, data = read_bytes(cnf)
    click.get_current_context().meta[FILE] = name
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    return compile_cnf(text, value=value, dimensions=dimensions, style=style)


def _object(circuit: Circuit) -> dict[str, Any]:
    return {
        "formula": circuit.formula,
        "variables": circuit.variables,
        "outputs": circuit.outputs,
        "wires": {wire: list(cells) for wire, cells in circuit.wires.items()},
        "position": json.loads(formats.dumps(circuit, "graph")),
    }


def _lines(circuit: Circuit) -> Iterator[str]:
    yield draw.text(circuit).rstrip("\n")
    yield ""
    yield "A wire is true where its cell is mined; the first cell of each:"
    for wire, cells in circuit.wires.items():
        yield f"  {circuit.board.address(cells[0]):>7}  {wire}"
