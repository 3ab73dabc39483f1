"""Command lines: every command with options that are right, wrong and absurd."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import click
from click.testing import CliRunner

from demine.cli import commands as group
from fuzz.findings import Finding
from fuzz.mutations import mutate

_ROUND = 20
_VALUES = [
    "0", "1", "2", "3", "7", "-1", "nan", "inf", "1e400", "9" * 30, "9" * 5000, "", "x", "١",
    "\x1b[2J", "a1", "z99", "any", "safest", "no:module", "os:getcwd", "json", "--", "-", "/",
    "/dev/null", "expert", "beginner", "grid-3x3-2-safe-1", "graph-x-1-safe-1", "0.5",
    "a & b", "0,0",
]  # fmt: skip
_TEXTS = ["3x2x1\nHHH\n111\n", "p tw 3 2\n1 2\n2 3\n", "2x1x?\nH1\n", '{"vertices": 1}', "", "\x1b"]
# What plays on, listens, draws for minutes, or writes where it is told to.
_LEFT_OUT = {"play", "serve", "reproduce"}
_SMALL = {
    "simulate": ["--games=3", "--workers=1", "--rows=3", "--cols=3", "--mines=2"],
    "compare": ["--games=3", "--workers=1", "--rows=3", "--cols=3", "--mines=2"],
    "generate": ["--tries=3", "--seconds=1"],
}


def commands(random: Random) -> int:
    """Each command must end with an answer, or with one line and an exit code."""
    folder = Path(mkdtemp())
    runner = CliRunner()
    with chdir(folder):  # some commands write where they are
        for _ in range(_ROUND):
            _run(runner, _line(random, folder), random)
    return _ROUND


def _run(runner: CliRunner, line: list[str], random: Random) -> None:
    text = random.choice(_TEXTS) if random.random() < 0.5 else mutate(_TEXTS[0], random)
    data = text.encode(errors="surrogatepass")
    result = runner.invoke(group, line, input=data, standalone_mode=False)
    wrong = result.exception
    if wrong is not None and not isinstance(wrong, click.ClickException | SystemExit):
        raise Finding(f"{type(wrong).__name__} {wrong}", (line, text))


def _line(random: Random, folder: Path) -> list[str]:
    name = random.choice([name for name in sorted(group.commands) if name not in _LEFT_OUT])
    command = group.commands[name]
    words = [name]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            words += [_argument(parameter, random, folder) for _ in range(random.randint(0, 2))]
        elif random.random() < 0.25:
            words += _option(parameter, random, folder)
    return words + _SMALL.get(name, ["--seconds=1"] if _has(command, "seconds") else [])


def _has(command: click.Command, name: str) -> bool:
    return any(parameter.name == name for parameter in command.params)


def _argument(parameter: click.Parameter, random: Random, folder: Path) -> str:
    if isinstance(parameter.type, click.Path):
        return random.choice(["-", "-", str(folder / "none"), str(folder), "/dev/null"])
    return random.choice(_VALUES)


def _option(parameter: click.Parameter, random: Random, folder: Path) -> list[str]:
    name = parameter.opts[0]
    if getattr(parameter, "is_flag", False) or getattr(parameter, "flag_value", None) is True:
        return [name]
    if isinstance(parameter.type, click.Path):
        return [name, str(folder / random.choice(["out", "out.svg", "out.json", "a/b"]))]
    if isinstance(parameter.type, click.Choice) and random.random() < 0.8:
        return [name, str(random.choice(parameter.type.choices))]
    return [name, random.choice(_VALUES)]
