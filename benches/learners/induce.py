"""Induce the rules of the strategy `rules` from examples.

    python benches/learners/induce.py --seed 1

An example is a covered cell of a position; `demine.analyze_many` tells whether it is safe, mined or
uncertain, and how risky. Rules are found by covering (Castillo and Wrobel 2003; Fürnkranz 1999): a
rule grows by the condition that leaves the fewest exceptions, until there is none. It must have no
exception in further positions either. The cells that it covers are then set aside. The rules of
guesses grow towards the cells whose risk differs most from the mean. Writes `rules.txt`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from games import SETUPS, Row, Setup
from numpy.typing import NDArray

import demine
from demine.labels import COVERED_CODE, LABELS
from demine.learners.rules import FILE, NAMES, Kind, Rule, mark

LONGEST: Final = 4
"""Conditions of a rule."""
LEAST: Final = 20
"""Cells that a rule must cover in the examples."""
BEAM: Final = 30
GUESSES: Final = 16
"""Rules of guesses."""

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


class Case(NamedTuple):
    """A position, the exact risk of its cells, and the cells that are certain."""

    position: demine.Position
    risk: Floats
    safe: Bools
    mined: Bools


class Examples(NamedTuple):
    """Covered cells of all cases, and what the rules see of them.

    Row i says that the cell `example[i]` meets the conditions `bits[i]` with some A and B.
    """

    example: NDArray[np.int64]
    bits: NDArray[np.int64]
    risk: Floats
    safe: Bools
    mined: Bools
    is_training: Bools

    def covered(self, conditions: int) -> Bools:
        """The examples that meet the conditions."""
        hit = np.zeros(len(self.risk), dtype=bool)
        hit[self.example[(self.bits & conditions) == conditions]] = True
        return hit


def cases(setup: Setup, count: int, seed: int) -> Iterator[Case]:
    """Positions of games that open any cell of the least risk, each kept one time in four."""
    rng, row = np.random.default_rng(seed), Row(setup, 32, seed * 10_000_000)
    made = 0
    while made < count:
        codes = row.codes[row.playing]
        found = demine.analyze_many(row.board, codes, mines=setup.mines, workers=1)
        risks = np.where(codes == COVERED_CODE, found.probabilities, np.inf)
        good = risks <= risks.min(1, keepdims=True)
        cells = np.zeros(len(row.playing), np.int64)
        cells[row.playing] = np.where(good, rng.random(good.shape), -1).argmax(1)
        for i in np.flatnonzero(rng.random(len(codes)) < 0.25)[: count - made]:
            labels = [LABELS[code] for code in codes[i].tolist()]
            position = demine.Position(row.board, labels, setup.mines)
            yield Case(position, found.probabilities[i], found.safe[i], found.mined[i])
            made += 1
        row.step(cells)


def collect(known: list[Case], rules: list[Rule], is_stuck: bool = False) -> Examples:
    """The unmarked covered cells of all cases, after the rules of mines have marked theirs.

    With `is_stuck`, only of the cases in which no rule finds a safe cell.
    """
    parts, example, bits = [], [], []
    count = 0
    for number, case in enumerate(known):
        marked, facts = mark(case.position, rules)
        if is_stuck and any(len(facts.covered(r.conditions)) for r in rules if r.kind == "safe"):
            continue
        codes = case.position.codes
        cells = [v for v in np.flatnonzero(codes == COVERED_CODE) if v not in marked]
        index = np.full(len(codes), -1)
        index[cells] = count + np.arange(len(cells))
        rows = np.unique(np.stack([index[facts.cells], facts.bits]), axis=1)
        example.append(rows[0])
        bits.append(rows[1])
        training = np.full(len(cells), number % 2 == 0)
        parts.append((case.risk[cells], case.safe[cells], case.mined[cells], training))
        count += len(cells)
    return Examples(
        np.concatenate(example),
        np.concatenate(bits),
        *map(np.concatenate, zip(*parts, strict=True)),
    )


def grow(of: Examples, wanted: Bools, wrong: Bools) -> int | None:
    """Conditions that cover many wanted examples and no wrong one; None if there are none.

    A beam search. The fewest conditions win, then the most examples.
    """
    beam = [0]
    for _ in range(LONGEST):
        longer = sorted({one | 1 << i for one in beam for i in range(len(NAMES))} - set(beam))
        scored = []
        for conditions in longer:
            hit = of.covered(conditions)
            right, bad = int((hit & wanted).sum()), int((hit & wrong).sum())
            if right >= LEAST:
                scored.append((bad == 0, right / (right + bad), right, -conditions))
        scored.sort(reverse=True)
        if scored and scored[0][0]:
            return -max(scored, key=lambda one: (one[0], one[2], one[3]))[3]
        beam = [-one[3] for one in scored[:BEAM]]
    return None


def cover(of: Examples, kind: Kind, right: Bools) -> Iterator[Rule]:
    """Rules without exception that cover the right examples, one after the other."""
    wanted = right & of.is_training
    wrong = ~right
    while True:
        conditions = grow(of, wanted, wrong)
        if conditions is None:
            return
        rule = Rule(kind, conditions)
        print(f"{rule}   ({int((of.covered(conditions) & wanted).sum())} cells)", flush=True)
        yield rule
        wanted &= ~of.covered(conditions)


def rate(of: Examples) -> Iterator[Rule]:
    """Rules of guesses: each covers cells whose mean risk is far from that of the rest."""
    left = of.is_training.copy()
    for _ in range(GUESSES):
        mean = of.risk[left].mean()
        beam, best = [0], (0.0, 0)
        for _ in range(2):
            longer = sorted({one | 1 << i for one in beam for i in range(len(NAMES))} - set(beam))
            scored = sorted(((_gain(of, left, one, mean), one) for one in longer), reverse=True)
            beam, best = [one for _, one in scored[:BEAM]], max(best, scored[0])
        if best[0] == 0:
            break
        hit = of.covered(best[1]) & left
        yield Rule("guess", best[1], round(float(of.risk[hit].mean()), 4))
        left &= ~hit
        if left.sum() < LEAST:
            return
    yield Rule("guess", 0, round(float(of.risk[left].mean()), 4))


def _gain(of: Examples, left: Bools, conditions: int, mean: float) -> float:
    """How far the mean risk is from that of the rest, in standard errors up to a factor."""
    hit = of.covered(conditions) & left
    count = int(hit.sum())
    return 0.0 if count < LEAST else count**0.5 * abs(float(of.risk[hit].mean() - mean))


def induce(seed: int, positions: int) -> list[Rule]:
    """The rules, from so many positions of each board."""
    known = [case for setup in SETUPS for case in cases(setup, positions, seed)]
    rules: list[Rule] = []
    for _ in range(2):  # marked mines make more mines certain
        examples = collect(known, rules)
        rules += cover(examples, "mine", examples.mined)
    examples = collect(known, rules)
    rules += cover(examples, "safe", examples.safe)
    return rules + list(rate(collect(known, rules, is_stuck=True)))


def main() -> None:
    """Induce, and write the rules."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1000, help="of each board")
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    rules = induce(given.seed, given.positions)
    made = f"--seed {given.seed} --positions {given.positions}"
    head = f"# python benches/learners/induce.py {made}\n"
    given.out.write_text(head + "".join(f"{rule}\n" for rule in rules), "utf-8")


if __name__ == "__main__":
    main()
