"""Terminals: whether there is a screen to play on, and its colours."""

from __future__ import annotations

import sys
from importlib.util import find_spec

import click

from demine.terminal import THEME_NAMES

theme_option = click.option(
    "--theme",
    type=click.Choice(THEME_NAMES),
    default="default",
    help="Colours of the whole screen; $NO_COLOR leaves out all.",
)


def has_screen() -> bool:
    """Whether stdin and stdout are a terminal and textual is installed; a note if it is not."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        click.echo("Playing line by line. For the whole screen: pip install textual", err=True)
        return False
    return True
