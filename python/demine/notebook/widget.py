"""The widget: what it shows, and what clicks do. The game or the position lives in Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from demine.arguments import show
from demine.board import Board
from demine.draw import Mark, MarkKind, geometry, marks
from demine.errors import DemineError, MissingExtra
from demine.game import Game, GameSetup, game_marks
from demine.labels import COVERED, FREE, MINED, Label
from demine.notebook.bundle import CSS, SCRIPT
from demine.position import Position
from demine.proof import Hint, Proof, Undecided, hint

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover
    raise MissingExtra("a board in a notebook needs anywidget: pip install anywidget") from error

_SECONDS: Final = 10.0
"""For each answer, so that a notebook never hangs."""

_KINDS: Final = {
    MarkKind.NUMBER: "open", MarkKind.FREE: "free", MarkKind.MINE: "mine",
    MarkKind.COVERED: "covered", MarkKind.SAFE: "safe", MarkKind.MINED: "mined",
    MarkKind.RISK: "risk", MarkKind.FLAG: "flag", MarkKind.WRONG: "wrong", MarkKind.HIT: "hit",
}  # fmt: skip
"""What the script calls the marks of `demine.draw`."""

_SIGNS: Final[dict[str, Label]] = {"?": COVERED, "free": FREE, "mine": MINED}
"""Labels that are no numbers, by the names of their buttons."""


class BoardWidget(anywidget.AnyWidget):
    """A board that one clicks. `position` is what it shows, `game` the game if one is played.

    `cell` is the last cell that was clicked, or None. Observe it, or `count`, which grows with
    every change: `widget.observe(function, "count")`. `seen` is the count that the page has drawn.
    """

    _esm = SCRIPT
    _css = CSS
    geometry = traitlets.Dict().tag(sync=True)
    looks: Any = traitlets.List().tag(sync=True)
    rings = traitlets.Dict().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    tools: Any = traitlets.List().tag(sync=True)
    odds = traitlets.Bool(False).tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    seen = traitlets.Int(0).tag(sync=True)
    cell = traitlets.Int(None, allow_none=True).tag(sync=True)

    def __init__(self, shown: Game | Position, odds: bool = False) -> None:
        """Show a game to play, or a position to analyse; with `odds`, all chances of a mine."""
        super().__init__()
        if isinstance(shown, Position):
            shown.check_classic("a board to click")
        self.game = shown if isinstance(shown, Game) else None
        self._position = shown if isinstance(shown, Position) else None
        self._history: list[Position] = []
        self.geometry = geometry(shown.board)
        self.tools = _tools(shown)
        self.odds = odds
        self.on_msg(self._receive)
        self.observe(lambda change: self._show(self.said, {}), "odds")
        self._show("", {})

    @property
    def position(self) -> Position:
        """What the board shows now."""
        return self.game.position if self.game is not None else cast(Position, self._position)

    @property
    def value(self) -> Game | Position:
        """The game, or the position."""
        return self.game or self.position

    def press(self, cell: int, how: str) -> None:
        """A click on a cell: "main", "flag" or "chord", or with a label ("?", "free", "3", …)."""
        place = self.position.board.index(cell)
        self.cell = place
        if self.game is not None:
            act = {"flag": self.game.flag, "chord": self.game.chord}.get(how, self.game.open)
            self._attempt(lambda: act(place), is_move=True)
        elif how == "main":
            self._attempt(lambda: self.position.explain(place, seconds=_SECONDS))
        else:
            self._label(place, how)

    def command(self, name: str) -> None:
        """A button: "hint", "undo", or "new" for the next game."""
        if name == "hint":
            self._attempt(lambda: hint(self.position, seconds=_SECONDS))
        elif name == "undo" and self._history:
            self._position = self._history.pop()
            self._show("", {})
        elif name == "undo" and self.game is not None:
            self._attempt(self.game.undo, is_move=True)
        elif name == "new" and self.game is not None:
            old = self.game
            self.game = Game(old.board, old.mines, seed=old.seed + 1, first=old.first)
            self._show("", {})

    def _label(self, place: int, how: str) -> None:
        label = _SIGNS[how] if how in _SIGNS else int(how)
        labels = list(self.position.labels)
        labels[place] = label
        before = self.position

        def change() -> None:
            self._position = Position(before.board, labels, before.mines)
            self._history.append(before)

        self._attempt(change)

    def _attempt(self, ask: Callable[[], Any], is_move: bool = False) -> None:
        """Show the answer, or say in one line why there is none. A move has none to explain."""
        try:
            answer = ask()
        except (DemineError, ValueError) as error:
            self._show(str(error), {})
            return
        self._show(*_explain(None if is_move else answer))

    def _show(self, said: str, rings: dict[str, list[int]]) -> None:
        """Send everything that is to be seen."""
        shown, problem = self._marks()
        self.looks = [_look(mark) for mark in shown]
        self.rings = rings
        self.said = said or problem or self._status()
        self.count += 1

    def _marks(self) -> tuple[list[Mark], str]:
        is_over = self.game is not None and self.game.is_over
        plain = marks(self.position, None) if self.game is None else game_marks(self.game)
        if not self.odds or is_over:
            return plain, ""
        try:
            likely = marks(self.position, self.position.analyze(seconds=_SECONDS))
        except DemineError as error:
            return plain, str(error)
        pairs = zip(plain, likely, strict=True)
        return [new if old.kind is MarkKind.COVERED else old for old, new in pairs], ""

    def _status(self) -> str:
        if self.game is None:
            return ""
        left = f"{self.game.mines_left} mines left"
        return {"won": "Won.", "lost": "Lost."}.get(self.game.status, left)

    def _receive(self, _: Any, content: Any, buffers: Any) -> None:
        """A message of the script: `{"cell": 3, "how": "main"}` or `{"command": "hint"}`."""
        if not isinstance(content, dict):
            return
        if "command" in content:
            self.command(str(content["command"]))
        elif isinstance(content.get("cell"), int) and _is_press(content.get("how")):
            self.press(content["cell"], content["how"])


def board(
    shown: Game | Position | Board | str | None = None,
    mines: int | None = None,
    *,
    seed: int = 1,
    odds: bool = False,
) -> BoardWidget:
    """A board to click: of a game, of a position, or of a new game.

    A new game is on a Board with `mines`, or on the preset of a name ("beginner" if left out).
    """
    if isinstance(shown, Game | Position):
        return BoardWidget(shown, odds)
    if shown is None or isinstance(shown, str):
        return BoardWidget(
            GameSetup.choose(preset=shown or "beginner", mines=mines).game(seed), odds
        )
    if isinstance(shown, Board) and mines is not None:
        return BoardWidget(Game(shown, mines, seed=seed), odds)
    raise TypeError(f"{show(shown)}: expected a Game, a Position, a preset, or a Board with mines")


def _tools(shown: Game | Position) -> list[str]:
    """What the buttons do: open or flag in a game, explain or set a label in a position."""
    if isinstance(shown, Game):
        return ["main", "flag"]
    most = max((shown.board.graph.degree(cell) for cell in shown.board.cells), default=0)
    return ["main", *_SIGNS, *map(str, range(min(most, 20) + 1))]


def _is_press(how: object) -> bool:
    known = ("main", "flag", "chord", *_SIGNS)
    return isinstance(how, str) and (how in known or (how.isdigit() and len(how) < 4))


def _look(mark: Mark) -> dict[str, Any]:
    """A mark, as the script of the pages takes it."""
    look: dict[str, Any] = {"kind": _KINDS[mark.kind]}
    if mark.kind is MarkKind.NUMBER:
        look["count"] = mark.number
    if mark.kind is MarkKind.RISK:
        look |= {"risk": mark.risk, "estimate": mark.is_estimate}
    return look


def _explain(answer: Hint | Proof | Undecided | None) -> tuple[str, dict[str, list[int]]]:
    """The reason in words, and the rings around its cells."""
    if answer is None:
        return "", {}
    reason = answer.reason if isinstance(answer, Hint) else answer
    numbers = list(reason.numbers) if isinstance(reason, Proof) else []
    head = f"{answer.where} {answer.show}\n" if isinstance(answer, Hint) else ""
    said = "\n".join(reason.sentences[:2] if isinstance(reason, Undecided) else reason.sentences)
    return head + said, {"cited": numbers, "target": [answer.cell]}
