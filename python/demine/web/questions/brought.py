"""What players bring along: a picture of a board, and games in the files of other programs.

The page sends the pixels of a picture, so no decoder of the server ever sees a file from outside.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import numpy as np

from demine.draw import geometry
from demine.review import replays_of
from demine.screens import read_picture
from demine.web.problem import bad_request
from demine.web.reading import Asked, Tell

_SIDE: Final = 10_000
_PIXELS: Final = 9_000_000
_COLOURS: Final = 3
_MOST_GAMES: Final = 1000


def picture(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Read the position in a picture: its pixels, three bytes each, deflated and in base64.

    `unsure` lists the cells that may be something else. The number of mines is not known.
    """
    width, height = asked.whole("width", 1, _SIDE), asked.whole("height", 1, _SIDE)
    if width * height > _PIXELS:
        raise bad_request(f"{width}x{height} pixels: expected at most {_PIXELS} in all")
    pixels = _inflate(asked.data("pixels"), width * height * _COLOURS)
    screen = read_picture(np.frombuffer(pixels, np.uint8).reshape(height, width, _COLOURS))
    position = screen.position()
    asked.check_board(position.board)
    return {
        "board": geometry(position.board),
        "labels": list(screen.signs),
        "mines": None,
        "unsure": list(screen.unsure),
    }


def _inflate(packed: bytes, size: int) -> bytes:
    """So many bytes; more are not unpacked."""
    try:
        found = zlib.decompressobj().decompress(packed, size + 1)
    except zlib.error:
        raise bad_request('"pixels": expected deflated bytes') from None
    if len(found) != size:
        raise bad_request(f'"pixels": expected {size} bytes, three for each pixel')
    return found


def replays(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Read the games of a file: ours, RAWVF, or a video (.avf, .evf, .rmv, .mvf).

    The file has a `name` and its content as `data` in base64. Each game comes as a replay of ours.
    """
    name = asked.text("name")[-100:]
    found = replays_of(name, asked.data("data"), asked.seconds())
    if len(found) > _MOST_GAMES:
        raise bad_request(f"{len(found)} games: expected at most {_MOST_GAMES}")
    return {"replays": [one.dumps() for one in found]}
