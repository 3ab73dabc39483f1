"""Apart: what a strategy prints is kept out of output that machines read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def print_apart(is_wanted: bool) -> Iterator[None]:
    """Send what is printed meanwhile, by this process and its children, to stderr if wanted."""
    streams = (sys.__stdout__, sys.__stderr__)
    if not is_wanted or any(stream is None or stream.closed for stream in streams):
        yield
        return
    sys.stdout.flush()
    out, err = (stream.fileno() for stream in streams if stream is not None)
    kept = os.dup(out)
    os.dup2(err, out)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, out)
        os.close(kept)
