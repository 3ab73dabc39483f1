"""`demine simulate` and `demine compare`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar, Unpack

import click

from demine import arena
from demine.arena import (
    ENGINES,
    NATIVE,
    TURN_SECONDS,
    Bounds,
    Comparison,
    Tally,
    check_place,
    contest,
    find_strategy,
    seal,
)
from demine.board import PRESETS
from demine.cli import benchmarks, numbers, setups
from demine.cli.cells import find_cell
from demine.cli.choices import STRATEGIES, need_strategy, strategy_argument
from demine.cli.estimates import print_contrast, print_outcome
from demine.cli.progress import bar
from demine.cli.redirect import stdout_to_stderr
from demine.cli.setups import SetupChoice
from demine.cli.watch import Watch
from demine.wording import percent

Command = TypeVar("Command", bound=Callable[..., Any])

_SHOWN_SEEDS: Final = 8
"""Seeds of games that only one side won, in the text of a comparison."""


class Asked(SetupChoice):
    """The values of the options that choose the games."""

    sealed: bool
    key: str | None
    effort: int
    start: str | None
    rules: str | None


def rule_options(command: Command) -> Command:
    """The options that `simulate` and `compare` share."""
    options = [
        click.option(
            "--preset", type=click.Choice(list(PRESETS)), default="expert", show_default=True,
            help="The board and its mines, if neither --rows nor --board is given.",
        ),
        setups.setup_options,
        setups.rules_option,
        click.option("--start", metavar="CELL",
                     help="First cell to open, such as d4 (default: chosen by the strategy)."),
        click.option("--effort", type=numbers.Whole(1), default=1, show_default=True, metavar="E",
                     help="Let `strongest` do E times the work per move."),
        click.option("--seed", type=numbers.SEED, default=1, show_default=True,
                     metavar="N", help="Seed of the first game."),
        click.option("--sealed", is_flag=True,
                     help="Play with a new secret key; its hash is printed first, the key last."),
        click.option("--key", metavar="HEX", help="Repeat the games of a sealed run."),
        click.option("--workers", type=numbers.WORKERS, metavar="W",
                     help="Number of threads or processes (default: one per core)."),
        click.option("--chunk", type=numbers.Whole(1), default=arena.CHUNK, show_default=True,
                     metavar="N", help="Games per unit of work."),
        click.option(
            "--patience", type=numbers.SECONDS, default=TURN_SECONDS, show_default=True,
            metavar="S",
            help="Stop if a Python strategy takes more than S seconds for one turn.",
        ),
        click.option("--json", "as_json", is_flag=True,
                     help="Print one JSON object per result; output of strategies goes to stderr."),
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def _read_rules(asked: Asked) -> arena.Rules:
    """The rules of the games; a sealed run has no key yet."""
    if setups.names_board(asked):
        asked["preset"] = None  # the default of --preset gives way to another board
    setup = setups.choose_setup(asked)
    start = None if asked["start"] is None else find_cell(setup.board, asked["start"])
    return {
        "board": setup.board,
        "mines": setup.mines,
        "first": setup.first,
        "rules": asked["rules"],
        "key": asked["key"],
        "effort": asked["effort"],
        "start": start,
    }


def prepare(strategies: Iterable[str], asked: Asked, as_json: bool) -> arena.Rules:
    """The rules of the games, after a check that all strategies can play them."""
    if asked["sealed"] and asked["key"] is not None:
        raise click.UsageError("expected only one of --sealed and --key")
    played = _read_rules(asked)
    with stdout_to_stderr(as_json):
        for strategy in strategies:
            contest(find_strategy(strategy), **played)
    return played


def show_seal(played: arena.Rules, key: str | None, as_json: bool) -> arena.Rules:
    """Print the seal before the first game. It proves later that the key was chosen by then."""
    if key is None:
        return played
    click.echo(f"seal: {seal.seal(seal.read_key(key))}", err=as_json)
    sealed: arena.Rules = {**played, "key": key}
    return sealed


class _Folder(click.Path):
    """A folder; an empty name is an error and not the working directory."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("expected the name of a folder", param, ctx)
        return super().convert(value, param, ctx)


_estimate = click.option(
    "--estimate", type=click.Choice(["plain", "conditional"]), default="plain", show_default=True,
    help="Count wins, or multiply exact chances of survival: fewer games, more time for each.",
)  # fmt: skip


@click.command()
@strategy_argument
@click.option("--games", type=numbers.Whole(1), default=10_000, show_default=True, metavar="N",
              help="Number of games.")  # fmt: skip
@benchmarks.option
@_estimate
@click.option("--engine", type=click.Choice(list(ENGINES)), default="local", show_default=True,
              help="Play on this machine, or on a Dask cluster.")  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="Address of a running Dask cluster.")
@click.option("--resume", type=_Folder(file_okay=False, path_type=Path), metavar="DIR",
              help="Save finished chunks in DIR, and skip those already there.")  # fmt: skip
@click.option("--games-to", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write a line of JSON per game to FILE, or a table (.parquet, .csv): seed,"
                   " won, guesses, moves, luck.")  # fmt: skip
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Draw the winning rate against the density of mines; --games is the number of"
                   " games at each density.")  # fmt: skip
@rule_options
def simulate(
    strategy: str | None,
    games: int,
    seed: int,
    benchmark: str | None,
    estimate: str,
    engine: str,
    scheduler: str | None,
    resume: Path | None,
    games_to: Path | None,
    plot: Path | None,
    workers: int | None,
    chunk: int,
    patience: float,
    as_json: bool,
    **asked: Unpack[Asked],
) -> None:
    """Play many games with a strategy and print how many it won.

    The games have the seeds SEED, SEED + 1, …. They do not depend on the strategy, the engine or
    the number of workers.

    With --games-to each game is a line of JSON, or a row of a table. `moves` are the cells that the
    strategy opened itself. `luck` is the chance of surviving all guesses that it made: exact, or
    null if a position was too wide to count.

    \b
    Examples:
      demine simulate safest --preset expert --games 10000 --seed 1
      demine simulate ratio --preset beginner --json
      demine simulate strongest --estimate conditional --games 5000
      demine simulate mymodule:choose --resume runs/mine
      demine simulate csp --engine dask --workers 4
      demine simulate mine.py:choose --benchmark golan --games 20000
    """
    strategy = need_strategy(strategy)
    if scheduler is not None and engine != "dask":
        raise click.UsageError("--scheduler needs --engine dask")
    if estimate == "conditional" and (plot is not None or resume is not None or engine != "local"):
        raise click.UsageError("a conditional estimate takes no --plot, --resume or --engine")
    run = arena.Run(
        games=games, seed=seed, workers=workers, chunk=chunk, engine=engine,
        scheduler=scheduler, resume=resume, games_to=games_to, patience=patience,
    )  # fmt: skip
    others = (resume, plot, benchmark, estimate == "conditional" or None)
    if games_to is not None and any(other is not None for other in others):
        raise click.UsageError(
            "--games-to cannot be combined with --resume, --plot, --benchmark or --estimate"
        )
    if benchmark is not None:
        benchmarks.refuse_other_games(estimate, plot)
        benchmarks.play(strategy, benchmark, run, as_json)
        return
    played = prepare([strategy], asked, as_json)
    if plot is not None:
        check_place(plot)
    played = show_seal(played, _key(asked, run), as_json)
    if estimate == "conditional":
        with bar(f"{strategy} wins", games) as progress, stdout_to_stderr(as_json):
            result = arena.estimate(
                find_strategy(strategy), games=games, seed=seed, workers=workers, chunk=chunk,
                patience=patience, watch=progress, **played,
            )  # fmt: skip
        print_outcome(result, as_json, played.get("key"))
    elif plot is not None:
        _plot(strategy, played, run, plot, as_json)
    else:
        _play(strategy, played, run, as_json)


def _key(asked: Asked, run: arena.Run) -> str | None:
    """The key of a run, if it has one. A folder whose key was revealed plays no more games."""
    folder = run.get("resume")
    if folder is not None:
        seal.check_secret(Path(folder), run["seed"], run["games"])
    if not asked["sealed"]:
        return asked["key"]
    return seal.make_key() if folder is None else seal.keep_key(Path(folder))


def _play(strategy: str, played: arena.Rules, run: arena.Run, as_json: bool) -> None:
    started = time.perf_counter()
    with bar(f"{strategy} wins", run["games"]) as progress, stdout_to_stderr(as_json):
        watch = Watch(progress)
        with watch.tell_if_interrupted():
            tally = arena.simulate(find_strategy(strategy), **run, **played, watch=watch)
    _reveal(played, run)
    print_tally(tally, as_json, played)
    if not as_json and watch.played:
        seconds = time.perf_counter() - started
        click.echo(f"{watch.played / seconds:.1f} games per second", err=True)


def _reveal(played: arena.Rules, run: arena.Run) -> None:
    """Mark the key as revealed before it is printed: the folder plays no more games with it."""
    folder = run.get("resume")
    if folder is not None and played.get("key") is not None:
        seal.reveal(Path(folder), run["seed"], run["games"])


def _plot(strategy: str, played: arena.Rules, run: arena.Run, file: Path, as_json: bool) -> None:
    from demine.arena import draw_rates, sweep_densities

    with bar("densities", None) as progress, stdout_to_stderr(as_json):
        tallies = []
        for tally in sweep_densities(find_strategy(strategy), played, run):
            tallies.append(tally)
            progress(len(tallies), f"{tally.contest['mines']} mines: {percent(tally.rate, 2)}")
    draw_rates(tallies, file)
    _reveal(played, run)
    for tally in tallies:
        print_tally(tally, as_json, played)


def print_tally(tally: Tally, as_json: bool, rules: arena.Rules | None = None) -> None:
    """Print a tally; with the rules of a sealed run also its key."""
    key = (rules or {}).get("key")
    details = f"  {tally.guesses} guesses, {tally.blunders} blunders (lost on a cell called safe)"
    print_outcome(tally, as_json, key, details)


@click.command()
@click.argument("strategies", nargs=-1, type=STRATEGIES, metavar="A B …")
@click.option("--strategy", "named", multiple=True, type=STRATEGIES, metavar="S",
              help="The same as an argument; give it once for each strategy.")  # fmt: skip
@click.option("--games", type=numbers.Whole(1), default=100_000, show_default=True, metavar="N",
              help="Largest number of games.")  # fmt: skip
@click.option("--alpha", type=numbers.Number(most=1), default=Bounds.alpha, show_default=True,
              metavar="P",
              help="Largest probability of calling equal strategies different.")  # fmt: skip
@click.option("--beta", type=numbers.Number(most=1), default=Bounds.beta, show_default=True,
              metavar="P",
              help="Largest probability of missing a difference as large as --share.")  # fmt: skip
@click.option("--share", type=numbers.Number(most=1), default=Bounds.share, show_default=True,
              metavar="P",
              help="Difference to detect: the better strategy's share of the decisive"
                   " games.")  # fmt: skip
@click.option("--margin", type=numbers.Number(most=1), default=arena.EQUAL_MARGIN,
              show_default=True, metavar="P",
              help="With conditional estimates: treat a smaller difference as equal.")  # fmt: skip
@click.option("--estimate", type=click.Choice(["plain", "conditional"]),
              help="As in simulate. Default: conditional if `strongest`, whose games are slow,"
                   " meets other native strategies; else plain.")  # fmt: skip
@rule_options
def compare(
    strategies: tuple[str, ...],
    named: tuple[str, ...],
    games: int,
    alpha: float,
    beta: float,
    share: float,
    margin: float,
    estimate: str | None,
    seed: int,
    workers: int | None,
    chunk: int,
    patience: float,
    as_json: bool,
    **asked: Unpack[Asked],
) -> None:
    """Play strategies on the same games until one is shown to be better.

    The first strategy is compared with each of the others. A sequential test may stop after any
    game, and its error rates are still at most --alpha and --beta. With conditional estimates, the
    test is a confidence interval of the difference that holds at all times (--alpha, --margin).

    \b
    Examples:
      demine compare safest csp
      demine compare safest csp ratio --preset beginner --json
      demine compare strongest safest --board hexagonal-12x12 --mines 28
    """
    if strategies and named:
        raise click.UsageError("expected strategies as arguments, or each with --strategy")
    strategies = strategies or named
    if len(strategies) < 2:
        raise click.UsageError("expected at least two strategies")
    try:
        bounds = Bounds(alpha, beta, share)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    played = prepare(strategies, asked, as_json)
    key = seal.make_key() if asked["sealed"] else asked["key"]
    played = show_seal(played, key, as_json)
    first, *others = strategies
    for other in others:
        if (estimate or _choose_estimate(first, other)) == "conditional":
            with bar(f"{first} against {other}", games) as progress, stdout_to_stderr(as_json):
                contrast = arena.contrast(
                    find_strategy(first), find_strategy(other), games=games, seed=seed,
                    alpha=alpha, margin=margin, workers=workers, chunk=chunk, patience=patience,
                    watch=progress, **played,
                )  # fmt: skip
            print_contrast(contrast, as_json)
            continue
        with bar(f"{first} against {other}", games) as progress, stdout_to_stderr(as_json):
            result = arena.compare(
                find_strategy(first), find_strategy(other), games=games, seed=seed, bounds=bounds,
                workers=workers, chunk=chunk, patience=patience,
                watch=lambda now: progress(now.a.games, f"{now.only_a}:{now.only_b}"),
                **played,
            )  # fmt: skip
        _print_comparison(result, as_json)
    if played.get("key") is not None:
        click.echo(f"key: {played['key']}", err=as_json)


def _choose_estimate(*strategies: str) -> str:
    """The faster way to compare two strategies."""
    is_slow = "strongest" in strategies and all(strategy in NATIVE for strategy in strategies)
    return "conditional" if is_slow else "plain"


def _list_seeds(seeds: tuple[int, ...]) -> str:
    """The first seeds of games to look at; --json lists all."""
    if not seeds:
        return ""
    rest = ", …" if len(seeds) > _SHOWN_SEEDS else ""
    return f" (seeds {', '.join(map(str, seeds[:_SHOWN_SEEDS]))}{rest})"


def _print_comparison(result: Comparison, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(result.record))
        return
    a, b = result.a.contest["strategy"], result.b.contest["strategy"]
    print_tally(result.a, as_json)
    print_tally(result.b, as_json)
    for name, only, seeds in (
        (a, result.only_a, result.seeds_a),
        (b, result.only_b, result.seeds_b),
    ):
        click.echo(f"won by {name} alone: {only}{_list_seeds(seeds)}")
    click.echo(f"McNemar's exact test: p = {result.p_value:.3g}")
    bounds = result.bounds
    verdict = {
        "A": f"{a} is better",
        "B": f"{b} is better",
        "equal": f"neither wins a share of {bounds.share:g}",
        None: "undecided",
    }[result.decision]
    terms = f"alpha {bounds.alpha:g}, beta {bounds.beta:g}, share {bounds.share:g}"
    click.echo(f"sequential test ({terms}): {verdict} after {result.a.games} games")
