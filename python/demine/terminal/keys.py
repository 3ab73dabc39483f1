"""Keys of the screen: the usual ones, those of vi, and others that the player chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from demine.arguments import show
from demine.errors import FormatError

VI: Final = {
    "hint": "H",
    "left": "left,h",
    "boards": "b",
    "top": "g,ctrl+home",
    "bottom": "G,ctrl+end",
    "begin": "0,ctrl+left",
    "end": "dollar_sign,ctrl+right",
}
"""Keys that differ with `vi`."""

KEYS: Final = {
    "open": "space,enter",
    "flag": "f",
    "chord": "c",
    "hint": "h,H",
    "risks": "p",
    "step": "a",
    "auto": "A",
    "undo": "u",
    "pause": "z",
    "new": "n",
    "again": "r",
    "mines": "m",
    "boards": "g",
    "statistics": "s",
    "quit": "q",
}
"""The usual keys of the actions that can have another one."""

_MOVES: Final = {"left": "left", "right": "right,l", "up": "up,k", "down": "down,j"}


def read_keys(chosen: Iterable[str], vi: bool = False) -> dict[str, str]:
    """The keys that a player chose, by action, from words such as `flag=x`.

    `FormatError` says which word is wrong, or which key would have two actions.
    """
    found = dict(_read_key(word) for word in chosen)
    used: dict[str, str] = {}
    for action, keys in keymap(found, vi).items():
        for key in keys.split(","):
            if key in used:
                raise FormatError(
                    f"{key} is the key of {used[key]} and of {action}: expected one action"
                )
            used[key] = action
    return found


def keymap(chosen: Mapping[str, str], vi: bool) -> dict[str, str]:
    """All keys by action."""
    return {**KEYS, **_MOVES, **(VI if vi else {}), **chosen}


def _read_key(word: str) -> tuple[str, str]:
    action, _, key = word.partition("=")
    if action not in KEYS:
        raise FormatError(f"{show(word)}: expected ACTION=KEY with one of {', '.join(KEYS)}")
    if not (len(key) == 1 and key.isascii() and key.isalnum()):
        raise FormatError(f"{show(word)}: expected a letter or a digit as the key")
    return action, key
