"""`demine completion`."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that lets a shell complete commands, options and names.

    The names are strategies, presets, boards, grades and files. Write the script into a file that
    your shell reads when it starts.

    \b
    Examples:
      demine completion bash > ~/.local/share/bash-completion/completions/demine
      demine completion zsh > ~/.zfunc/_demine
      demine completion fish > ~/.config/fish/completions/demine.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    made = kind(click.get_current_context().find_root().command, {}, "demine", "_DEMINE_COMPLETE")
    click.echo(ShellComplete.source(made))  # that of bash also asks for the version of bash
