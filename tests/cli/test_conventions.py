"""One convention for the words of all commands (docs/reference/command-line.md), and what is made
from them: completion and the manual page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from command import COMMAND, answer, complaint, say
from demine.cli import commands
from demine.cli.choices import STRATEGIES, Names
from paths import BEGINNER, EXAMPLES


def visible() -> Iterator[tuple[str, click.Option]]:
    """Every option that some help shows, with its command."""
    for name, command in commands.commands.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                yield name, parameter


def kind(option: click.Option) -> str:
    """What a user types after the option."""
    takes = "choice" if isinstance(option.type, click.Choice) else option.metavar
    return "nothing" if option.is_flag and option.is_bool_flag else str(takes)


def by_name() -> dict[str, dict[str, set[str]]]:
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for command, option in visible():
        taken = "nothing" if option.is_flag else kind(option)
        for name in option.opts:
            found[name][taken].add(command)
    return found


@pytest.mark.parametrize("name", sorted(by_name()))
def test_an_option_takes_the_same_everywhere(name: str) -> None:
    kinds = by_name()[name]
    assert len(kinds) == 1, {taken: sorted(of) for taken, of in kinds.items()}


def test_every_option_has_a_name_for_its_value_and_a_help_text() -> None:
    for command, option in visible():
        where = f"{command} {option.opts[0]}"
        assert option.help, where
        assert option.help.endswith((".", ".)", ")", "…")), where
        if not option.is_flag and not isinstance(option.type, click.Choice):
            assert option.metavar, where


def test_commands_for_people_begin_with_beginner_and_measurements_use_expert(
    tmp_path: Path,
) -> None:
    for command in ("simulate", "compare", "rate"):
        assert "[default: expert]" in " ".join(answer(command, "--help").split())
    assert say("generate --seed 1")[1].startswith("grid-9x9-10-")
    assert answer("play", "--plain", stdin="quit\n").splitlines()[0].split() == list("abcdefghi")
    out = tmp_path / "sheet.svg"
    assert "1 puzzle on" in say(f"print --count 1 --seed 1 --out {out}")[1]
    assert "grid-9x9" in out.read_text()


@pytest.mark.parametrize("command", ["simulate", "rate"])
def test_a_strategy_is_an_argument_or_an_option(command: str) -> None:
    games = f"--preset beginner --games {20 if command == 'simulate' else 50} --json"
    assert say(f"{command} csp {games}") == say(f"{command} --strategy csp {games}")
    code, said = say(f"{command} csp --strategy ratio")
    assert (code, "expected only one of 'csp' and --strategy ratio" in said) == (2, True)
    assert "STRATEGY is missing: expected random" in say(command)[1]


def test_strategies_of_compare_are_arguments_or_options() -> None:
    games = "--preset beginner --games 5 --json"
    by_argument = say(f"compare csp ratio {games}")
    assert by_argument == say(f"compare --strategy csp --strategy ratio {games}")
    assert "as arguments, or each with" in say("compare csp --strategy ratio")[1]


def test_print_takes_a_preset(tmp_path: Path) -> None:
    out = f"--count 1 --seed 1 -o {tmp_path}/sheet.svg"
    for words in ("print classic", "print --preset classic"):
        assert "1 puzzle on 2 pages" in say(f"{words} {out}")[1]
    assert "expected only one of" in say(f"print classic --preset expert {out}")[1]
    assert "beginner is a preset among files" in complaint(2, "print", str(BEGINNER), "beginner")
    assert "nothing.mine: No such file" in complaint(2, "print", "nothing.mine")
    assert "begginer: No such preset or file: expected one" in complaint(2, "print", "begginer")


def test_a_missing_picture_of_a_board_is_named() -> None:
    said = complaint(2, "generate", "--board", "heart.png", "--rows", "9", "--mines", "3")
    assert said == "demine: heart.png: No such file or directory\n"


CELLS = {"mined", "safe", "cell", "cells", "start", "numbers"}


@pytest.mark.parametrize(
    "line",
    [
        f"solve --json --candidates {BEGINNER}",
        f"explain --json {BEGINNER}",
        f"explain --json {EXAMPLES / 'expert.mine'}",
        "generate --minimal --json --rows 4 --cols 4 --mines 3 --seed 1",
        "generate --json --rows 5 --cols 5 --mines 3 --seed 1",
        "watch safest --game grid-4x4-3-safe-2 --json",
        f"onemine --json {BEGINNER}",
    ],
    ids=lambda line: " ".join(line.split()[:2]),
)
def test_cells_are_numbers_in_json(line: str) -> None:
    """`solve` prints how many `cells` there are, and every other key of the list is one or more."""
    for printed in say(line)[1].splitlines():
        for key, value in values(json.loads(printed)):
            if key in CELLS:
                cells = value if isinstance(value, list) else [value]
                assert all(isinstance(cell, int) for cell in cells), (key, value)


def values(found: object) -> Iterator[tuple[str, object]]:
    """All keys with their values, at any depth."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield key, value
            yield from values(value)
    elif isinstance(found, list):
        for value in found:
            yield from values(value)


def test_old_names_of_options_still_work_and_are_not_shown() -> None:
    for command, old in (("review", "--game "), ("print", "--paper "), ("circuit", "--start ")):
        assert old not in answer(command, "--help")
    before = say("circuit --rule 110 --start 01 --to mine")
    assert before == say("circuit --rule 110 --first-row 01 --to mine")
    assert before[0] == 0


def completed(line: str) -> list[str]:
    """What a shell offers for the last word."""
    words = line.split(" ")
    asked = {
        "_DEMINE_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        COMMAND, env=os.environ | asked, capture_output=True, text=True, timeout=60
    )
    offered = (each.partition(",") for each in done.stdout.splitlines())
    return [value for kind, _, value in offered if kind == "plain"]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("demine simulate sa", ["safest"]),
        ("demine watch --strategy single", ["single-point"]),
        ("demine compare safest strong", ["strongest"]),
        ("demine play exp", ["expert"]),
        ("demine print cla", ["classic"]),
        ("demine simulate --board geo", ["geodesic-4"]),
        ("demine generate --grade h", ["hard"]),
        ("demine comp", ["compare", "completion"]),
        ("demine review --n", ["--nth"]),
    ],
)
def test_a_shell_completes_names(line: str, offered: list[str]) -> None:
    assert completed(line)[: len(offered)] == offered


def test_every_strategy_and_board_is_offered() -> None:
    for command, option in visible():
        if option.opts[0] in ("--strategy", "--board"):
            assert isinstance(option.type, Names), command
    assert {"random", "safest", "network"} <= set(STRATEGIES.names)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_well_formed(shell: str) -> None:
    script = answer("completion", shell)
    assert "_DEMINE_COMPLETE" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, check=True, text=True, timeout=60)


def test_the_manual_has_every_command_and_option() -> None:
    page = answer("man")
    for command, option in visible():
        section = re.search(rf'^\.SS "demine {command}.*?(?=^\.SS|\Z)', page, re.M | re.S)
        assert section is not None, command
        assert option.opts[0].replace("-", r"\-") in section[0], (command, option.opts[0])


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_groff_reads_the_manual_without_a_warning() -> None:
    command = ["groff", "-man", "-ww", "-Tutf8"]
    done = subprocess.run(command, input=answer("man"), capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Exit codes:" in done.stdout
