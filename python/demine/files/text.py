"""Text in files: perhaps not UTF-8, with a byte order mark, any line ends, blank lines."""

from __future__ import annotations

from typing import Final

from demine.arguments import check
from demine.errors import FormatError

MARK: Final = "\ufeff"
"""The byte order mark, with which some editors begin a file."""


def decode(data: str | bytes) -> str:
    """The data as text, without its byte order mark."""
    check(data, str | bytes, "text")
    rest = ", and the whole is not an mbf board: expected one or the other"
    return to_text(data, rest).removeprefix(MARK)


def to_text(data: str | bytes, rest: str = "") -> str:
    """The data as text; `FormatError` names the first byte or character that is none."""
    try:
        if isinstance(data, bytes):
            return data.decode()
        data.encode()
        return data
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start} is not UTF-8 text{rest}") from None
    except UnicodeEncodeError as error:
        raise FormatError(f"character {error.start} is half of a pair: expected text") from None


def content_lines(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers from 1, without blank ones at either end."""
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), start=1))
    while lines and not lines[-1][1].strip():
        lines.pop()
    first = next((place for place, (_, line) in enumerate(lines) if line.strip()), 0)
    return lines[first:]
