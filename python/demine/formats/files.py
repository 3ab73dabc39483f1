"""Files: where bytes come from, and how they are written all or nothing."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import IO, Final

STANDARD: Final = "-"

Source = str | os.PathLike[str] | IO[bytes] | IO[str]


def named_bytes(source: Source) -> tuple[str, str | bytes]:
    """What a message calls the source, and all that it holds."""
    if source == STANDARD:
        return "standard input", sys.stdin.buffer.read()
    if isinstance(source, str | os.PathLike):
        return os.fspath(source), Path(source).read_bytes()
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
    handle, scratch = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(scratch, _mode(target))
        os.replace(scratch, target)
    except BaseException:
        os.unlink(scratch)
        raise


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
