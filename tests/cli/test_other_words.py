"""Words that people try for a command: the error names ours."""

from __future__ import annotations

import click
import pytest

from command import complaint
from demine.cli import commands
from demine.cli.failures import OTHER_WORDS


@pytest.mark.parametrize(("word", "ours"), [("analyse", "solve"), ("help", "--help")])
def test_another_word_is_answered_with_ours(word: str, ours: str) -> None:
    assert f"No such command '{word}'. Use demine {ours}." in complaint(2, word)


def test_every_word_leads_to_a_command_or_an_option() -> None:
    context = click.Context(commands)
    for word, ours in OTHER_WORDS.items():
        assert commands.get_command(context, word) is None
        assert ours.startswith("--") or commands.get_command(context, ours.split()[0]) is not None


def test_help_of_a_command_is_an_option() -> None:
    assert "No such command 'help'. Use demine solve --help." in complaint(2, "help", "solve")
    assert "No such command 'help'. Use demine --help." in complaint(2, "help", "nothing")


def test_a_preset_as_an_argument_is_answered_with_the_option() -> None:
    assert "(beginner): use --preset beginner" in complaint(2, "simulate", "csp", "beginner")
    assert "use --preset" not in complaint(2, "count", "x.mine", "beginner")
    assert "use --preset" not in complaint(2, "simulate", "csp", "nothing")
