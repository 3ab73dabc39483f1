"""A keyboard driver that survives invalid bytes and a closed terminal.

Textual's own driver ends the game at a byte that is not UTF-8, and at an unknown key number. After
the terminal closes, it waits forever for its threads.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from textual.driver import Driver


def forgive(driver: type[Driver], hang_up: Callable[[], None]) -> type[Driver]:
    """The same driver, but it skips invalid input and goes on reading.

    It calls `hang_up` when the terminal can no longer be read or written.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver

    class Forgiving(driver):  # type: ignore[misc, valid-type]
        _file: Any

        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            self._file = Forgotten(self._file, hang_up)

        def run_input_thread(self) -> None:
            try:
                while not self.exit_event.is_set():
                    with suppress(ValueError, OverflowError):
                        super().run_input_thread()
            except OSError:
                hang_up()

        def _sigcont_application(self, *_: object) -> None:
            # Every hang-up sends this signal, and Textual would start its threads again.
            if self._must_signal_resume:
                super()._sigcont_application()

    return Forgiving


class Forgotten:
    """A terminal to write to. Output after it was closed is dropped."""

    def __init__(self, file: TextIO, hang_up: Callable[[], None]) -> None:
        """Write to the file until it fails."""
        self._file, self._hang_up = file, hang_up

    def write(self, text: str) -> None:
        """Write, or hang up."""
        try:
            self._file.write(text)
        except OSError:
            self._hang_up()

    def flush(self) -> None:
        """Flush, or hang up."""
        try:
            self._file.flush()
        except OSError:
            self._hang_up()

    def fileno(self) -> int:
        """The file descriptor."""
        return self._file.fileno()
