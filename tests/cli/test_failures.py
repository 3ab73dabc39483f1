"""Failures become one printable line and an exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from command import refusal
from demine.cli.failures import Commands, Exit, Failure, failure_of


def test_names_of_files_are_harmless(tmp_path: Path) -> None:
    code, line = refusal("count", str(tmp_path / "\x1b]0;evil\x07\x9b2J.mine"))
    assert (code, "\\x1b" in line) == (2, True)


def test_so_is_what_they_hold() -> None:
    for text in ("\x1b[2J", "1x1x1\n\x1b", "p tw \x1b 1", '{"\x1b": 1}', '{"a\\u001b": }'):
        refusal("count", "-", stdin=text)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits an address space")
def test_too_little_of_it_is_said_in_one_line() -> None:
    @click.command()
    def want_more() -> None:
        raise MemoryError

    group = Commands("demine", commands=[want_more])
    with pytest.raises(Failure, match="not enough memory") as failed:
        group.main(["want-more"], standalone_mode=False)
    assert failed.value.code == Exit.OVER_BUDGET


def test_errors_without_a_file_are_told_as_they_are() -> None:
    assert failure_of(OSError("nobody there")).message == "nobody there"
    assert failure_of(ConnectionResetError()).message == "ConnectionResetError"
    assert failure_of(OSError(5, "Input/output error")).message == "Input/output error"


def test_an_interrupt_while_the_command_is_loaded_gets_a_line() -> None:
    program = """
import sys
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "demine.cli.solve":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from demine.__main__ import main
main()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "demine: interrupted\n")
