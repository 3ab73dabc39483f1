"""Files on disk: read with a limit, written all or nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from stat import S_IMODE
from typing import IO, Final, TypeVar

from demine.arguments import show
from demine.errors import FormatError

STANDARD: Final = "-"

_LARGEST: Final = 1 << 30
"""Bytes of the longest file that is read: a device may never end."""

_PIECE: Final = 1 << 20
"""Bytes per read: a reader allocates as many as it is asked for, however few come."""

Content = TypeVar("Content")

Source = str | os.PathLike[str] | IO[bytes] | IO[str]


def read_bytes(source: Source) -> tuple[str, str | bytes]:
    """The name of the source in messages, and its content."""
    if source == STANDARD:
        if sys.stdin is None:
            raise FormatError("standard input is closed: expected a position in it")
        return "standard input", read_all("standard input", sys.stdin.buffer)
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        with open(source, "rb") as file:
            return name, read_all(name, file)
    if not hasattr(source, "read"):
        raise TypeError(f"{show(source)}: expected a path or an open file")
    return str(getattr(source, "name", "input")), source.read()


def read_as(source: Source, parse: Callable[[str | bytes], Content]) -> Content:
    """The content of a source, parsed; a `FormatError` names the source."""
    name, data = read_bytes(source)
    try:
        return parse(data)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def read_all(name: str, file: IO[bytes]) -> bytes:
    """The content of a file, unless it is longer than any board needs."""
    if _size(file) <= _LARGEST:
        data = bytearray()
        with name_errors(name):
            while len(data) <= _LARGEST and (piece := file.read(_PIECE)):
                data += piece
        if len(data) <= _LARGEST:
            return bytes(data)
    raise FormatError(f"{name}: more than {_LARGEST >> 20} MiB: expected a smaller file")


def _size(file: IO[bytes]) -> int:
    """The length of a file; 0 if it is unknown, as for a pipe or bytes in memory."""
    try:
        return os.fstat(file.fileno()).st_size
    except OSError:
        return 0


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Replace the content of a file in one step; write to a device or a pipe directly."""
    if path == STANDARD:
        with name_errors("standard output"):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    with name_errors(path):  # a deleted folder has no path
        target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with name_errors(target):
            target.write_bytes(data)
    else:
        _replace(target, data)


def write_secret(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file that only its owner may read, in one step; on return it is on the disk."""
    _replace(Path(os.path.realpath(path)), data, is_secret=True)


def append_lines(path: str | os.PathLike[str], lines: str, is_synced: bool = False) -> None:
    """Append lines to a file, on a new line even if its last one has no end.

    If the write `is_synced`, the lines are on the disk on return.
    """
    with name_errors(path), open(path, "ab") as file:
        file.write(("\n" if _is_torn(Path(path)) else "").encode() + lines.encode())
        if is_synced:
            file.flush()
            os.fsync(file.fileno())


def _is_torn(path: Path) -> bool:
    """Whether the last line of a file has no end; a pipe cannot be read back, so never there."""
    if not path.is_file() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


@contextmanager
def name_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add the name of the file to an `OSError`: those of an open file have none."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = os.fspath(path), None
        raise


def _replace(target: Path, data: bytes, is_secret: bool = False) -> None:
    scratch = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    try:
        with name_errors(target):  # not the scratch file
            mode = 0o600 if is_secret else 0o666
            with open(scratch, "xb", opener=partial(os.open, mode=mode)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if target.exists() and not is_secret:
                scratch.chmod(S_IMODE(target.stat().st_mode))
            os.replace(scratch, target)
    finally:
        with suppress(OSError):  # report the first failure, not this one
            scratch.unlink()
