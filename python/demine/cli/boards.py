"""`demine boards`."""

from __future__ import annotations

import json

import click

from demine.board import PRESETS
from demine.formats import TOPOLOGIES, WORDS, board_of


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the lists as one JSON object.")
def boards(as_json: bool) -> None:
    """List the boards: presets, topologies with their options, and an example of each.

    A name such as grid-16x30-torus is a topology, its sides (rows first) and options. It is what
    --board takes, and what `demine.read` and replays understand; a file with a board will do too.
    """
    click.echo(json.dumps(_object()) if as_json else "\n".join(_lines()))


def _lines() -> list[str]:
    lines = ["presets"]
    for name, preset in PRESETS.items():
        size = f"{preset.rows} rows, {preset.columns} columns, {preset.mines} mines"
        lines.append(f"  {name:<14}{size}")
    lines += ["", "topologies", f"  {'name':<28}{'options':<32}example"]
    for name, topology in TOPOLOGIES.items():
        options = " ".join(topology.words)
        lines.append(f"  {f'{name}-{topology.sides}':<28}{options:<32}{topology.example}")
        cells = f"{len(board_of(topology.example))} cells"
        lines.append(f"    {topology.about}; the example has {cells}")
    lines += ["", "options"]
    lines += [f"  {word:<10}{about}" for word, about in WORDS.items()]
    return [
        *lines,
        "",
        "demine play --board hexagonal-12x16 --mines 30",
        "demine play --board FILE --mines M     any graph: JSON, graph6, DIMACS, PACE;",
        "                                       points `x y`, a line each: their Voronoi cells",
    ]


def _object() -> dict[str, object]:
    return {
        "presets": {
            name: {"rows": p.rows, "cols": p.columns, "mines": p.mines}
            for name, p in PRESETS.items()
        },
        "topologies": {
            name: {
                "sides": topology.sides,
                "options": list(topology.words),
                "about": topology.about,
                "example": topology.example,
            }
            for name, topology in TOPOLOGIES.items()
        },
        "options": dict(WORDS),
    }
