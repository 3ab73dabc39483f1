"""All learners beside strategies made by hand, on the same games: the table of docs/learners.md.

    python benches/learners/table.py                       (make learners)

Plays the games that `results.jsonl` lacks, one line per strategy and board, and writes the tables
into the page, between the lines `<!-- tables -->` and `<!-- end -->`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from games import SETUPS, Setup

import demine
from demine.cli.progress import bar

RESULTS: Final = Path(__file__).with_name("results.jsonl")
PAGE: Final = Path(__file__).parents[2] / "docs" / "learners.md"
GAMES: Final = 3000
SEED: Final = 7_000_001
BY_HAND: Final = ("automaton", "single-point", "ratio", "equations", "csp", "safest")
LEARNED: Final = ("rules", "genetic", "network")
PLAYERS: Final = {
    **dict.fromkeys(BY_HAND, "by hand"),
    "strongest": "by hand, with a learned score",
    **dict.fromkeys(LEARNED, "learned"),
}
PERFECT: Final = {"6×6/4": Fraction(16696, 19635) * Fraction(36, 32)}
"""Perfect play with a safe first click, where it is known (docs/perfect-play.md)."""
BEGIN: Final = "<!-- tables -->\n"
END: Final = "<!-- end -->\n"

Record = dict[str, Any]


def play(name: str, setup: Setup, games: int) -> Record:
    """The record of a strategy's games."""
    tally = demine.simulate(
        name, board=setup.board, mines=setup.mines, games=games, seed=SEED, workers=1
    )
    low, high = tally.interval()
    counts = {"games": tally.games, "seed": tally.seed, "wins": tally.wins}
    return {
        "board": str(setup), "strategy": name, **counts, "guesses": tally.guesses,
        "blunders": tally.blunders, "interval": [round(low, 6), round(high, 6)],
    }  # fmt: skip


def play_all(file: Path, games: int) -> list[Record]:
    """The records of all strategies on all boards; those in the file are not played again."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    kept = {(one["board"], one["strategy"]): one for one in map(json.loads, lines)}
    asked = [(setup, name) for setup in SETUPS for name in PLAYERS]
    with bar("tallies", len(asked)) as show, file.open("a", encoding="utf-8") as out:
        for done, (setup, name) in enumerate(asked):
            show(done, f"{name} on {setup}")
            if (str(setup), name) not in kept:
                kept[str(setup), name] = play(name, setup, games)
                out.write(json.dumps(kept[str(setup), name], ensure_ascii=False) + "\n")
                out.flush()
    return [kept[str(setup), name] for setup, name in asked]


def table(board: str, records: list[Record]) -> Iterator[str]:
    """The table of a board, line by line."""
    own = {one["strategy"]: one for one in records if one["board"] == board}
    safest = own["safest"]["wins"] / own["safest"]["games"]
    perfect = PERFECT.get(board)
    known = f": perfect play wins {100 * float(perfect):.2f} %" if perfect else ""
    yield f"\n**{board}**{known}\n"
    heads = ["strategy", "made", "won, %", "95 % interval", "more than `safest`", "blunders"]
    heads += ["below perfect play"] if perfect else []
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for name, one in sorted(own.items(), key=lambda pair: pair[1]["wins"]):
        yield row(name, one, safest, perfect)


def row(name: str, one: Record, safest: float, perfect: Fraction | None) -> str:
    """A line of a table; differences are in points."""
    rate = one["wins"] / one["games"]
    low, high = (f"{100 * end:.2f}" for end in one["interval"])
    shown = [f"`{name}`", PLAYERS[name], f"{100 * rate:.2f}", f"{low} to {high}"]
    shown += [f"{100 * (rate - safest):+.2f}", str(one["blunders"])]
    if perfect:
        shown.append(f"{100 * (float(perfect) - rate):.2f}")
    return f"| {' | '.join(shown)} |"


def verdict(board: str, records: list[Record]) -> str:
    """The best of either kind, and whether the learned one is better beyond doubt."""
    own = [one for one in records if one["board"] == board]
    learned = max((one for one in own if one["strategy"] in LEARNED), key=lambda one: one["wins"])
    by_hand = max((one for one in own if one["strategy"] in BY_HAND), key=lambda one: one["wins"])
    is_better = learned["interval"][0] > by_hand["interval"][1]
    rates = [100 * one["wins"] / one["games"] for one in (learned, by_hand)]
    return (
        f"- {board}: `{learned['strategy']}` wins {rates[0]:.2f} %, `{by_hand['strategy']}` "
        f"{rates[1]:.2f} %. The learned one is {'better' if is_better else 'no better'}."
    )


def tables(records: list[Record]) -> Iterator[str]:
    """All tables, then the best learner beside the best strategy made by hand."""
    boards = list(dict.fromkeys(one["board"] for one in records))
    for board in boards:
        yield from table(board, records)
    yield "\nThe best learner beside the best strategy made by hand:\n"
    yield from (verdict(board, records) for board in boards)


def put(page: str, records: list[Record]) -> str:
    """The page with these tables."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "".join(f"{line}\n" for line in tables(records)) + "\n" + END + after


def main() -> None:
    """Play, and write the tables into the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    records = play_all(given.results, given.games)
    given.page.write_text(put(given.page.read_text("utf-8"), records), "utf-8")


if __name__ == "__main__":
    main()
