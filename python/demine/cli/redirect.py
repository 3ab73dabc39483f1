"""Redirects the output of strategies, so that stdout holds only JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stdout_to_stderr(is_wanted: bool) -> Iterator[None]:
    """Send stdout of this process and its children to stderr while the body runs, if wanted."""
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
