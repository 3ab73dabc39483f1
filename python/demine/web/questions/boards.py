"""Boards and positions: geometry, reading any format, writing one, boards with one mine.

The geometry of a board is all that pages need to draw its cells and to move among them.
"""

from __future__ import annotations

import base64
import pickle
from typing import Any

from demine import formats, onemine
from demine.board import Board
from demine.draw import geometry
from demine.formats import name_of, whole_name
from demine.web.reading import Asked, Tell, make_board


def board(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Return the geometry of a board by its name, or of the board in a file."""
    return geometry(asked.board())


def send_board(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Send the board of a stored game to the server, with its names."""
    return pickled(make_board(asked.text("name")))


def pickled(board: Board) -> dict[str, Any]:
    """The board as the server receives it."""
    sent = base64.b64encode(pickle.dumps(board)).decode()
    return {"name": whole_name(board), "hashed": name_of(board), "pickle": sent}


def read(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Read a position in any format: the geometry of its board, its labels, its mines."""
    position = asked.position()
    return {
        "board": geometry(position.board),
        "labels": list(position.labels),
        "mines": position.mines,
    }


def write(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Write a position in one format: `text`, or `data` in base64 for a binary one."""
    format = asked.word("format", formats.FORMATS)
    written = formats.dumps(asked.position(), format)
    if isinstance(written, bytes):
        return {"format": format, "data": base64.b64encode(written).decode()}
    return {"format": format, "text": written}


def one_mine(asked: Asked, tell: Tell) -> dict[str, Any]:
    """Solve a board with one mine: P*, the best first moves, the guess components (Golan 2014).

    `parts` are the children of the root of the modular decomposition. Every guess component is
    one of them, inside one of them, or a union of them.
    """
    root = onemine.decomposition(asked.board(), **asked.budget())
    return {
        "probability": str(root.win_probability),
        "float": float(root.win_probability),
        "kind": root.kind,
        "best": root.optimal_guesses,
        "parts": [
            {
                "kind": child.kind,
                "cells": sorted(child.cells),
                "probability": str(child.win_probability),
            }
            for child in root.children
        ],
    }
