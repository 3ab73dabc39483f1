"""`demine mcp`."""

from __future__ import annotations

from importlib.util import find_spec

import click


@click.command()
def mcp() -> None:
    """Answer assistants that speak MCP (Model Context Protocol), over standard input and output.

    The tools are analyse, count, explain, hint and play. An assistant starts this command itself;
    tell it the command `demine mcp`. Needs the extra demine[mcp].

    \b
    Example (a common form of settings):
      {"mcpServers": {"demine": {"command": "demine", "args": ["mcp"]}}}
    """
    if find_spec("mcp") is None:
        raise click.UsageError("this command needs the package mcp: pip install mcp")
    from demine.assistants import server

    server().run("stdio")
