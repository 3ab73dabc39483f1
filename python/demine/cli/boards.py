"""`demine boards`."""

from __future__ import annotations

import json

import click

from demine.board import PRESETS
from demine.board.registry import describe_topologies
from demine.formats import board_of


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the lists as one JSON object.")
def boards(as_json: bool) -> None:
    """List presets, topologies and their options, with an example of each.

    A name such as grid-16x30-torus is a topology, its sides (rows first) and its options. --board,
    `demine.read` and replays take such names. --board also takes a file with a board.
    """
    click.echo(json.dumps(_object()) if as_json else "\n".join(_lines()))


def _lines() -> list[str]:
    lines = ["presets"]
    for name, preset in PRESETS.items():
        size = f"{preset.rows} rows, {preset.columns} columns, {preset.mines} mines"
        lines.append(f"  {name:<20}{size}")
    lines += ["", "topologies", f"  {'name':<28}{'options':<32}example"]
    listed = describe_topologies()
    for name, topology in listed["topologies"].items():
        options, example = " ".join(topology["options"]), topology["example"]
        pattern = f"{name}-{topology['sides']}"
        lines.append(f"  {pattern:<28}{options:<32}{example}")
        lines.append(f"    {topology['about']}; the example has {len(board_of(example))} cells")
    lines += ["", "options"]
    lines += [f"  {word:<10}{about}" for word, about in listed["options"].items()]
    return [
        *lines,
        "",
        "demine play --board hexagonal-12x16 --mines 30",
        "demine play --board FILE --mines M     any graph: JSON, graph6, DIMACS, PACE;",
        "                                       points `x y`, a line each: their Voronoi cells;",
        "                                       GeoJSON: a map, a cell for each shape",
    ]


def _object() -> dict[str, object]:
    return {
        "presets": {
            name: {"rows": p.rows, "cols": p.columns, "mines": p.mines}
            for name, p in PRESETS.items()
        },
        **describe_topologies(),
    }
