"""The judge: decisions of `strongest` with played-out values, and how well a score ranks them.

    python benches/strength/judge.py make DIR --games 1000 --seed 10000001     resumable
    python benches/strength/judge.py rank DIR                        what each score is worth
    python benches/strength/judge.py room --preset beginner --games 4000 --boards 200
    python benches/strength/judge.py gain --effort 4 --games 1000 --boards 40

A decision is a guess for which perfect play is out of reach. Its best candidates are played out on
common boards drawn from the exact posterior (see `crates/demine-lab`). A chunk of games is a file
`DIR/BOARD-FIRST-SEED.npz`; chunks that are there are not made again. A score is ranked by its
correlation with the values within decisions, and by what it chooses: the points of winning rate
that its choices are worth, per game, over those of look-ahead alone.

`room` says what better choices would be worth over those of the strategy: chosen by values of one
half of the boards, weighed against the score, and valued by the other half, and the other way
round. `gain` says what play-outs are worth with some effort: at each decision in which they
overrule the score both cells are played out on other boards. The sum of the differences along the
games of the stronger player is by how much it wins more (Kakade and Langford 2002, Lemma 6.1),
with far less luck in it than in the games themselves.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np
from laboratory import judge
from numpy.typing import NDArray
from score_network import BESIDE, learned_scores

from demine import PRESETS, Board, _native
from demine.arena.contest import Contest
from demine.cli.setups import find_board
from demine.game import First

CHUNK: Final = 20
BOARDS: Final = 5
"""For each decision with fewer than 60 open cells; 12 for all others."""
FIRST: Final = 4
"""With fewer open cells one game in eight is judged: there are few such positions."""
SHARES: Final = (0.1, 0.2, 0.3, 0.5, 1.0)
SET: Final = Path(__file__).parent / "decisions"
"""The small set that is part of the project."""

Floats = NDArray[np.float64]


class Decisions(NamedTuple):
    """Candidates, row by row; those of a decision have the same number."""

    decision: NDArray[np.int64]
    game: NDArray[np.int64]
    reached: Floats
    value: Floats
    boards: Floats
    risk: Floats
    ahead: Floats
    features: NDArray[np.float32]


def make(folder: Path, name: str, board: Board, mines: int, first: str, seeds: range) -> None:
    """Judge the decisions of the games that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    begin = _native.start(board.graph, first, "strongest")
    contest = Contest(board, mines, cast(First, first), strategy="strongest", start=begin)
    for start in seeds[::CHUNK]:
        file = folder / f"{name}-{first}-{start}.npz"
        if file.exists():
            continue
        keys, values, features = judge(contest, start, CHUNK, BOARDS)
        partial = file.with_suffix(".part")
        with partial.open("wb") as out:
            np.savez_compressed(
                out,
                keys=keys,
                values=values.astype(np.float32),
                features=features.astype(np.float16),
            )
        partial.rename(file)
        print(f"{file.name}: {len(keys)} candidates", flush=True)


def load(folder: Path, pattern: str = "*", *, windows: bool = True) -> Decisions:
    """All decisions of a folder, on grids of squares or on all other boards."""
    files = [np.load(file) for file in sorted(folder.glob(f"{pattern}.npz"))]
    parts = [file for file in files if (file["features"].shape[1] > BESIDE) == windows]
    if not parts:
        nothing, none = np.empty(0, np.int64), np.empty(0)
        empty = np.empty((0, 0), np.float32)
        return Decisions(nothing, nothing, none, none, none, none, none, empty)
    keys = np.concatenate([part["keys"] for part in parts])
    values = np.concatenate([part["values"] for part in parts]).astype(np.float64)
    features = np.concatenate([part["features"] for part in parts])
    number = np.repeat(np.arange(len(parts)), [len(part["keys"]) for part in parts])
    turns = np.column_stack([number, keys[:, :2].astype(np.int64)])
    _, decision = np.unique(turns, axis=0, return_inverse=True)
    game = keys[:, 0].astype(np.int64)
    reached, value, boards, risk, ahead = values.T[:5]
    return Decisions(decision.ravel(), game, reached, value, boards, risk, ahead, features)


def part(decisions: Decisions, rows: NDArray[np.bool_] | NDArray[np.int64]) -> Decisions:
    """Some of the rows, with decisions numbered anew."""
    _, number = np.unique(decisions.decision[rows], return_inverse=True)
    d = decisions
    return Decisions(
        number.ravel(), d.game[rows], d.reached[rows], d.value[rows], d.boards[rows], d.risk[rows],
        d.ahead[rows], d.features[rows],
    )  # fmt: skip


def centre(decisions: Decisions, values: Floats) -> Floats:
    """Less their mean within each decision."""
    sums = np.bincount(decisions.decision, values)
    return values - (sums / np.bincount(decisions.decision))[decisions.decision]


def correlation(decisions: Decisions, score: Floats) -> float:
    """With the played-out values, within decisions."""
    a, b = centre(decisions, score), centre(decisions, decisions.value)
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def choose(decisions: Decisions, score: Floats) -> NDArray[np.int64]:
    """The row with the greatest score of each decision."""
    order = np.lexsort((-score, decisions.decision))
    return order[np.unique(decisions.decision[order], return_index=True)[1]]


def worth(decisions: Decisions, score: Floats) -> tuple[float, float]:
    """Points of winning rate per game over look-ahead, and their standard error."""
    mine, other = (decisions.value[choose(decisions, s)] for s in (score, decisions.ahead))
    rows = choose(decisions, score)
    gains = 100 * decisions.reached[rows] * (mine - other)
    _, game = np.unique(decisions.game[rows], return_inverse=True)
    by_game = np.bincount(game.ravel(), gains)
    return float(by_game.mean()), float(by_game.std() / np.sqrt(len(by_game)))


def rank(decisions: Decisions, scores: dict[str, Floats]) -> Iterator[str]:
    """A line per score."""
    number = len(np.unique(decisions.decision))
    yield f"{number} decisions, {len(decisions.value)} candidates"
    for name, score in scores.items():
        points, error = worth(decisions, score)
        found = correlation(decisions, score)
        gain = f"{points:+.3f} ± {1.96 * error:.3f} points per game"
        yield f"{name:12} correlation {found:.3f}, {gain}"


def scores(decisions: Decisions) -> dict[str, Floats]:
    """The scores of the engine."""
    learned = learned_scores(decisions.features)
    return {"safety": 1 - decisions.risk, "look-ahead": decisions.ahead, "learned": learned}


class Chosen(NamedTuple):
    """A decision: how likely it is reached, values by half of the boards, what was chosen."""

    game: int
    reached: float
    halves: Floats
    scores: Floats
    chosen: int


def judged(contest: Contest, seeds: range, boards: int, *, overruled: bool) -> Iterator[Chosen]:
    """The decisions of some games; with `overruled` those against the score alone."""
    for start in seeds[::CHUNK]:
        games = min(CHUNK, seeds.stop - start)
        keys, values, _ = judge(contest, start, games, boards, overruled=overruled)
        turns = np.unique(keys.reshape(-1, 3)[:, :2], axis=0)
        for game, turn in turns:
            rows = np.flatnonzero((keys[:, 0] == game) & (keys[:, 1] == turn))
            chosen = np.flatnonzero(values[rows, 7])
            # With fewer open cells some games only are judged.
            if len(chosen) and (overruled or values[rows[0], 8] >= FIRST):
                scores, halves = values[rows, 9], values[rows, 5:7].T
                yield Chosen(int(game), values[rows[0], 0], halves, scores, int(chosen[0]))


def better(decision: Chosen, share: float) -> float:
    """Points won by choosing by a share of one half's values and scores, as the other half says."""
    gain = 0.0
    for one, other in (decision.halves, decision.halves[::-1]):
        best = np.argmax(share * one + (1 - share) * decision.scores)
        gain += other[best] - other[decision.chosen]
    return 50 * decision.reached * gain


def overruling(decision: Chosen) -> float:
    """Points won by the cell that was chosen over the other one."""
    values = decision.halves.mean(axis=0)
    return float(100 * decision.reached * (2 * values[decision.chosen] - values.sum()))


def per_game(gains: list[tuple[int, float]], games: int) -> str:
    """The mean per game, with its 95 % interval."""
    by_game = np.zeros(games)
    for game, gain in gains:
        by_game[game] += gain
    return f"{by_game.mean():+.3f} ± {1.96 * by_game.std() / np.sqrt(games):.3f} points per game"


def tell_room(contest: Contest, seeds: range, boards: int) -> Iterator[str]:
    """A line per share that the play-outs have in the choice."""
    decisions = list(judged(contest, seeds, boards, overruled=False))
    yield f"{len(decisions)} decisions in {len(seeds)} games"
    for share in SHARES:
        gains = [(decision.game - seeds.start, better(decision, share)) for decision in decisions]
        yield f"play-outs for {share:.0%} of the choice: {per_game(gains, len(seeds))}"


def tell_gain(contest: Contest, seeds: range, boards: int) -> Iterator[str]:
    """One line."""
    decisions = list(judged(contest, seeds, boards, overruled=True))
    gains = [(decision.game - seeds.start, overruling(decision)) for decision in decisions]
    yield f"{len(decisions)} overruled in {len(seeds)} games: {per_game(gains, len(seeds))}"


def board_of(preset: str, name: str | None, mines: int | None) -> tuple[str, Board, int]:
    """A board by its name, or a preset's; its name and its mines."""
    board = PRESETS[preset].board if name is None else find_board(name)
    return name or preset, board, mines or PRESETS[preset].mines


def add_games(parser: argparse.ArgumentParser, games: int, seed: int) -> None:
    """The options that say which games are played; so many from a seed unless others are asked."""
    parser.add_argument("--preset", default="expert", choices=list(PRESETS))
    parser.add_argument("--board", help="any other board, with --mines")
    parser.add_argument("--mines", type=int)
    parser.add_argument("--first", default="safe", choices=["safe", "opening"])
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=seed)


def main() -> None:
    """Make a set, or rank scores by one."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    known = ["make", "rank", "room", "gain"]
    parser.add_argument("what", choices=known, nargs="?", default="rank")
    parser.add_argument("folder", type=Path, nargs="?", default=SET)
    add_games(parser, games=100, seed=10_000_001)
    parser.add_argument("--boards", type=int, default=40, help="of room and gain")
    parser.add_argument("--effort", type=int, default=1, help="of room and gain")
    given = parser.parse_args()
    name, board, mines = board_of(given.preset, given.board, given.mines)
    seeds = range(given.seed, given.seed + given.games)
    if given.what == "make":
        make(given.folder, name, board, mines, given.first, seeds)
        return
    if given.what != "rank":
        begin = _native.start(board.graph, given.first, "strongest")
        contest = Contest(
            board, mines, given.first, strategy="strongest", start=begin, effort=given.effort
        )
        tell = tell_room if given.what == "room" else tell_gain
        for line in tell(contest, seeds, given.boards):
            print(line)
        return
    decisions = load(given.folder)
    for line in rank(decisions, scores(decisions)):
        print(line)


if __name__ == "__main__":
    main()
