"""`python -m fuzz`: run campaigns, continue them, repeat a finding, or summarise the log."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from fuzz.campaign import CAMPAIGNS, Stretch, read, run, try_round


@click.command()
@click.option("--minutes", default=5.0, show_default=True, help="How long.")
@click.option("--only", multiple=True, type=click.Choice(list(CAMPAIGNS)), help="Not all of them.")
@click.option("--log", type=click.Path(path_type=Path), default=Path("runs/fuzz.jsonl"))
@click.option("--round", "number", type=int, help="Run one round again, and say what it finds.")
@click.option("--report", is_flag=True, help="Sum up the log as a table, and run nothing.")
def main(
    minutes: float, only: tuple[str, ...], log: Path, number: int | None, report: bool
) -> None:
    """Try random input against every promise of the package."""
    names = list(only or CAMPAIGNS)
    if number is not None:
        found = [said for name in names if (said := try_round(name, number)[1]) is not None]
        click.echo("\n".join(found) or "nothing found")
        sys.exit(bool(found))
    if not report:
        _run(names, log, minutes)
    stretches = read(log)
    click.echo(table(stretches))
    sys.exit(any(stretch.findings for stretch in stretches))


def _run(names: list[str], log: Path, minutes: float) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task("starting", total=60 * minutes)
        cases = findings = 0

        def watch(stretch: Stretch) -> None:
            nonlocal cases, findings
            cases, findings = cases + stretch.cases, findings + len(stretch.findings)
            said = f"{stretch.campaign}: {cases:,} cases, {findings} findings"
            progress.update(task, advance=stretch.seconds, description=said)

        for stretch in run(names, log, minutes, watch):
            for finding in stretch.findings:
                progress.console.print(f"{stretch.campaign} {finding}", markup=False)


def table(stretches: list[Stretch]) -> str:
    """Campaigns with their rounds, cases, seconds and findings."""
    by_name: dict[str, list[Stretch]] = defaultdict(list)
    for stretch in stretches:
        by_name[stretch.campaign].append(stretch)
    lines = ["| campaign | rounds | cases | seconds | findings |", "|---|---|---|---|---|"]
    for name, some in by_name.items():
        sums = [sum(getattr(one, what) for one in some) for what in ("rounds", "cases", "seconds")]
        findings = sum(len(one.findings) for one in some)
        lines.append(f"| {name} | {sums[0]:,} | {sums[1]:,} | {sums[2]:,.0f} | {findings} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
