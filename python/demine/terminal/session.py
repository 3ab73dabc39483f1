"""A session on the screen, without widgets: a method per key, and a `message` as the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from demine.draw import ESTIMATED
from demine.errors import DemineError
from demine.game import (
    WRONG_FLAG,
    EndlessSetup,
    Game,
    GameSetup,
    Record,
    Statistics,
    Window,
    count_clicks,
    flag_proved,
    has_wrong_flag,
    refused_chord,
)
from demine.position import Analysis
from demine.proof import TIERS, Hint, Progress, Proof
from demine.puzzles import settle_setup
from demine.review import AT_ONCE, review
from demine.terminal.endings import endless_end, finish_line, flag_note
from demine.terminal.keeper import Keeper
from demine.terminal.solver import Solver
from demine.wording import capital, percent, plural
from demine.words import say

_HINT_SECONDS: Final = 2.0
"""Seconds that a player waits for a hint or the risks."""

_WELCOME: Final = "Open any cell. Press ? for help."


@dataclass(frozen=True)
class Controls:
    """What keys and buttons do.

    `chord` is "click" (opening a number opens around it), "key" (only its own key does) or "off".
    With `marks`, a flag is followed by a question mark. With `auto_flag`, proved mines are flagged
    after each move, which counts as help. `keys` are keys by action that the player chose. With
    `live`, clicks and 3BV are shown during the game, and with `bell` its end is heard. `theme` is
    the name of the colours, one of `THEMES`.
    """

    chord: Literal["click", "key", "off"] = "click"
    marks: bool = False
    auto_flag: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)
    live: bool = False
    bell: bool = False
    theme: str = "default"


CHORDS: Final = ("click", "key", "off")
"""The values of `Controls.chord`."""


THEME_NAMES: Final = ("default", "classic", "contrast")
"""The values of `Controls.theme`."""


class Session:
    """A game that may be replaced by another; `message` says what happened last."""

    def __init__(
        self,
        setup: GameSetup | EndlessSetup,
        game: Game | Window,
        solver: Solver,
        statistics: Statistics,
        save: str | Path | None = None,
        seconds: float | None = None,
        controls: Controls | None = None,
    ) -> None:
        """Play a game. `seconds` limits the search for a board without guesses."""
        self.controls = controls or Controls()
        self.setup, self.solver, self.statistics = setup, solver, statistics
        self.seconds = seconds
        self.keeper = Keeper(statistics, save)
        self.keeper.go_on(game)
        self.play(game)

    def play(self, game: Game | Window, setup: GameSetup | EndlessSetup | None = None) -> None:
        """Leave the game and play another one."""
        self.leave()
        self.setup = setup or self.setup
        self.game = game
        self.message = _WELCOME
        self.shows_risks = False  # a new game starts without help
        self.hint: Hint | None = None
        self.tier = 0
        self.refused: frozenset[int] = frozenset()
        self.warned: frozenset[int] = frozenset()
        self._has_ended = False
        self._analysis: Analysis | None = None

    def leave(self) -> None:
        """Save the game if it is not over."""
        if hasattr(self, "game"):
            with suppress(OSError):
                self.keeper.leave(self.game)

    @property
    def is_running(self) -> bool:
        """Whether leaving the game would lose it: it has begun, is not over and counts."""
        return self.game.status == "playing" and not self.game.is_practice

    @property
    def is_saved(self) -> bool:
        """Whether a file keeps the game."""
        return self.keeper.save is not None

    @property
    def question(self) -> str:
        """What to ask a player who is about to leave the running game."""
        kept = self.keeper.save
        where = "It will be lost." if kept is None else f"{kept} keeps it."
        return f"The game is not over. {where} Leave it?"

    def records(self) -> dict[str, Record]:
        """The statistics without the running game, which is not abandoned."""
        running = self.game.id if self.is_running else None
        return self.statistics.records(running)

    @property
    def is_paused(self) -> bool:
        """Whether the player has paused the game, which hides the board."""
        return self.game.is_paused

    @property
    def counts(self) -> str:
        """The clicks and the 3BV so far, if the player wants to see them."""
        if not self.controls.live or not isinstance(self.game, Game) or not self.game.clicks:
            return ""
        made = count_clicks(self.game)
        speed, share = made.speed or 0.0, percent(made.efficiency or 0.0, 0)
        return f"  3BV {made.three_bv}, {speed:.2f}/s, {plural(made.total, 'click')}, {share}"

    @property
    def cited(self) -> frozenset[int]:
        """The numbers that the hint cites, from the tier "where" on."""
        if self.hint is None or self.tier < 2 or not isinstance(self.hint.reason, Proof):
            return frozenset()
        return frozenset(filter(self._is_shown, self.hint.reason.numbers))

    @property
    def hinted(self) -> int | None:
        """The cell of the hint, from the tier "why" on."""
        if self.hint is None or self.tier < 3 or not self._is_shown(self.hint.cell):
            return None
        return self.hint.cell

    def _is_shown(self, cell: int) -> bool:
        """Whether a cell is on the board that the player sees, not beyond a window."""
        return cell < len(self.game.board)

    def look(self) -> None:
        """Forget what was said about other cells, after a window has moved."""
        self.hint, self.tier, self._analysis = None, 0, None
        self.refused = frozenset()

    @property
    def analysis(self) -> Analysis | None:
        """The risks, if the player wants to see them and they take no more than two seconds."""
        if not self.shows_risks or self.game.is_over or self.is_paused:
            return None
        if self._analysis is None:
            try:
                self._analysis = self.game.risks(seconds=_HINT_SECONDS)
                self.message = self.message if self._analysis.exact else ESTIMATED
            except DemineError as error:
                self.shows_risks, self.message = False, str(error)
        return self._analysis

    # Moves.

    def needs_search(self, cell: int) -> bool:
        """Whether opening the cell begins with a search for a board without guesses."""
        first = self.game.status == "ready" and cell not in self.game.flags
        return self.setup.no_guess and first

    def search(self, cell: int, progress: Progress) -> Game:
        """The game without guesses to open the cell in. May run on another thread."""
        assert isinstance(self.game, Game), "an endless game is never searched for"
        return settle_setup(self.setup, self.game, cell, seconds=self.seconds, progress=progress)

    def open(self, cell: int) -> None:
        """Open a covered cell; on a number, chord."""
        if self.game.position.codes[cell] < 0:
            self._move(self.game.open(cell))
        elif self.controls.chord == "click":
            self.chord(cell)

    def chord(self, cell: int) -> None:
        """Open around a number; if that is refused, say why and show the cells around it."""
        if self.controls.chord == "off":
            return
        refused = None if self.game.is_over else refused_chord(self.game, cell)
        self._move(self.game.chord(cell))
        if refused is not None:
            self.message, self.refused = str(refused), frozenset(refused.cells)

    def flag(self, cell: int) -> None:
        """Put a flag, then perhaps a question mark, or take it away."""
        if self.controls.marks and isinstance(self.game, Game):
            self._move(self.game.cycle(cell))
        else:
            self._move(self.game.flag(cell))

    def flag_proved(self) -> None:
        """Flag all mines that can be proved."""
        if not isinstance(self.game, Game) or self.game.status != "playing":
            return
        try:
            flagged = flag_proved(self.game, seconds=_HINT_SECONDS)
        except DemineError as error:
            self.message = str(error)
            return
        self.look()
        self.message = f"{plural(len(flagged), 'proved mine')} flagged."

    def step(self) -> int | None:
        """Let the solver make a move; the cell, or None if the game is over."""
        if self.game.is_over:
            return None
        kind, cell = self.game.ask_solver(self.solver)
        (self.flag if kind == "flag" else self.open)(cell)
        return cell

    def undo(self) -> None:
        """Take back the last move; counted. After the end, go on with a copy for practice."""
        if self.game.is_over and not self.game.is_practice:
            self.game = self.game.practice()
            self._move([])
            self.message = "Practice: you go on with a copy. The result of the game stays."
        elif self.game.undo() is None:
            self.message = "There is no move to undo."
        else:
            self._move([])
            self.message = f"Move undone ({self.game.undos} so far)."

    def pause(self) -> None:
        """Stop the time and hide the board, or go on."""
        if self.is_paused:
            self.game.resume()
            self.message = ""
        elif self.game.status == "playing":
            self.game.pause()
            self.message = "Paused. The same key goes on."

    def again(self) -> None:
        """The same game from the start. Its mines are the same only after the same first cell."""
        begun = next((move for move in self.game.moves if move.kind == "open"), None)
        self.play(self.game.again())
        if begun is not None and not self.game.is_given:
            place = self.game.address(begun)
            self.message = f"Open {place} first to get the same mines."

    def renew(self) -> None:
        """The next game of the same setup."""
        self.play(self.setup.game_after(self.game))

    # Help.

    def ask(self) -> None:
        """The next tier of the hint."""
        if self.game.is_over:
            return
        if self.game.status == "ready" and self.game.first != "risky":
            self.message = say("hint.first")
            return
        if self.tier == 0 and self._has_wrong_flag():
            self.message = f"{WRONG_FLAG} Ask again for a hint."
            self.warned = self.game.flags
            return
        try:
            self.hint = self.hint or self.game.hint(seconds=_HINT_SECONDS)
        except DemineError as error:
            self.message = str(error)
            return
        self.tier = min(self.tier + 1, len(TIERS))
        self.message = getattr(self.hint, TIERS[self.tier - 1])
        if self.hinted is not None:
            self.message += flag_note(self.game, self.hinted)

    def _has_wrong_flag(self) -> bool:
        """Whether a flag is certainly wrong, and the player was not told so yet."""
        game = self.game
        if not isinstance(game, Game) or not game.flags or game.flags == self.warned:
            return False
        try:
            return has_wrong_flag(game, seconds=_HINT_SECONDS)
        except DemineError:
            return False

    def show_risks(self) -> None:
        """Show or hide the chance of a mine for each cell."""
        self.shows_risks = not self.shows_risks

    def _move(self, changed: Iterable[int]) -> None:
        self.look()
        if changed:
            self.message = ""
        if self.controls.auto_flag:
            self._flag_at_once()
        self._remember()

    def _flag_at_once(self) -> None:
        """Flag proved mines after a move, silently."""
        with suppress(DemineError):
            if isinstance(self.game, Game) and self.game.status == "playing":
                flag_proved(self.game, seconds=_HINT_SECONDS)

    def _remember(self) -> None:
        """Record that the game has begun, and how it ended."""
        try:
            self.keeper.begin(self.setup.title, self.game)
            if self._has_ended != self.game.is_over:
                self._has_ended = self.game.is_over
                if self._has_ended:
                    self._end()
        except OSError as error:
            self.message = f"Statistics could not be saved: {error.strerror}."

    def _end(self) -> None:
        found = None
        if isinstance(self.game, Game):
            found = review(self.game, states=AT_ONCE)
            self.message = finish_line(self.game, found)
        else:
            self.message = f"A mine. {capital(endless_end(self.game))}. n: new game, u: practice."
        self.keeper.end(self.setup.title, self.game, found)
