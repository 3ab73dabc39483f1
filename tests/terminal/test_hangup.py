"""Hang-ups: a closed terminal and a polite end are answered once, whatever is waited for."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from demine.terminal import interrupt, on_hang_up
from demine.terminal.keyboard import Forgotten, forgive

HANG_UPS = [signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def silence() -> Iterator[int]:
    """A pipe to read from, into which nobody writes."""
    read, write = os.pipe()
    yield read
    os.close(read)
    os.close(write)


class TestSignals:
    @pytest.mark.parametrize("number", HANG_UPS)
    def test_the_first_is_answered_and_no_other(self, number: signal.Signals) -> None:
        answers: list[str] = []
        with on_hang_up(lambda: answers.append("left")):
            for repeated in (number, *HANG_UPS):
                signal.raise_signal(repeated)
        assert answers == ["left"]

    @pytest.mark.parametrize("number", HANG_UPS)
    def test_one_that_python_has_not_noticed_interrupts_a_read(
        self, number: signal.Signals, silence: int
    ) -> None:
        """As one does that comes just before the read: it rings the bell, and that is all."""
        with pytest.raises(KeyboardInterrupt):
            self._ring_and_read(number, silence)

    @staticmethod
    def _ring_and_read(number: signal.Signals, silence: int) -> None:
        with on_hang_up(interrupt):
            bell = signal.set_wakeup_fd(-1)
            signal.set_wakeup_fd(bell, warn_on_full_buffer=False)
            os.write(bell, bytes([number]))
            os.read(silence, 1)

    def test_without_threads_that_can_be_told_one_is_answered_all_the_same(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr(signal, "pthread_kill")  # as on Windows
        answers: list[str] = []
        with on_hang_up(lambda: answers.append("left")):
            signal.raise_signal(signal.SIGTERM)
        assert answers == ["left"]

    def test_other_signals_ring_in_vain(self) -> None:
        came: list[int] = []
        before = signal.signal(signal.SIGUSR1, lambda number, _: came.append(number))
        try:
            with on_hang_up(interrupt):
                signal.raise_signal(signal.SIGUSR1)
        finally:
            signal.signal(signal.SIGUSR1, before)
        assert came == [signal.SIGUSR1]

    def test_nothing_is_left_behind(self) -> None:
        before = [signal.getsignal(number) for number in HANG_UPS]
        threads = threading.enumerate()
        with on_hang_up(interrupt):
            assert signal.getsignal(signal.SIGTERM) not in before
        assert [signal.getsignal(number) for number in HANG_UPS] == before
        assert signal.set_wakeup_fd(-1) == -1
        assert threading.enumerate() == threads

    def test_on_another_thread_nothing_is_handled(self) -> None:
        def look() -> object:
            with on_hang_up(interrupt):
                return signal.getsignal(signal.SIGTERM)

        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(look).result() is signal.getsignal(signal.SIGTERM)


class Broken:
    """A terminal that is closed."""

    def write(self, text: str) -> None:
        raise OSError

    def flush(self) -> None:
        raise OSError

    def fileno(self) -> int:
        return 2


class Reading(HeadlessDriver):
    """A driver that reads from a terminal that is closed, and can be stopped."""

    _must_signal_resume = False
    _file = Broken()
    exit_event = threading.Event()
    resumed = 0

    def __init__(self) -> None:
        """Of no app."""

    def run_input_thread(self) -> None:
        raise OSError

    def _sigcont_application(self) -> None:
        self.resumed += 1


class TestDriver:
    def test_one_that_reads_no_bytes_is_left_as_it_is(self) -> None:
        """As on other platforms: what there is to be forgiven is in the one that does."""
        assert forgive(HeadlessDriver, interrupt) is HeadlessDriver

    def test_a_terminal_that_cannot_be_read_has_hung_up(self) -> None:
        said: list[str] = []
        self._driver(lambda: said.append("gone")).run_input_thread()
        assert said == ["gone"]

    def test_a_terminal_that_cannot_be_written_has_hung_up(self) -> None:
        said: list[str] = []
        file = self._driver(lambda: said.append("gone"))._file
        assert isinstance(file, Forgotten)
        file.write("text")
        file.flush()
        assert said == ["gone", "gone"]
        assert file.fileno() == 2

    def test_only_who_was_suspended_resumes(self) -> None:
        """A terminal that is closed tells everybody to go on, also who never stopped."""
        driver = self._driver(interrupt)
        driver._sigcont_application()
        assert driver.resumed == 0
        driver._must_signal_resume = True
        driver._sigcont_application()
        assert driver.resumed == 1

    @staticmethod
    def _driver(hang_up: Callable[[], None]) -> Reading:
        driver: Any = forgive(Reading, hang_up)
        made: Reading = driver()
        return made
