"""`demine solve`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from functools import partial
from math import log2, log10
from typing import Any, Final, TypeVar, Unpack, cast

import click

from demine import draw
from demine.cli import cells, options
from demine.cli.outputs import SVG
from demine.cli.progress import spinner
from demine.density import Density
from demine.errors import FormatError, NoLegalAssignment, Timeout, TooWide
from demine.files import STANDARD, write_bytes, write_decimal
from demine.labels import FREE, MINED
from demine.meter import Budget, Meter
from demine.position import Analysis, Position
from demine.rules import Spread
from demine.strategies import Candidate
from demine.wording import percent

Answer = TypeVar("Answer")

PATIENCE: Final = 10.0
"""Seconds for the exact count and fractions, unless --seconds is given.

Probabilities and certain cells do not need them. On large boards with a known number of mines,
they may take minutes.
"""

_OPENING: Final = 1.0
"""Extra seconds to open the file of a batch, so that its lines can get the verdict timeout."""

_PRINTING: Final = 60.0
"""Seconds to print the answer. Millions of cells take a few; a stuck reader takes forever."""

_NOTHING: Final[dict[str, Any]] = {
    "count": "0", "safe": [], "mined": [], "probabilities": None, "floats": None,
    "log10_count": None, "entropy": None,
}  # fmt: skip
"""The JSON answer about a position without a legal assignment."""


@click.command()
@options.file
@options.mines
@options.numbers
@click.option("--json", "as_json", is_flag=True, help="Print the answer as one JSON object.")
@click.option("--svg", type=SVG, metavar="OUT", help="Also draw the answer to OUT (.svg).")
@click.option(
    "--batch", is_flag=True, help="Read one JSON position per line, and print one answer per line."
)
@options.density
@cells.about_and_given
@click.option(
    "--candidates",
    "compared",
    is_flag=True,
    help="Also print the chance of winning after each cell. Excludes --density.",
)
@options.budgets_with(
    "Time limit: the exit code is 3 if no board is drawn within S seconds "
    "(default: no limit, but 10 seconds for the exact count)."
)
def solve(
    file: str,
    trust_flags: bool,
    density: str | None,
    mines: int | str | None,
    numbers: bool,
    as_json: bool,
    svg: str | None,
    batch: bool,
    about: tuple[str, ...],
    given: tuple[str, ...],
    compared: bool,
    **budget: Unpack[Budget],
) -> None:
    """Show the chance of a mine for each cell, and the certain cells.

    Cells are named by column and row (e1), in a box with the slice in front (2.e1), and in a graph
    by the name of the vertex. Cells that FILE itself marks as free or mined are listed separately.

    If an exact count exceeds --states or --bytes (100 million states, if neither is given), the
    safe and mined cells are still exact and the other probabilities are estimates. The output says
    so, and the exit code is 0. It is 3 if even the certain cells exceed the budget.

    The exact count comes last. On a large board with a known number of mines it may take minutes,
    so it gets only the rest of --seconds, or 10 seconds without that option. If that is too short,
    the output says so in place of the count, and the exit code is 0.

    \b
    The JSON object holds:
      cells          number of cells
      mines          number of mines, or null
      count          number of legal assignments, as a decimal string
      safe, mined    lists of cells, by number
      probabilities  exact chance of a mine, one string "n/d" per cell
      floats         the same, rounded
      log10_count    decimal logarithm of the count
      entropy        bits that tell which legal assignment is true
      distributions  with rules: for each cell the chances of its numbers of mines; else left out
      exact          false if the probabilities are estimates; else left out
    `count`, its logarithm, `probabilities` and `entropy` are null if they exceed the budget or the
    time. If there is no legal assignment, `count` is "0", everything else is empty, and the exit
    code is 1.

    \b
    With --candidates it also holds `candidates`, a list with the best cell first:
      cell           number of the cell
      risk           chance of a mine
      ahead          chance to survive this cell and the best cell after it
      progress       chance to survive this cell and then to have a safe cell
      win            chance to win the game
      exact          whether `win` assumes perfect play; if not, play-outs estimate it
      margin         how far `win` may be off, in 95 % of the cases; 0 if it is exact
    If the position is too wide to look ahead, `ahead`, `progress` and `win` are null.

    With --about it also holds `about`, a list with the `cell`, what it `shows` (a chance "n/d" for
    each number, and for a mine under "*") and its `information` in bits. `joint` is a list with two
    `cells` and the chance that both are `mined`.

    With --batch each line of FILE is a position: a JSON object in the format `graph`, or a JSON
    string with the text of any format. Each answer is a JSON object on one line. It holds `line`,
    `verdict` ("answered", "impossible", "too wide" or "timeout") and, if answered, `safe`, `mined`,
    `log_count` (the natural logarithm of the number of legal assignments) and `floats`. A line that
    is not a position gets `line` and `error`; the exit code is still 0. --states and --bytes apply
    to each position, --seconds to the whole batch. Lines without an answer in time get the verdict
    "timeout", and the exit code is 3.

    \b
    Examples:
      demine solve examples/expert.mine
      demine solve --json examples/expert.mine | python -m json.tool
      demine solve --svg solved.svg examples/expert.mine
      demine solve --density 0.2 examples/expert.mine
      demine solve --candidates examples/expert.mine
      demine solve --about f2 --about f3 --given h8=1 examples/beginner.mine
    """
    if batch:
        if density is not None or mines is not None or compared or about or given:
            said = "--density, --mines, --candidates, --about or --given"
            raise click.UsageError(f"--batch cannot be combined with {said}")
        _solve_batch(file, trust_flags, svg, **budget)
        return
    if density is not None and mines is not None:
        raise click.UsageError("--density replaces the number of mines: leave out --mines")
    if density is not None and compared:
        raise click.UsageError(
            "--candidates cannot be combined with --density: leave out one of them"
        )
    meter = Meter(seconds=budget.get("seconds"))
    position = options.with_mines(options.read(file, trust_flags), mines)
    position = options.with_density(position, density)
    with options.blaming(file):
        position = cells.suppose(position, given)
    if compared:
        position.check_equally_likely()
    with spinner("solving"):
        try:
            analysis = _analyze(position, file, **budget)
        except NoLegalAssignment:
            if as_json:
                click.echo(json.dumps(_NOTHING | _given(position)))
            raise
        found = _candidates(analysis, **budget) if compared else ()
        with options.blaming(file):
            asked = cells.Asked(analysis, about, **budget)
        if svg is not None:
            write_bytes(svg, draw.svg(position, analysis).encode())
        exact = _Exact(analysis, meter, budget)
        answer = _object(exact, found, asked) if as_json else _text(exact, numbers, found, asked)
    click.echo(answer, color=_wants_colour())


def _analyze(position: Position, file: str, **budget: Unpack[Budget]) -> Analysis:
    try:
        return position.analyze(**budget)
    except NoLegalAssignment:
        said = "the position has no legal assignment, so it has no probabilities"
        why = f": `demine explain {file}` says why" if position.rules is None else ""
        raise NoLegalAssignment(said + why) from None


def _candidates(analysis: Analysis, **budget: Unpack[Budget]) -> tuple[Candidate, ...]:
    return analysis.candidates(
        states=budget.get("states"), seconds=budget.get("seconds"), bytes=budget.get("bytes")
    )


def _solve_batch(file: str, trust_flags: bool, svg: str | None, **budget: Unpack[Budget]) -> None:
    if trust_flags or svg is not None:
        raise click.UsageError("--batch cannot be combined with --trust-flags or --svg")
    if file == STANDARD and sys.stdin is None:
        raise FormatError("standard input is closed: expected a position per line in it")
    # `answers` keeps the time limit itself and marks late lines. Until then the alarm may only end
    # a wait for a named pipe to open.
    options.put_off_alarm((budget.get("seconds") or 0.0) + _OPENING)
    from demine.cli.batch import answers

    with (
        click.open_file(file, "rb") as lines,
        closing(answers(lines, **budget)) as found,
    ):
        for answer in found:
            click.echo(answer)


class _Exact:
    """The exact count and fractions of an analysis, computed last in the time that is left."""

    def __init__(self, analysis: Analysis, meter: Meter, budget: Budget) -> None:
        """Compute nothing yet. The meter is that of the whole command."""
        self.analysis, self.meter, self._budget = analysis, meter, budget

    def begin(self) -> None:
        """Start the exact numbers. Everything else is ready and is shown even if time runs out."""
        if self.meter.seconds is None:
            self.meter = Meter(seconds=PATIENCE)
        options.put_off_alarm((self.meter.left or 0.0) + _PRINTING)

    def count(self) -> str:
        """The number of legal assignments, in digits."""
        if not self.analysis.exact:
            return write_decimal(self.analysis.count)  # raises `TooWide`
        budget = Budget(**{**self._budget, "seconds": self.meter.left})
        return write_decimal(self.analysis.position.count(**budget))

    def fractions(self) -> list[str]:
        """The chance of a mine for each cell; `TooWide` if these are estimates."""
        if not self.analysis.exact:
            raise TooWide("the probabilities are estimates")
        return [self._fraction(cell) for cell in self.analysis.position.board.cells]

    def distributions(self) -> list[dict[str, str]]:
        """For a position with rules: the numbers of mines of each cell, with their chances."""
        spread = cast(Spread, self.analysis)
        cells = spread.position.board.cells
        found = (spread.distribution(cell, seconds=self.meter.left) for cell in cells)
        return [{str(mines): _fraction(chance) for mines, chance in one.items()} for one in found]

    def entropy(self, count: str | None) -> float | None:
        """The bits that tell which legal assignment is true, given the number of them."""
        if self.analysis.position.density is not None:
            return self.analysis.entropy(seconds=self.meter.left)
        return None if count is None else _log2_of(count)

    def _fraction(self, cell: int) -> str:
        return _fraction(self.analysis.probability(cell, seconds=self.meter.left))


def _fraction(p: Fraction) -> str:
    return f"{write_decimal(p.numerator)}/{write_decimal(p.denominator)}"


def _has_rules(analysis: Analysis) -> bool:
    return analysis.position.rules is not None


def _object(exact: _Exact, candidates: Sequence[Candidate], asked: cells.Asked) -> str:
    """The answer as JSON."""
    analysis = exact.analysis
    found: dict[str, Any] = {
        **_given(analysis.position),
        "count": None,
        "safe": sorted(analysis.safe),
        "mined": sorted(analysis.mined),
        "probabilities": None,
        "floats": analysis.probabilities.tolist(),
        **({} if analysis.exact else _estimates(analysis)),
    }
    listed = {"candidates": [candidate.record for candidate in candidates]} if candidates else {}
    exact.begin()
    count = _unless_over(exact.count)
    numbers = {
        "count": count,
        "log10_count": None if count is None else _log2_of(count) * log10(2),
        "probabilities": _unless_over(exact.fractions),
        "entropy": _unless_over(partial(exact.entropy, count)),
        **({"distributions": _unless_over(exact.distributions)} if _has_rules(analysis) else {}),
    }
    return json.dumps(found | listed | asked.record() | numbers)


def _estimates(analysis: Analysis) -> dict[str, Any]:
    """What is said of estimates: where the truth lies, and whether certain cells may be missing."""
    intervals = [analysis.interval(cell) for cell in analysis.position.board.cells]
    found: dict[str, Any] = {"exact": False, "intervals": intervals}
    return found if analysis.all_certain else {**found, "all_certain": False}


def _log2_of(digits: str) -> float:
    """The binary logarithm of a number in decimal. Reading millions of digits would take long."""
    lead = digits[:17]
    return log2(int(lead)) + (len(digits) - len(lead)) * log2(10)


def _given(position: Position) -> dict[str, Any]:
    """The entries that repeat the question."""
    size = {"cells": len(position.board), "mines": position.mines}
    return size | _density(position.density)


def _unless_over(answer: Callable[[], Answer]) -> Answer | None:
    """The answer, or None if it exceeds the budget."""
    try:
        return answer()
    except (TooWide, Timeout):
        return None


def _density(density: Density | None) -> dict[str, Any]:
    """The entry `density`, if there is one: "n/d", or a list of them."""
    if density is None:
        return {}
    shown = str(density) if isinstance(density, Fraction) else [str(p) for p in density]
    return {"density": shown}


def _text(exact: _Exact, numbers: bool, candidates: Sequence[Candidate], asked: cells.Asked) -> str:
    analysis = exact.analysis
    drawing = draw.text(analysis.position, analysis, colour=_wants_colour())
    name = options.namer(analysis.position.board, numbers)
    lines = [
        *_summary(analysis, numbers),
        *asked.lines(name),
        *_tabulate(analysis, candidates, name),
    ]
    exact.begin()
    count = f"legal assignments: {_count(exact)}"
    return "\n".join([drawing.rstrip("\n"), "", count, *lines])


def _count(exact: _Exact) -> str:
    """The number of legal assignments, or why it is missing."""
    try:
        return exact.count()
    except TooWide:
        return "too many to count within the budget"
    except Timeout:
        return f"not counted within {exact.meter.seconds:g} seconds"


def _tabulate(
    analysis: Analysis, candidates: Sequence[Candidate], name: Callable[[int], str]
) -> Iterator[str]:
    """A table of the candidates, the best first."""
    if not candidates:
        return
    if candidates[0].win is None:
        by = "risk" if analysis.exact else "estimated risk"
        order = f"by {by}" if candidates[0].risk else "all of them safe"
        yield f"\ncandidates, {order} (too wide to look ahead):"
        yield f"{'cell':>8} {'mine':>9}"
        yield from (f"{name(one.cell):>8} {percent(one.risk, 2):>9}" for one in candidates)
        return
    by = "perfect play" if candidates[0].exact else "estimated by play-outs"
    yield f"\ncandidates, by chance to win ({by}):"
    wide = max(len(_won(one)) for one in candidates)
    yield f"{'cell':>8} {'won':>{wide + 2}} {'mine':>9} {'survive two':>12} {'progress':>9}"
    for one in candidates:
        chances = (one.risk, one.ahead, one.progress)
        mine, ahead, progress = (percent(chance or 0, 2) for chance in chances)
        yield f"{name(one.cell):>8} {_won(one):>{wide + 2}} {mine:>9} {ahead:>12} {progress:>9}"


def _won(one: Candidate) -> str:
    """The chance to win, and the margin of an estimate."""
    if one.exact:
        return percent(one.win or 0, 2)
    return f"{100 * float(one.win or 0):.1f} ± {percent(one.margin)}"


def _summary(analysis: Analysis, numbers: bool) -> Iterator[str]:
    position = analysis.position
    name = options.namer(position.board, numbers)
    free = {cell for cell, label in enumerate(position.labels) if label == FREE}
    mined = {cell for cell, label in enumerate(position.labels) if label == MINED}

    def list_cells(cells: Iterable[int]) -> str:
        return " ".join(map(name, sorted(cells))) or "none"

    yield f"safe cells:  {list_cells(analysis.safe - free)}"
    if free:
        yield f"known free:  {list_cells(free)}"
    yield f"mined cells: {list_cells(analysis.mined - mined)}"
    if isinstance(analysis, Spread) and max(analysis.certain.values(), default=0) > 1:
        several = {cell: mines for cell, mines in sorted(analysis.certain.items()) if mines > 1}
        yield f"with mines:  {' '.join(f'{name(cell)}:{mines}' for cell, mines in several.items())}"
    if mined:
        yield f"known mines: {list_cells(mined)}"


def _wants_colour() -> bool:
    """Whether to use colour: on a terminal or if $FORCE_COLOR is set, but not if $NO_COLOR is."""
    forced = bool(os.environ.get("FORCE_COLOR"))
    return (forced or sys.stdout.isatty()) and not os.environ.get("NO_COLOR")
