"""The results of `demine simulate` and `demine compare`, as text or JSON."""

from __future__ import annotations

import json

import click

from demine.arena import Contrast, Estimate, Tally
from demine.wording import percent


def print_outcome(
    result: Estimate | Tally, as_json: bool, key: str | None = None, details: str = ""
) -> None:
    """Print the result of a strategy as text or JSON; the key of a sealed run comes last."""
    if as_json:
        click.echo(json.dumps(result.record | ({} if key is None else {"key": key})))
        return
    played = result.contest
    where = f"{played['board']}, {played['mines']} mines, first click {played['first']}"
    lines = [f"{played['strategy']} on {where}: {result}", details, key and f"key: {key}"]
    click.echo("\n".join(filter(None, lines)))


def print_contrast(result: Contrast, as_json: bool) -> None:
    """Print both rates, their difference and the decision."""
    if as_json:
        click.echo(json.dumps(result.record))
        return
    print_outcome(result.a, as_json)
    print_outcome(result.b, as_json)
    a, b = result.a.contest["strategy"], result.b.contest["strategy"]
    verdict = {
        "A": f"{a} is better",
        "B": f"{b} is better",
        "equal": f"they differ by less than {percent(result.margin, 2)}",
        None: "undecided",
    }[result.decision]
    low, high = (f"{100 * end:+.2f} %" for end in (result.low, result.high))
    interval = f"{percent(1 - result.alpha, 0)} at all times {low} to {high}"
    more = f"+{percent(result.difference, 2)} more"
    if result.difference < 0:
        more = f"{percent(-result.difference, 2)} less"
    click.echo(f"{a} wins {more} ({interval}): {verdict}")
