"""Tasks: one position, one question, one exact reward; and as many of them as one likes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple, Unpack, get_args

from demine.arguments import number_of
from demine.errors import DemineError, FormatError, InvalidGame
from demine.formats import dumps, loads
from demine.game import GameSetup, SetupOptions
from demine.labels import COVERED
from demine.llm.loss import move_loss
from demine.llm.words import Form, check_form, describe, read_cells
from demine.position import Position
from demine.strategies import Chance, native

Kind = Literal["move", "safe", "mined"]
KINDS: Final[tuple[str, ...]] = get_args(Kind)

_QUESTIONS: Final = {
    "move": "Which covered cell do you open next? You lose if it is a mine, and win when every"
    " free cell is open.\nEnd with a line: Answer: CELL",
    "safe": "Which covered cells are certainly free of mines?\n"
    "End with a line: Answer: CELL CELL …, or Answer: none",
    "mined": "Which covered cells are certainly mined?\n"
    "End with a line: Answer: CELL CELL …, or Answer: none",
}
_RULES: Final = "This is Minesweeper. Every number counts the mines in the neighbours of its cell."
_WRONG: Final = Fraction(-1)
"""The reward of an answer that is no move, or that has a wrong cell."""
_MOST_TURNS: Final = 12


class Verified(NamedTuple):
    """The reward of an answer, at most 0 for a move and at most 1 else, and what was understood."""

    reward: Fraction
    cells: tuple[int, ...]
    note: str


@dataclass(frozen=True)
class Task:
    """A question about a position: its best `"move"`, or all `"safe"` or all `"mined"` cells."""

    position: Position
    kind: Kind = "move"
    form: Form = "both"

    @property
    def prompt(self) -> str:
        """The rules, the position and the question."""
        _check_kind(self.kind)
        return "\n\n".join([_RULES, describe(self.position, self.form), _QUESTIONS[self.kind]])

    def verify(self, answer: str) -> Verified:
        """The reward of an answer, exact.

        A move has minus the probability that it loses against perfect play (see `move_loss`); −1 if
        the answer is no covered cell. A list of certain cells has the share of them that it names,
        and −1 if it names another cell.
        """
        if self.kind == "move":
            return self._verify_move(answer)
        return self._verify_list(answer)

    def _verify_move(self, answer: str) -> Verified:
        try:
            cell = read_cells(self.position.board, answer)[-1]
            loss = move_loss(self.position, cell)
        except (FormatError, InvalidGame) as error:
            return Verified(_WRONG, (), str(error))
        return Verified(-loss.value, (cell,), f"loses {loss.value} ({loss.measure})")

    def _verify_list(self, answer: str) -> Verified:
        analysis = self.position.analyze()
        certain = analysis.safe if self.kind == "safe" else analysis.mined
        labels = self.position.labels
        wanted = {cell for cell in certain if labels[cell] == COVERED}
        try:
            named = read_cells(self.position.board, answer)
        except FormatError as error:
            found = Fraction(not wanted)
            return Verified(found, (), "none" if found else str(error))
        if not wanted.issuperset(named):
            return Verified(_WRONG, tuple(named), f"a named cell is not certainly {self.kind}")
        return Verified(Fraction(len(named), len(wanted)), tuple(named), "")

    @property
    def row(self) -> dict[str, Any]:
        """A row of a data set: the `prompt`, and `info` that `reward` needs, as JSON values."""
        info = {"position": dumps(self.position), "kind": self.kind, "form": self.form}
        return {"prompt": self.prompt, "info": info}


def reward(completion: str, info: dict[str, Any]) -> float:
    """The reward of a completion, from the `info` of a row; for rubrics of training frameworks."""
    task = Task(loads(info["position"]), info["kind"], info["form"])
    return float(task.verify(completion).reward)


def tasks(
    count: int,
    *,
    seed: int = 1,
    kind: Kind = "move",
    form: Form = "both",
    **setup: Unpack[SetupOptions],
) -> Iterator[Task]:
    """So many tasks, always the same for a seed: positions from games of the strategy `safest`.

    `setup` is a preset, or a board with mines and a first-click rule; "beginner" if left out. A
    position has a covered cell that is safe or not certain, and for lists at least one certain one.
    """
    number_of("count", count, 0)
    _check_kind(kind)
    check_form(form)
    chosen = GameSetup.choose(**(setup or {"preset": "beginner"}))
    chance, found = Chance(seed), 0
    while found < count:
        position = _position(chosen, chance)
        if position is not None and _is_asked(position, kind):
            found += 1
            yield Task(position, kind, form)


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise InvalidGame(f"kind {kind!r}: expected one of {', '.join(KINDS)}")


def _position(setup: GameSetup, chance: Chance) -> Position | None:
    """A position after some turns of a game; None if the game has ended by then."""
    game, choose = setup.game(chance.game_seed()), native("safest")
    for _ in range(1 + chance.below(_MOST_TURNS)):
        for cell in choose(game.position, chance):
            game.open(cell)
        if game.is_over:
            return None
    return game.position


def _is_asked(position: Position, kind: Kind) -> bool:
    if kind == "move":
        return True
    try:
        analysis = position.analyze()
    except DemineError:
        return False
    certain = analysis.safe if kind == "safe" else analysis.mined
    return any(position.labels[cell] == COVERED for cell in certain)
