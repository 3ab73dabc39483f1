"""A worker: a process that answers one question after another, and may be killed at any time.

It says a line when it is ready. Then it reads a line of JSON per question, its name and what is
given, and writes lines: any number of `~` and progress, then one `=` and the answer, or `!` and a
problem; all of it JSON. It ends when nobody asks any more.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import Any, BinaryIO

from demine import DemineError
from demine.web.limits import Limits
from demine.web.problem import Problem
from demine.web.questions import QUESTIONS


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    sys.set_int_max_str_digits(0)
    _bound_memory(Limits().memory)
    # What a library prints must not get between the answers.
    lines = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _write(lines, "~", "ready")
    for line in sys.stdin.buffer:
        _answer(lines, *json.loads(line))


def _answer(lines: BinaryIO, question: str, given: dict[str, Any]) -> None:
    try:
        found = QUESTIONS[question](given, lambda said: _write(lines, "~", said))
        _write(lines, "=", found)
    except Problem as problem:
        _refuse(lines, problem)
    except DemineError as error:
        _refuse(lines, Problem.of(error))
    except (MemoryError, RecursionError):
        _refuse(lines, Problem(422, "TooWide", "this takes more memory than the server gives"))
    except Exception:
        traceback.print_exc()  # a defect of ours, for the log
        _refuse(lines, Problem(500, "Failure", "the server failed: its log says why"))


def _refuse(lines: BinaryIO, problem: Problem) -> None:
    _write(lines, "!", [problem.status, problem.kind, problem.line])


def _write(lines: BinaryIO, kind: str, said: object) -> None:
    written = json.dumps(said, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    lines.write(f"{kind}{written}\n".encode(errors="replace"))
    lines.flush()


def _bound_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with suppress(OSError, ValueError):  # not on macOS
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
