"""Failures of commands: one line on stderr and an exit code."""

from __future__ import annotations

import os
import re
import sys
from contextlib import ExitStack, suppress
from enum import IntEnum
from typing import Any, Final, TextIO

import click

from demine.arguments import printable
from demine.board import PRESETS
from demine.errors import DemineError, NoLegalAssignment, NotFound, Timeout, TooWide

FILE: Final = "demine.file"
"""The key in `Context.meta` for the name of the file that error messages mention."""

AT_END: Final = "demine.at_end"
"""The key in `Context.meta` for the stack of contexts that are left when the command ends."""


OTHER_WORDS: Final = {
    **dict.fromkeys(("analyse", "analyze", "probabilities"), "solve"),
    **dict.fromkeys(("help", "commands"), "--help"),
    **dict.fromkeys(("presets", "topologies", "list"), "boards"),
    **dict.fromkeys(("hint", "why", "proof", "draw"), "explain"),
    **dict.fromkeys(("new", "puzzle", "puzzles", "create"), "generate"),
    **dict.fromkeys(("sheet", "pdf"), "print"),
    **dict.fromkeys(("sample", "enumerate"), "solutions"),
    **dict.fromkeys(("benchmark", "run", "test"), "simulate"),
    **dict.fromkeys(("strategies", "strategy"), "simulate --help"),
    **dict.fromkeys(("server", "web", "open"), "serve"),
    **dict.fromkeys(("treewidth", "width"), "decompose"),
    **dict.fromkeys(("stats", "records"), "statistics"),
    "version": "--version",
}
"""Words that people try, and what does it here."""


class Exit(IntEnum):
    """Exit codes, as `demine --help` lists them."""

    DONE = 0
    NO_LEGAL_ASSIGNMENT = 1
    BAD_INPUT = 2
    OVER_BUDGET = 3
    INTERRUPTED = 130
    NOBODY_READS = 141


class Failure(click.ClickException):
    """A message and an exit code."""

    def __init__(self, message: str, code: Exit) -> None:
        super().__init__(message)
        self.code = code


class Commands(click.Group):
    """A group of commands that turns their exceptions into a `Failure`."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command of this context.

        An alarm may interrupt `work` at any place, also where click leaves a context. So the alarm
        itself ends here, outside `work`, and not with a context of click.
        """
        with ExitStack() as at_end:
            ctx.meta[AT_END] = at_end
            return self._work_or_fail(ctx)

    def _work_or_fail(self, ctx: click.Context) -> Any:
        try:
            return self.work(ctx)
        except KeyboardInterrupt:
            raise Failure("interrupted", Exit.INTERRUPTED) from None
        except (DemineError, OSError) as error:
            raise failure_of(error, ctx.meta.get(FILE)) from None
        except MemoryError:
            raise Failure("not enough memory", Exit.OVER_BUDGET) from None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command; for a word that others use, the error names ours."""
        ours = OTHER_WORDS.get(args[0].lower())
        if args[0] == "help" and len(args) > 1 and self.get_command(ctx, args[1]) is not None:
            ours = f"{args[1]} --help"
        if ours is not None and self.get_command(ctx, args[0]) is None:
            raise click.UsageError(f"No such command {args[0]!r}. Use demine {ours}.", ctx)
        return super().resolve_command(ctx, args)

    def work(self, ctx: click.Context) -> Any:
        """Run the command and flush its output, so that `_work_or_fail` sees all errors."""
        result = super().invoke(ctx)
        sys.stdout.flush()
        return result


def complain(error: click.ClickException) -> Exit:
    """Print one line about the error, unless nobody reads it; return the exit code."""
    code = error.code if isinstance(error, Failure) else Exit.BAD_INPUT
    if code != Exit.NOBODY_READS:
        with suppress(OSError):  # The disk of standard error may be full, too.
            click.echo(f"demine: {_line(error)}", err=True)
    for stream in (sys.stdout, sys.stderr):
        _empty(stream)
    return code


def _empty(stream: TextIO | None) -> None:
    """Flush the stream, or drop its content, because Python flushes again at exit."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def failure_of(error: DemineError | OSError, file: str | None = None) -> Failure:
    """The failure to report for an error, with the name of the file that it is about."""
    match error:
        case BrokenPipeError():
            return Failure("", Exit.NOBODY_READS)
        case DemineError():
            said = str(error)
            is_named = file is None or said.startswith(f"{file}: ")
            return Failure(said if is_named else f"{file}: {said}", _code(error))
        case _:
            name = error.filename or ("standard output" if _is_printing(error) else None)
            why = error.strerror or str(error) or type(error).__name__
            return Failure(f"{name}: {why}" if name else why, Exit.BAD_INPUT)


def _is_printing(error: OSError) -> bool:
    """Whether a write to standard output failed; such an error has no file name."""
    raised = error.__traceback__
    while raised is not None and raised.tb_next is not None:
        raised = raised.tb_next
    printing = (click.echo.__code__, Commands.work.__code__)
    return raised is not None and raised.tb_frame.f_code in printing


def _code(error: DemineError) -> Exit:
    match error:
        case NoLegalAssignment():
            return Exit.NO_LEGAL_ASSIGNMENT
        case TooWide() | Timeout() | NotFound():
            return Exit.OVER_BUDGET
        case _:
            return Exit.BAD_INPUT


def _line(error: click.ClickException) -> str:
    line = printable(" ".join(error.format_message().split())) + _advice(error)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{line} (see {error.ctx.command_path} --help)"
    return line


def _advice(error: click.ClickException) -> str:
    """For a preset as an argument: the option for it, if the command has one."""
    extra = re.search(r"unexpected extra argument \((\S+)\)", error.format_message())
    context = error.ctx if isinstance(error, click.UsageError) else None
    if extra is None or context is None or extra[1] not in PRESETS:
        return ""
    named = any("--preset" in parameter.opts for parameter in context.command.params)
    return f": use --preset {extra[1]}" if named else ""
