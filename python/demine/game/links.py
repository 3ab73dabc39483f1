"""Links to games: `?seed=5&board=grid-9x9&mines=10&first=safe&start=40`, at any address.

The end of a game in the browser offers such a link. It begins the same game on any machine:
`start` is the cell that is opened first.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from demine.arguments import show
from demine.board import PRESETS
from demine.errors import FormatError
from demine.formats import name_of
from demine.game.game import Game

_KEPT: Final = "copy the link that the end of that game offers"
_DIGITS: Final = 9


def is_game_link(text: str) -> bool:
    """Whether a text is a link to a game of ours: by its seed, its day, or its key on a server."""
    asked = _query(text)
    board = asked.get("board", "a")
    return "?" in text and not text.split()[1:] and _is_ours(asked) and board[:1].isalpha()


def _is_ours(asked: dict[str, str]) -> bool:
    return bool({"game", "daily"} & asked.keys()) or ("seed" in asked and "m" not in asked)


def game_of_link(link: str) -> Game:
    """The game of a link, with its first cell opened; `FormatError` if the link has no seed."""
    asked = _query(link)
    if "daily" in asked:
        raise FormatError("the link names a day: expected `demine play LEVEL --daily --date DAY`")
    if "seed" not in asked:
        raise FormatError(f"the link names a game on a server, without its seed: {_KEPT}")
    game = Game.from_id(_id(asked))
    if "start" in asked:
        if not asked["start"].isdecimal() or int(asked["start"]) >= len(game.board):
            cells = len(game.board)
            raise FormatError(
                f"start={show(asked['start'])}: expected a cell from 0 to {cells - 1}"
            )
        game.open(int(asked["start"]))
    return game


def _id(asked: dict[str, str]) -> str:
    """The id of the game that the link describes."""
    preset = PRESETS.get(asked.get("preset", "" if "board" in asked else "beginner"))
    board = asked.get("board") or (preset and name_of(preset.board))
    mines = asked.get("mines") or (preset and str(preset.mines))
    if not board or not mines:
        raise FormatError("the link names no board with its mines: expected board=… and mines=…")
    fair = f".{asked['fair']}" if asked.get("fair") else ""
    return f"{board}-{mines}-{asked.get('first', 'safe')}{fair}-{asked['seed']}"


def _query(link: str) -> dict[str, str]:
    """What the link asks for; the first value of each name."""
    query = link.partition("?")[2].partition("#")[0]
    return {name: values[0] for name, values in parse_qs(query).items()}
