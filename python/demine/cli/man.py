"""`demine man`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from demine._native import VERSION


@click.command()
def man() -> None:
    """Print the manual page, made from the help of all commands.

    \b
    Examples:
      demine man | man -l -
      demine man > demine.1
    """
    root = click.get_current_context().find_root()
    click.echo("\n".join(_page(root)))


def _page(root: click.Context) -> Iterator[str]:
    """The page in the language of roff."""
    group = root.command
    assert isinstance(group, click.Group)
    yield f'.TH DEMINE 1 "" "demine {VERSION}" "User commands"'
    yield ".ad l"
    yield ".SH NAME"
    yield _plain("demine - exact Minesweeper on any graph")
    yield ".SH SYNOPSIS"
    yield _plain("demine COMMAND [OPTIONS] [ARGUMENTS]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(group)
    yield ".SH COMMANDS"
    for name in group.list_commands(root):
        command = group.get_command(root, name)
        if command is not None:
            yield from _section(click.Context(command, info_name=name, parent=root))


def _section(context: click.Context) -> Iterator[str]:
    usage = " ".join(context.command.collect_usage_pieces(context))
    yield f'.SS "{_plain(f"demine {context.info_name} {usage}")}"'
    yield from _paragraphs(context.command)
    for parameter in context.command.params:
        told = parameter.get_help_record(context)
        if told is not None and isinstance(parameter, click.Option):
            yield from (".TP", f"\\fB{_plain(told[0])}\\fR", _plain(" ".join(told[1].split())))


def _paragraphs(command: click.Command) -> Iterator[str]:
    """The help text; click prints a paragraph that begins with \\b as it is."""
    text = inspect.cleandoc(command.help or "")
    for number, paragraph in enumerate(text.split("\n\n")):
        yield from [".PP"] * (number > 0)
        if paragraph.startswith("\b"):
            yield from (".nf", *map(_plain, paragraph.splitlines()[1:]), ".fi")
        else:
            yield _plain(" ".join(paragraph.split()))


def _plain(text: str) -> str:
    """Text in which roff sees no command."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    escaped = "".join(one if one.isascii() else f"\\[u{ord(one):04X}]" for one in escaped)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
