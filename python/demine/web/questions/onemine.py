"""One mine: P*, the best first moves and the guess components of any board (Golan 2014)."""

from __future__ import annotations

from typing import Any

from demine import onemine
from demine.web import reading
from demine.web.reading import Given, Tell


def one_mine(given: Given, tell: Tell) -> dict[str, Any]:
    """The winning probability of the best strategy, its first moves, and what cannot be told apart.

    `parts` are the children of the root of the modular decomposition: every guess component is one
    of them, inside one of them, or a union of them.
    """
    board = reading.board(given)
    root = onemine.decomposition(board, **reading.budget(given))
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
