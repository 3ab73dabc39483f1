"""The game: a large cascade, a hint with its proof, certified boards without guesses.

    python benches/game.py [--quick] [--density]

The peer of the boards is ms_toollib's `laymine_solvable`, which makes boards until its own solver
(rules and enumeration) opens one. It is native and gives no proof; ours proves every cell. With
--density the bench measures the share of boards that need no guess against the density of mines,
and draws it to docs/no-guess.svg.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench import QUICK, pretty, ratio, spread, table, time_call

import data
import demine
import peers
from demine import PRESETS, Board, Certificate, Game, Proof
from demine.proof.noguess import is_no_guess, no_guess

SIDE = 2000
SHARE = 5 if QUICK else 1
BOARDS = 5 if QUICK else 25
DEALT = 50 if QUICK else 200
DENSITIES = [percent / 100 for percent in range(6, 31, 3)]
FIGURE = Path(__file__).resolve().parent.parent / "docs" / "no-guess.svg"


def cascade() -> None:
    """One click opens a board without mines."""
    board = demine.grid(SIDE, SIDE)
    taken = []
    for seed in range(3):
        game = Game(board, 0, seed=seed)
        seconds, opened = time_call(lambda game=game: game.open(0))  # type: ignore[misc]
        assert (len(opened), game.status) == (SIDE * SIDE, "won")
        taken.append(seconds)
    table(["cascade", "best"], [[f"{SIDE}×{SIDE} cells", pretty(min(taken))]])


def hints() -> None:
    """Hints with their proofs in words on Expert positions; the engine checks every proof again."""
    rows = []
    for kind in ("stuck", "guess"):
        taken = []
        for position in data.expert(kind)[::SHARE]:
            seconds, (hint, _) = time_call(lambda p=position: _explain(p))  # type: ignore[misc]
            assert not isinstance(hint.reason, Proof) or hint.reason.holds()
            taken.append(seconds)
        rows.append([kind, *map(pretty, spread(taken))])
    table(["hint and proof, Expert", "median", "mean", "p90", "max"], rows)


def _explain(position: demine.Position) -> tuple[demine.Hint, str]:
    hint = demine.hint(position, cache=False)
    return hint, hint.why


def boards() -> None:
    """Certified boards, verified without the engine, beside the peer's."""
    rows = []
    for name, preset in PRESETS.items():
        ours, checks, theirs = [], [], []
        for seed in range(0, BOARDS * 10_000, 10_000):
            seconds, found = time_call(lambda n=name, s=seed: _certify(n, s))  # type: ignore[misc]
            ours.append(seconds)
            checks.append(time_call(found.verify)[0])
            shape = preset.rows, preset.columns, preset.mines
            theirs.append(time_call(lambda shape=shape: peers.solvable(*shape))[0])  # type: ignore[misc]
        middle, peer = spread(ours), spread(theirs)
        rows.append(
            [
                name,
                *map(pretty, middle),
                pretty(spread(checks)[0]),
                pretty(peer[0]),
                ratio(middle[0], peer[0]),
            ]
        )
    head = [
        "board without guesses",
        "median",
        "mean",
        "p90",
        "max",
        "verify",
        "ms_toollib",
        "ours / theirs",
    ]
    table(head, rows)


def _certify(preset: str, seed: int) -> Certificate:
    return no_guess(Game.preset(preset, seed=seed, first="opening"))


def density() -> None:
    """The share of boards that need no guess from an opening at a1, by density."""
    shapes = {"9×9": demine.grid(9, 9), "16×16": demine.grid(16, 16), "16×30": demine.grid(16, 30)}
    shares = {name: [_share(board, d) for d in DENSITIES] for name, board in shapes.items()}
    rows = [
        [f"{100 * d:.0f} %", *(f"{100 * shares[name][i]:.1f} %" for name in shapes)]
        for i, d in enumerate(DENSITIES)
    ]
    table([f"mines, {DEALT} boards each", *shapes], rows)
    _draw(shares)


def _share(board: Board, density: float) -> float:
    mines = round(density * len(board))
    dealt = (Game(board, mines, seed=seed, first="opening") for seed in range(DEALT))
    return sum(is_no_guess(game, 0) for game in dealt) / DEALT


def _draw(shares: dict[str, list[float]]) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "demine"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.6))
    for (name, values), mark in zip(shares.items(), "osv", strict=True):
        axes.plot([100 * d for d in DENSITIES], [100 * v for v in values], marker=mark, label=name)
    axes.set_xlabel("mines, percent of cells")
    axes.set_ylabel("boards without a guess, percent")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(FIGURE, metadata={"Date": None})


if __name__ == "__main__":
    cascade()
    hints()
    boards()
    if "--density" in sys.argv:
        density()
