"""Saves the statistics and replays of games in the terminal."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from demine.errors import FormatError
from demine.game import Game, Replay, Statistics, Window, holds_replays
from demine.review import Review


@dataclass
class Keeper:
    """Records once that each game begins, ends or is left; games for practice are left out."""

    statistics: Statistics | None
    save: str | os.PathLike[str] | None = None
    _begun: list[Game | Window] = field(default_factory=list)
    _kept: tuple[Game | Window, Replay] | None = None

    def go_on(self, game: Game | Window) -> None:
        """Continue a game that was begun earlier: its beginning is not recorded again."""
        if game.status != "ready":
            self._begun.append(game)
            self._find_kept(game)

    def begin(self, name: str, game: Game | Window) -> None:
        """Record that a game has begun, once a cell is open."""
        if game.status == "ready" or game.is_practice or _holds(self._begun, game):
            return
        self._begun.append(game)
        if self.statistics is not None and isinstance(game, Game):
            self.statistics.begin(name, game)

    def end(self, name: str, game: Game | Window, found: Review | None) -> None:
        """Record the end of a game. Statistics are kept only of games that can be won."""
        if game.is_practice:
            return
        self.begin(name, game)
        if self.save is not None:
            self._write(game, _replay(game))
        if self.statistics is not None and isinstance(game, Game) and found is not None:
            self.statistics.end(name, game, found)

    def leave(self, game: Game | Window) -> None:
        """Leave a game; if it has begun and is not over, its replay and its time are saved."""
        if self.save is not None and game.status == "playing" and not game.is_practice:
            self._write(game, _replay(game))

    def check_save(self) -> None:
        """Raise `OSError` if the file cannot be written, `FormatError` if it holds other data."""
        if self.save is None:
            return
        with Path(self.save).open("a"):
            pass
        if _has_content(Path(self.save)) and not holds_replays(self.save):
            expected = "expected a new file, or a file from --save"
            raise FormatError(f"{os.fspath(self.save)} does not hold games: {expected}")

    def _find_kept(self, game: Game | Window) -> None:
        """If the last replay in the file is this game, remember to replace it."""
        if self.save is None or not _has_content(Path(self.save)):
            return
        replay = _replay(game)
        if Replay.read_all(self.save)[-1] == replay:
            self._kept = game, replay

    def _write(self, game: Game | Window, replay: Replay) -> None:
        """Append a game to the file, or replace what the file has of it."""
        assert self.save is not None
        old = self._kept[1] if self._kept is not None and self._kept[0] is game else None
        if old is None or (old != replay and not Path(self.save).is_file()):
            replay.append(self.save)
        elif Path(self.save).is_file():
            replay.replace(old, self.save)
        self._kept = game, replay


def _has_content(path: Path) -> bool:
    """Whether a regular file has content; pipes and devices are not read."""
    return path.is_file() and path.stat().st_size > 0


def _replay(game: Game | Window) -> Replay:
    return Replay.of(game.game if isinstance(game, Window) else game)


def _holds(games: list[Game | Window], game: Game | Window) -> bool:
    return any(known is game for known in games)
