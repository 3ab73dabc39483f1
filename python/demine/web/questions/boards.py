"""Boards and positions, in and out: geometry, reading any format, writing one."""

from __future__ import annotations

import base64
from typing import Any

from demine import formats
from demine.web import reading
from demine.web.geometry import geometry
from demine.web.reading import Given, Tell


def board(given: Given, tell: Tell) -> dict[str, Any]:
    """The geometry of a board: by its name, or that of a file."""
    return geometry(reading.board(given))


def read(given: Given, tell: Tell) -> dict[str, Any]:
    """The position in a text or file, with the geometry of its board."""
    position = reading.position(given)
    return {
        "board": geometry(position.board),
        "labels": list(position.labels),
        "mines": position.mines,
    }


def write(given: Given, tell: Tell) -> dict[str, Any]:
    """A position in a format: `text`, or `data` in base64 for a binary one."""
    format = reading.word(given, "format", formats.FORMATS)
    written = formats.dumps(reading.position(given), format)
    if isinstance(written, bytes):
        return {"format": format, "data": base64.b64encode(written).decode()}
    return {"format": format, "text": written}
