"""`demine tally`."""

from __future__ import annotations

import json
from typing import Any

import click

from demine.arena import Tally, loads, merge
from demine.cli import options
from demine.cli.arena import print_tally
from demine.errors import FormatError
from demine.files import read_bytes


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per contest.")
def tally(files: tuple[str, ...], as_json: bool) -> None:
    """Merge the results of several runs of `simulate` or `compare`.

    FILES hold JSON lines that --json or --resume wrote. The command adds up the results of the same
    strategy, board, rules and version. It is an error if two files hold the same game.

    \b
    Example:
      demine tally runs/mine/tallies.jsonl other.jsonl
    """
    by_contest: dict[str, list[Tally]] = {}
    for read in (line for file in files for line in _lines(file)):
        key = json.dumps([read.contest, read.version], sort_keys=True)
        by_contest.setdefault(key, []).append(read)
    if not by_contest:
        raise FormatError(
            f"{', '.join(files)}: no finished games: expected lines of --json or --resume"
        )
    options.blame(", ".join(files))
    merged = [merge(tallies) for tallies in by_contest.values()]
    for one in merged:
        print_tally(one, as_json)
        if not as_json:
            _print_difference(one, merged)


def _print_difference(one: Tally, merged: list[Tally]) -> None:
    """What tells a contest from others that look the same."""
    alike = [_unseen(other) for other in merged if _seen(other) == _seen(one)]
    differ = [name for name in alike[0] if len({str(other[name]) for other in alike}) > 1]
    if differ:
        unseen = _unseen(one)
        click.echo("  " + ", ".join(f"{name} {unseen[name]}" for name in differ))


def _seen(tally: Tally) -> list[Any]:
    return [tally.contest[name] for name in ("strategy", "board", "mines", "first")]


def _unseen(tally: Tally) -> dict[str, str]:
    """What the line of a tally leaves out."""
    given = ", ".join(f"{name}={value}" for name, value in tally.contest["parameters"].items())
    sealed = tally.contest.get("seal", "none")
    return {"version": tally.version, "parameters": given or "none", "seal": sealed}


def _say(line: bytes, error: FormatError) -> str:
    """What is wrong with a line."""
    if b'"estimate": "conditional"' in line:
        return "conditional estimates cannot be merged: run one of more games instead"
    return str(error)


def _lines(file: str) -> list[Tally]:
    name, data = read_bytes(file)
    lines = data.split(b"\n") if isinstance(data, bytes) else []
    tallies = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                tallies.append(loads(line))
        except FormatError as error:
            raise FormatError(f"{name}: line {number}: {_say(line, error)}") from None
    return tallies
