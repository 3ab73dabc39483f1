"""`demine simulate --benchmark`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click
from click.core import ParameterSource

from demine import arena
from demine.arena import find_strategy
from demine.cli.progress import bar
from demine.cli.redirect import stdout_to_stderr
from demine.cli.watch import Watch

option = click.option(
    "--benchmark", type=click.Choice(list(arena.BENCHMARKS)),
    help="Play on each preset of a benchmark, and print published winning rates beside ours.",
)  # fmt: skip

_BOARD: Final = ("preset", "board", "rows", "cols", "mines")
_RULES: Final = ("first", "start", "effort", "key", "sealed")


def refuse_other_games(estimate: str, plot: Path | None) -> None:
    """One line if options choose other games than those of the benchmark."""
    source = click.get_current_context().get_parameter_source
    given = [name for name in (*_BOARD, *_RULES) if source(name) is ParameterSource.COMMANDLINE]
    given += ["plot"] * (plot is not None) + ["estimate"] * (estimate == "conditional")
    if given:
        names = ", ".join(f"--{name}" for name in given)
        raise click.UsageError(f"--benchmark sets the boards and rules: remove {names}")


def play(strategy: str, name: str, run: arena.Run, as_json: bool) -> None:
    """Print each board of a benchmark when its games are over."""
    with stdout_to_stderr(as_json):
        player = find_strategy(strategy)
    watch = Watch(lambda done, said: None)
    rows = arena.benchmark(player, name, watch=watch, **run)
    for preset in arena.BENCHMARKS[name]:
        shown = bar(f"{strategy} on {preset} wins", run["games"])
        with shown as watch.progress, stdout_to_stderr(as_json), watch.tell_if_interrupted():
            row = next(rows)
        click.echo(json.dumps(row.record) if as_json else str(row))
