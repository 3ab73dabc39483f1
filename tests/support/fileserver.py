"""A plain file server for tests: what any static host does, below a path."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def serve_files(folder: Path) -> Iterator[str]:
    """Serve the folder under its own name; the address."""
    handler = partial(_Quiet, directory=str(folder.parent))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
