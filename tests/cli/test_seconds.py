"""`--seconds` bounds a whole command, whatever the command is doing when the time is up."""

from __future__ import annotations

import contextlib
import signal
import sys
import time
import weakref
from collections.abc import Callable
from typing import Any

import click
import pytest

from command import refusal
from demine import FormatError, Position, grid
from demine.cli import commands


def test_the_command_line() -> None:
    began = time.process_time()
    stdin = "40x40x?\n" + ("H" * 40 + "\n") * 40
    code, line = refusal("solutions", "-", "--sample=100000000", "--seconds=0.5", stdin=stdin)
    assert (code, "0.5 seconds" in line) == (3, True)
    assert time.process_time() - began < 10


def test_huge_empty_graphs() -> None:
    began = time.process_time()
    code, line = refusal("solve", "-", "--seconds=0.1", stdin="p tw 400000 0\n")
    assert (code, "0.1 seconds" in line) == (3, True)
    assert time.process_time() - began < 3


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def lost_by_a_callback() -> None:
    watched = {1}
    reference = weakref.ref(watched, lambda _: busy(0.3))
    del watched
    assert reference() is None


class Destroyed:
    """Busy for as long as it is destroyed, when Python drops whatever is raised."""

    whole = 0

    def __del__(self) -> None:
        busy(0.3)
        Destroyed.whole += 1


def lost_by_a_destructor() -> None:
    whole = Destroyed.whole
    Destroyed()
    assert Destroyed.whole == whole + 1  # it is not interrupted


def lost_by_who_catches_all() -> None:
    with contextlib.suppress(Exception):
        busy(0.3)


LOSERS = [lost_by_a_destructor, lost_by_a_callback, lost_by_who_catches_all]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("lose", LOSERS)
def test_a_lost_ring_is_rung_again(
    lose: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.getsignal(signal.SIGALRM), sys.unraisablehook

    def read(*_: object, **__: object) -> Position:
        lose()
        busy(20)
        return Position(grid(1, 1), ["?"])

    monkeypatch.setattr("demine.formats.read", read)
    began = time.process_time()
    code, line = refusal("count", "-", "--seconds=0.1")
    assert (code, "0.1 seconds" in line) == (3, True)
    assert time.process_time() - began < 5
    assert (signal.getsignal(signal.SIGALRM), sys.unraisablehook) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_what_is_lost_without_a_ring_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rings that Python drops are hushed while a command has an alarm, and nothing else is."""
    said: list[object] = []

    class Broken:
        def __del__(self) -> None:
            raise OSError("lost")

    def read(*_: object, **__: object) -> Position:
        Broken()
        raise FormatError("no position")

    monkeypatch.setattr("demine.formats.read", read)
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: said.append(repr(lost.exc_value)))
    assert refusal("count", "-", "--seconds=60")[0] == 2
    assert said == ["OSError('lost')"]


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_a_ring_while_click_leaves_a_context(monkeypatch: pytest.MonkeyPatch) -> None:
    """The alarm ends with the command, though click does not finish leaving its contexts."""
    before = signal.getsignal(signal.SIGALRM), sys.unraisablehook
    leave = click.Context.__exit__

    def leave_slowly(context: click.Context, *raised: Any) -> None:
        if context.command is commands:
            busy(0.3)
        leave(context, *raised)

    monkeypatch.setattr("demine.formats.read", lambda *_, **__: Position(grid(1, 1), ["?"]))
    monkeypatch.setattr(click.Context, "__exit__", leave_slowly)
    assert refusal("count", "-", "--seconds=0.1")[0] == 3
    assert (signal.getsignal(signal.SIGALRM), sys.unraisablehook) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
