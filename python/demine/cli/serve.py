"""`demine serve`."""

from __future__ import annotations

import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path

import click

from demine.cli import numbers


@click.command()
@click.option("--host", default="127.0.0.1", metavar="HOST", help="Address to listen on.")
@click.option(
    "--port",
    type=numbers.Whole(0, 65535),
    default=8000,
    metavar="PORT",
    help="Port to listen on; 0 chooses a free one.",
)
@click.option("--open", "browse", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="SQLite file for games, settings and records.",
)
def serve(host: str, port: int, browse: bool, data: Path | None) -> None:
    """Play and analyse in the browser, on any board.

    By default only this machine can connect. Games survive a restart. The page /api describes the
    JSON API.

    \b
    Examples:
      demine serve --open
      curl -s -X POST localhost:8000/api/games -H 'Content-Type: application/json' \\
           -d '{"preset": "expert"}'
    """
    if find_spec("starlette") is None or find_spec("uvicorn") is None:
        raise click.UsageError(
            "the server needs starlette and uvicorn: pip install starlette uvicorn"
        )
    from demine.web import serve as run

    run(host, port, data=data, started=lambda address: _start(address, browse))


def _start(address: str, browse: bool) -> None:
    click.echo(f"demine is running at {address} (press Ctrl-C to stop)")
    if browse:
        threading.Timer(0.8, webbrowser.open, [address]).start()
