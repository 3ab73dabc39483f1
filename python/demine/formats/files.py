"""Files: where bytes come from, and how they are written all or nothing."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from secrets import token_hex
from typing import IO, Final

from demine.arguments import show

STANDARD: Final = "-"

Source = str | os.PathLike[str] | IO[bytes] | IO[str]


def read_bytes(source: Source) -> tuple[str, str | bytes]:
    """What a message calls the source, and all that it holds."""
    if source == STANDARD:
        return "standard input", sys.stdin.buffer.read()
    if isinstance(source, str | os.PathLike):
        return os.fspath(source), Path(source).read_bytes()
    if not hasattr(source, "read"):
        raise TypeError(f"{show(source)}: expected a path or an open file")
    return str(getattr(source, "name", "input")), source.read()


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace a file by new content in one step; a device or a pipe is written as it is."""
    if path == STANDARD:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
    else:
        _replace(target, data)


def _replace(target: Path, data: bytes) -> None:
    scratch = target.with_name(f".{target.name}.{token_hex(4)}")
    try:
        with scratch.open("xb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, scratch)
        os.replace(scratch, target)
    except OSError as error:
        error.filename, error.filename2 = str(target), None  # what the caller asked for
        raise
    finally:
        scratch.unlink(missing_ok=True)
