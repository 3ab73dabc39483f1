"""A worker: a process that answers one question after another, and may be killed at any time.

Its argument is the limits of the server, as JSON. It writes a line when it is ready. Then it reads
the questions: a line of JSON with the name and the length of the request, then the request. It
writes any number of lines `~` with progress, and then `=` with the answer or `!` with a problem. It
ends with its input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from contextlib import suppress
from typing import BinaryIO, Final

from demine import DemineError
from demine.web.limits import Limits
from demine.web.problem import Problem, dump, failure, out_of_memory
from demine.web.questions import QUESTIONS
from demine.web.reading import Asked, bound_boards, read_object

_NICE: Final = 5
"""How much less urgent a worker is than the server, for the scheduler of the system."""


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    _give_way()
    sys.set_int_max_str_digits(0)
    limits = Limits(**json.loads(sys.argv[1]))
    _bound_memory(limits.memory)
    bound_boards(limits.boards)
    # Nothing that a library prints may get between the answers.
    lines = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _write(lines, "~", "ready")
    for line in sys.stdin.buffer:
        question, length = json.loads(line)
        _answer(lines, question, sys.stdin.buffer.read(length), limits)


def _answer(lines: BinaryIO, question: str, body: bytes, limits: Limits) -> None:
    try:
        asked = Asked(read_object(body), limits)
        found = QUESTIONS[question](asked, lambda said: _write(lines, "~", said))
        _write(lines, "=", found)
    except Problem as problem:
        _refuse(lines, problem)
    except DemineError as error:
        _refuse(lines, Problem.of(error))
    except (MemoryError, RecursionError):
        _refuse(lines, out_of_memory())
    except Exception:
        traceback.print_exc()  # a defect of the server, for its log
        _refuse(lines, failure())


def _refuse(lines: BinaryIO, problem: Problem) -> None:
    _write(lines, "!", [problem.status, problem.kind, problem.line])


def _write(lines: BinaryIO, kind: str, said: object) -> None:
    lines.write(f"{kind}{dump(said)}\n".encode(errors="replace"))
    lines.flush()


def _give_way() -> None:
    """Let the server run first: a move is short, and a question may take long."""
    with suppress(OSError, AttributeError):  # not on Windows
        os.nice(_NICE)


def _bound_memory(most: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with suppress(OSError, ValueError):  # not on macOS
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    main()
