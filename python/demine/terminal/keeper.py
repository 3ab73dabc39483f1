"""Saves the statistics and replays of games in the terminal."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from demine.errors import FormatError
from demine.game import Game, Replay, Statistics, holds_replays
from demine.review import Review


@dataclass
class Keeper:
    """Records once that each game begins, ends or is left."""

    statistics: Statistics | None
    save: str | os.PathLike[str] | None = None
    _begun: list[Game] = field(default_factory=list)
    _ended: list[Game] = field(default_factory=list)
    _left: Replay | None = None
    _kept: tuple[Game, Replay] | None = None

    def go_on(self, game: Game) -> None:
        """Continue a game that was begun earlier: its beginning is not recorded again."""
        if game.status != "ready":
            self._begun.append(game)
            self._find_kept(game)

    def begin(self, name: str, game: Game) -> None:
        """Record that a game has begun, once a cell is open."""
        if game.status == "ready" or _holds(self._begun, game):
            return
        self._begun.append(game)
        if self.statistics is not None:
            self.statistics.begin(name, game)

    def end(self, name: str, game: Game, found: Review) -> None:
        """Record the end of a game. After undo, a second end only writes the replay again."""
        self.begin(name, game)
        if self.save is not None:
            self._write(game, Replay.of(game))
        if self.statistics is not None and not _holds(self._ended, game):
            self.statistics.end(name, game, found)
        self._ended.append(game)

    def leave(self, game: Game) -> None:
        """Leave a game; if it has begun and is not over, its replay is saved.

        A game that has not changed since is not saved again.
        """
        if self.save is None or game.status != "playing":
            return
        replay = Replay.of(game)
        if replay != self._left:
            self._write(game, replay)
        self._left = replay

    def check_save(self) -> None:
        """Raise `OSError` if the file cannot be written, `FormatError` if it holds other data."""
        if self.save is None:
            return
        with Path(self.save).open("a"):
            pass
        if _has_content(Path(self.save)) and not holds_replays(self.save):
            expected = "expected a new file, or a file from --save"
            raise FormatError(f"{os.fspath(self.save)} does not hold games: {expected}")

    def _find_kept(self, game: Game) -> None:
        """If the last replay in the file is this game, remember to replace it."""
        if self.save is None or not _has_content(Path(self.save)):
            return
        replay = Replay.of(game)
        if Replay.read_all(self.save)[-1] == replay:
            self._left, self._kept = replay, (game, replay)

    def _write(self, game: Game, replay: Replay) -> None:
        assert self.save is not None
        if self._kept is not None and self._kept[0] is game:
            replay.replace(self._kept[1], self.save)
            self._kept = None
        else:
            replay.append(self.save)


def _has_content(path: Path) -> bool:
    """Whether a regular file has content; pipes and devices are not read."""
    return path.is_file() and path.stat().st_size > 0


def _holds(games: list[Game], game: Game) -> bool:
    return any(known is game for known in games)
