"""The command line. No other module imports it.

Each command has a file here and a line in `COMMANDS`.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Final, NoReturn

import click

from demine.cli.arena import compare, simulate
from demine.cli.boards import boards
from demine.cli.circuit import circuit
from demine.cli.completion import completion
from demine.cli.convert import convert
from demine.cli.count import count
from demine.cli.decompose import decompose
from demine.cli.explain import explain
from demine.cli.failures import Commands, Exit, Failure, complain, failure_of
from demine.cli.generate import generate
from demine.cli.man import man
from demine.cli.mcp import mcp
from demine.cli.onemine import onemine
from demine.cli.play import play
from demine.cli.print import print_
from demine.cli.rate import rate
from demine.cli.read import read
from demine.cli.replay import replay
from demine.cli.reproduce import reproduce
from demine.cli.review import review
from demine.cli.serve import serve
from demine.cli.site import site
from demine.cli.solutions import solutions
from demine.cli.solve import solve
from demine.cli.statistics import statistics
from demine.cli.tally import tally
from demine.cli.turns import watch
from demine.errors import FormatError
from demine.words import follow_system, language

COMMANDS: Final = [
    play,
    serve,
    site,
    count,
    solve,
    solutions,
    explain,
    generate,
    print_,
    read,
    review,
    replay,
    statistics,
    simulate,
    compare,
    rate,
    watch,
    tally,
    boards,
    convert,
    decompose,
    onemine,
    circuit,
    reproduce,
    mcp,
    completion,
    man,
]


@click.group(
    cls=Commands,
    commands=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(package_name="demine", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> None:
    """Play, solve and analyse Minesweeper on any graph, with exact probabilities.

    `demine COMMAND --help` describes a command. FILE is a position in any format that demine reads
    (see `demine convert --help`), or - for standard input.

    \b
    Exit codes:
      0    success
      1    the position has no legal assignment
      2    bad input or wrong usage
      3    a budget (--seconds, --states, --bytes) was exceeded, or nothing was found
      130  interrupted
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _choose_language() -> None:
    """Speak the language of the system to a person at a terminal; refuse a wrong DEMINE_LANG."""
    if sys.stdout.isatty():
        follow_system(os.environ)
    language()


def main() -> NoReturn:
    """Run the command line on this process's arguments and exit."""
    # The counts of large boards have more digits than Python writes by default.
    sys.set_int_max_str_digits(0)
    if sys.stderr is None:
        # Closed: messages are lost, but a file opened later cannot become standard error.
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (open as long as the process)
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that cannot show a symbol shows its code.
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        sys.exit(complain(Failure("standard output is closed", Exit.BAD_INPUT)))
    try:
        _choose_language()
        commands.main(prog_name="demine", standalone_mode=False)
    except click.ClickException as error:
        sys.exit(complain(error))
    except FormatError as error:  # a wrong DEMINE_LANG
        sys.exit(complain(failure_of(error)))
    except OSError as error:  # --help prints before a command runs.
        sys.exit(complain(failure_of(error)))
    sys.exit(Exit.DONE)
