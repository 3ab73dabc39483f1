"""`demine site`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click


@click.command()
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
def site(out: Path) -> None:
    """Write the pages into the folder OUT, for any web server that serves files.

    The browser computes everything itself, offline too after one visit. Addresses are relative, so
    the folder may have any path.

    \b
    Example:
      demine site pages && python -m http.server --directory pages
    """
    if find_spec("starlette") is None:
        raise click.UsageError("the pages need starlette: pip install starlette uvicorn")
    from demine.web import write_site

    written = write_site(out)
    size = sum((out / name).stat().st_size for name in written)
    click.echo(f"{out}: {len(written)} files, {size / 1e6:.1f} MB")
