"""Keyboard: what is typed may be anything, also bytes that no keyboard sends."""

from __future__ import annotations

from contextlib import suppress

from textual.driver import Driver


def forgive(driver: type[Driver]) -> type[Driver]:
    """The driver of a terminal, which leaves out what it cannot read and goes on reading.

    Textual's own ends the game at a byte that is not UTF-8, and at a number that no key has.
    """
    if not hasattr(driver, "run_input_thread"):
        return driver

    class Forgiving(driver):  # type: ignore[misc, valid-type]
        def run_input_thread(self) -> None:
            while not self.exit_event.is_set():
                with suppress(ValueError, OverflowError):
                    super().run_input_thread()

    return Forgiving
