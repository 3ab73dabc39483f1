"""Every question on large boards: its seconds, its bytes, its interrupt, and little address space.

`python -m fuzz.large` asks all questions (`fuzz/questions.py`) about boards of all kinds
(`fuzz/large_boards.py`), each in a process of its own. A mode is a promise:

    seconds    with a second to answer, a call takes at most two
    bytes      a call keeps to its bytes, beside a few hundred for each cell and edge
    space      under a limited address space (`ulimit -v`), a call answers or says why not
    interrupt  Ctrl-C ends a call at once, whenever it comes

Time is that of the processor, so that a busy machine is nobody's fault.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final

import click

from demine.errors import DemineError
from fuzz.findings import Finding
from fuzz.large_boards import KINDS
from fuzz.questions import Question, Subject, questions

MODES: Final = ("seconds", "bytes", "space", "interrupt")
_BYTES: Final = 32 << 20
_SPACE: Final = 600_000 << 10
"""The address space of `ulimit -v 600000`; more only where the board itself leaves too little."""
_PER_ITEM: Final = 500
"""Bytes for each cell and edge beside the budget: the question itself, before work begins."""
_HEARD: Final = 0.1
"""Allowed seconds of work after it, beside the time for memory; more in short tests, which run on
busy machines."""
_MOVED: Final = 2000.0
"""Megabytes that are taken or freed in a second: less than a slow machine does."""
_TICK: Final = 0.01
"""Seconds of work between two rings of the alarm."""
_PATIENCE: Final = 12
"""Seconds of work after which a question is ended from outside."""
_ROOT: Final = Path(__file__).parent.parent
_SOME: Final = 12
"""Questions of a round of the campaign."""


@dataclass(frozen=True)
class Pace:
    """How long a question may take."""

    seconds: float
    """Its budget."""
    long: float
    """Seconds of work after which a question without a budget of seconds is interrupted."""


FULL: Final = Pace(1.0, 2.0)
SHORT: Final = Pace(0.2, 0.3)


@dataclass(frozen=True)
class Answer:
    """What a question did: `end` is empty for an answer, else an error, or how the process died."""

    kind: str
    items: int
    """Cells and edges of the board."""
    mode: str
    question: str
    end: str
    seconds: float = 0.0
    """Processor seconds of the call; of an interrupt, the longest in which Ctrl-C would wait."""
    megabytes: float = 0.0
    """The most memory beyond that before the call."""
    budget: float = FULL.seconds
    """The seconds that a call with seconds had."""

    @property
    def fault(self) -> str | None:
        """The broken promise, if there is one."""
        if self.end.startswith(("died", "unclear")):
            return self.end
        heard = (_HEARD if self.budget == FULL.seconds else 5 * _HEARD) + self.megabytes / _MOVED
        most = {"seconds": (os.cpu_count() or 1) * self.budget + 1, "interrupt": heard}
        if self.seconds > most.get(self.mode, _PATIENCE):
            return f"{self.seconds} seconds of work"
        if self.mode == "bytes" and self.megabytes * (1 << 20) > self._most_bytes:
            return f"{self.megabytes} megabytes"
        return None

    @property
    def _most_bytes(self) -> int:
        """Four times the budget, because tables grow by doubling, and the question itself."""
        return 4 * _BYTES + _PER_ITEM * self.items


Choice = Callable[[str, list[Question]], list[Question]]


class Interrupt(BaseException):
    """Raised by the alarm instead of Ctrl-C."""


class Alarm:
    """Rings all the time, notes when nobody hears it, and ends a call that works for too long."""

    def __init__(self, end: float) -> None:
        """Begin; no alarm rings if `end` is 0."""
        self.deaf = 0.0
        """The longest time between two rings that were heard."""
        self._end = end
        self._began = self._heard = time.process_time()
        signal.signal(signal.SIGPROF, self._ring)
        signal.setitimer(signal.ITIMER_PROF, min(_TICK, end), _TICK)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        self._listen()
        if self._heard - self._began >= self._end:
            self.stop()
            raise Interrupt

    def _listen(self) -> None:
        now = time.process_time()
        self.deaf, self._heard = max(self.deaf, now - self._heard), now

    def stop(self) -> float:
        """Ring no more; the seconds since it began."""
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        self._listen()
        return self._heard - self._began


def ask_all(
    subject: Subject, asked: list[Question], modes: Iterable[str], pace: Pace
) -> Iterator[Answer]:
    """The answers to these questions, in each mode that applies."""
    for mode in modes:
        for question in asked:
            if mode in question.limits or mode in ("space", "interrupt"):
                yield _ask_apart(subject, question, mode, pace)


def _ask_apart(subject: Subject, question: Question, mode: str, pace: Pace) -> Answer:
    """The answer of a forked process."""
    items = len(subject.board) + len(subject.board.edges)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            with os.fdopen(write, "w") as out:
                json.dump(_ask(question, mode, pace), out)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as told:
        said = told.read()
    _, status = os.waitpid(child, 0)
    if said:
        end, seconds, megabytes = json.loads(said)
        return Answer(
            subject.kind, items, mode, question.name, end, seconds, megabytes, pace.seconds
        )
    code = os.waitstatus_to_exitcode(status)
    end = f"died: {signal.Signals(-code).name if code < 0 else code}"
    return Answer(subject.kind, items, mode, question.name, end)


def _ask(question: Question, mode: str, pace: Pace) -> tuple[str, float, float]:
    """How a question ends, its seconds and its megabytes."""
    resource.setrlimit(resource.RLIMIT_CPU, (_PATIENCE, _PATIENCE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    budget: dict[str, Any] = {"cache": False} if "cache" in question.limits else {}
    if mode in question.limits:
        budget[mode] = {"seconds": pace.seconds, "bytes": _BYTES}[mode]
    if mode == "space":
        space = max(_SPACE, _taken("VmSize") + (_SPACE >> 1))
        resource.setrlimit(resource.RLIMIT_AS, (space, resource.RLIM_INFINITY))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins here
    before = _taken("VmHWM")
    alarm = Alarm(0.0 if mode == "seconds" else pace.long)
    end = _ended(question, budget, alarm)
    seconds = alarm.stop()
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    told = alarm.deaf if mode == "interrupt" else seconds
    return end, round(told, 3), round((_taken("VmHWM") - before) / (1 << 20), 1)


def _ended(question: Question, budget: dict[str, Any], alarm: Alarm) -> str:
    """How a call ends. The alarm may ring until it is stopped, also while an error is handled."""
    try:
        end = _called(question, budget)
        alarm.stop()
    except Interrupt:
        return "interrupted"
    return end


def _called(question: Question, budget: dict[str, Any]) -> str:
    try:
        question.call(**budget)
    except Interrupt:
        raise
    except (DemineError, ValueError, IndexError, MemoryError) as error:
        return f"{type(error).__name__}: {error}"
    except BaseException as error:
        return f"unclear {type(error).__name__}: {error}"
    return ""


def _taken(what: str) -> int:
    """Bytes of this process, by their name in /proc."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) << 10


def answers(
    kind: str, cells: int, modes: Iterable[str], only: str = "", *options: str
) -> Iterator[Answer]:
    """The answers about one board, from a new process: its memory is that of the board alone."""
    command = [sys.executable, "-m", "fuzz.large", "--ask", kind, "--cells", str(cells)]
    command += [f"--only={only}", *(f"--mode={mode}" for mode in modes)]
    command += options
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, text=True, cwd=_ROOT) as asking:
        assert asking.stdout is not None
        for line in asking.stdout:
            yield Answer(**json.loads(line))
    if asking.returncode:
        raise Finding(f"no answers about {kind} of {cells} cells", asking.returncode)


def large(random: Random) -> int:
    """A few questions about a large board of any kind."""
    kind, cells = random.choice(KINDS), random.choice([10**4, 10**5, 10**6])
    mode, tried = random.choice(MODES), 0
    for answer in answers(kind, cells, [mode], "", f"--some={random.getrandbits(30)}"):
        tried += 1
        if answer.fault is not None:
            raise Finding(f"{answer.fault} for {mode}", answer)
    return tried


def table(all_answers: list[Answer]) -> str:
    """The largest figures of each kind of board."""
    by_board: dict[tuple[str, int], list[Answer]] = defaultdict(list)
    for answer in all_answers:
        by_board[answer.kind, answer.items].append(answer)
    head = "| board | cells and edges | calls | seconds | megabytes | after Ctrl-C | faults |"
    lines = [head, "|---|---|---|---|---|---|---|"]
    for (kind, items), some in by_board.items():
        most = {
            mode: max((getattr(one, what) for one in some if one.mode == mode), default=0.0)
            for mode, what in (("seconds", "seconds"), ("bytes", "megabytes"))
        }
        late = [one.seconds for one in some if one.mode == "interrupt"]
        faults = sum(one.fault is not None for one in some)
        lines.append(
            f"| {kind} | {items:,} | {len(some):,} | {most['seconds']:.2f} | {most['bytes']:.0f} "
            f"| {max(late, default=0.0):.3f} | {faults} |"
        )
    return "\n".join(lines)


@click.command()
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), default=KINDS)
@click.option("--cells", default=100_000, show_default=True, help="About so many on each board.")
@click.option("--mode", "modes", multiple=True, type=click.Choice(MODES), default=MODES)
@click.option("--only", default="", help="Only questions whose name has these words.")
@click.option("--log", type=click.Path(path_type=Path), default=Path("runs/large.jsonl"))
@click.option("--ask", hidden=True, help="Print the answers about a board of this kind.")
@click.option("--some", type=int, hidden=True, help="The seed of a choice of a few questions.")
@click.option("--share", is_flag=True, help="Few seconds; each question with a budget once.")
def main(
    kinds: tuple[str, ...],
    cells: int,
    modes: tuple[str, ...],
    only: str,
    log: Path,
    ask: str | None,
    some: int | None,
    share: bool,
) -> None:
    """Ask every question about large boards, print each broken promise, and sum up."""
    if ask is not None:
        return _print_answers(ask, cells, modes, _choice(only, some, share), share)
    found: list[Answer] = []
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as file:
        options = ["--share"] * share
        for answer in (
            one for kind in kinds for one in answers(kind, cells, modes, only, *options)
        ):
            found.append(answer)
            file.write(json.dumps(asdict(answer)) + "\n")
            if answer.fault is not None:
                click.echo(f"{answer.kind} {answer.mode}: {answer.question}: {answer.fault}")
    click.echo(table(found))
    sys.exit(any(answer.fault is not None for answer in found))


def _print_answers(
    kind: str, cells: int, modes: Iterable[str], choose: Choice, is_short: bool
) -> None:
    subject = Subject(kind, cells)
    subject.prepare(seconds=0.3 if is_short else 5.0, bytes=400 << 20)
    asked = choose(kind, list(questions(subject)))
    gc.collect()
    gc.freeze()
    for answer in ask_all(subject, asked, modes, SHORT if is_short else FULL):
        print(json.dumps(asdict(answer)), flush=True)


def _choice(only: str, some: int | None, share: bool) -> Choice:
    """Which questions to ask about a board."""

    def choose(kind: str, every: list[Question]) -> list[Question]:
        asked = [question for question in every if only in question.name]
        if share:
            mine = KINDS.index(kind)
            asked = [one for i, one in enumerate(asked) if one.limits and i % len(KINDS) == mine]
        return asked if some is None else Random(some).sample(asked, min(_SOME, len(asked)))

    return choose


if __name__ == "__main__":
    main()
