"""Links to positions on the pages of other programs, and our own.

A link is one line with an address in it, or its end from `?` or `#` on:

- PTTA's ZiNi calculator and LlamaSweeper hold the mines: `?b=3&m=…`. The position is solved.
- JSMinesweeper holds a position: `?analysis=…`, or mines like PTTA.
- puzz.link, pzv.jp and pzprxs hold a puzzle: `p?mines/5/5/…`.
- Our own page holds a position: `analyse#b=grid-9x9&m=10&l=…`.

The name of the format in `dumps` is that of the page: ptta, llamasweeper, jsminesweeper, puzzlink.
Ours is `link`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import parse_qs

from demine.errors import FormatError
from demine.formats import jsminesweeper, minebits, ownlink, puzzlink
from demine.position import Position

_LONGEST: Final = 1 << 20
"""Characters of a link that are read; no board needs as many."""

_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]{1,20}://\S+", re.IGNORECASE)
_PART: Final = re.compile(r"(?:analyse(?:\.html)?)?[?#](?:b|analysis)=\S+")


def is_link(line: str) -> bool:
    """Whether a line is a link, of any program."""
    text = line.strip()
    return _ADDRESS.fullmatch(text) is not None or _PART.fullmatch(text) is not None


def parse(line: str, trust_flags: bool) -> Position:
    """The position of a link; `FormatError` if it holds none."""
    text = line.strip()
    if len(text) > _LONGEST:
        raise FormatError(f"the link has {len(text)} characters: expected at most {_LONGEST}")
    puzzle = puzzlink.find(text)
    if puzzle is not None:
        return puzzlink.parse(puzzle)
    asked = _query(text)
    if "l" in asked:
        return ownlink.parse(asked)
    if "analysis" in asked:
        return jsminesweeper.parse(asked["analysis"], trust_flags)
    if "m" in asked and "b" in asked:
        return minebits.parse(asked["b"], asked["m"])
    raise FormatError(f"the link holds no position: {_advise(asked)}")


def _query(text: str) -> dict[str, str]:
    """What the link asks for; the first value of each name."""
    end = re.split(r"[?#]", text)[-1]
    return {name: values[0] for name, values in parse_qs(end, keep_blank_values=True).items()}


def _advise(asked: dict[str, str]) -> str:
    if "seed" in asked and asked.get("board", "")[:1].isalpha():
        return "it names a game, not a position; open it in a browser, or use `demine play LINK`"
    if "seed" in asked or "start" in asked:
        return "its mines depend on that page's random numbers; open it there and copy the position"
    if "game" in asked or "id" in asked:
        return "it names a game, not a position; open it in a browser, or play the game's id"
    return "expected ?b=…&m=… (PTTA, LlamaSweeper), ?analysis=… (JSMinesweeper) or ?mines/…"


WRITERS: Final[dict[str, Callable[[Position], str]]] = {
    "ptta": minebits.write_ptta,
    "llamasweeper": minebits.write_llamasweeper,
    "jsminesweeper": jsminesweeper.write,
    "puzzlink": puzzlink.write,
    "link": ownlink.write,
}
"""What writes a link, by the name of the format."""
