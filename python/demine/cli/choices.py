"""Names that commands take and shells complete, as an argument or as an option of the same name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import click
from click.shell_completion import CompletionItem

from demine.arena import NATIVE
from demine.arguments import show
from demine.board import PRESETS
from demine.board.registry import TOPOLOGIES
from demine.strategies import IN_PYTHON

Command = TypeVar("Command", bound=Callable[..., Any])

STRATEGY_NAMES: Final = (
    f"{', '.join([*NATIVE, *IN_PYTHON])}, module:function, file.py:function, or pipe:COMMAND"
)


class Names(click.ParamType[str]):
    """Any text; a shell completes it from names, or from the files of the working directory."""

    name = "text"

    def __init__(self, names: Iterable[str]) -> None:
        """Complete from these names."""
        self.names = tuple(names)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so; bash forgets what comes before the files, so they are first."""
        fitting = [name for name in self.names if name.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file"), *map(CompletionItem, fitting)]


STRATEGIES: Final = Names([*NATIVE, *IN_PYTHON, "pipe:"])
BOARDS: Final = Names(
    dict.fromkeys(
        name
        for topology in TOPOLOGIES.values()
        for name in (topology.example, *(offer.board for offer in topology.menu))
    )
)
PRESETS_OR_FILES: Final = Names(PRESETS)


class Renamed(click.Option):
    """An option with older names, which still work and are not shown."""

    def __init__(self, *args: Any, formerly: tuple[str, ...], **settings: Any) -> None:
        """An option of click that is also known by the names in `formerly`."""
        super().__init__(*args, **settings)
        self.formerly = formerly

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser know all names."""
        shown, self.opts = self.opts, [*self.opts, *self.formerly]
        super().add_to_parser(parser, ctx)
        self.opts = shown


def argument_or_option(
    name: str, *, metavar: str, help: str = "The same as the argument.", **settings: Any
) -> Callable[[Command], Command]:
    """What a command works on, as an argument; `--NAME VALUE` works as well."""
    key = f"demine.{name}"

    def choose(context: click.Context, _: click.Parameter, given: str | None) -> str | None:
        named = context.meta.get(key)
        if given is not None and named is not None:
            raise click.UsageError(f"expected only one of {show(given)} and --{name} {named}")
        return named if given is None else given

    option_type = settings.pop("option_type", settings.get("type"))
    argument = click.argument(name, required=False, callback=choose, metavar=metavar, **settings)
    option = click.option(
        f"--{name}",
        f"named_{name}",
        type=option_type,
        metavar=None if isinstance(option_type, click.Choice) else name[0].upper(),
        is_eager=True,
        expose_value=False,
        callback=lambda context, _, typed: context.meta.update({key: typed}),
        help=help,
    )
    return lambda command: argument(option(command))


def strategy_argument(command: Command) -> Command:
    """The strategy of a command that plays with one."""
    told = f"The same as the argument: {STRATEGY_NAMES}."
    wrapped = argument_or_option("strategy", metavar="STRATEGY", help=told, type=STRATEGIES)
    return wrapped(command)


def need_strategy(given: str | None) -> str:
    """The strategy, or a usage error if there is none."""
    if given is None:
        raise click.UsageError(f"STRATEGY is missing: expected {STRATEGY_NAMES}")
    return given
