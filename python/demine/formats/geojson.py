"""GeoJSON: a map as a board, all covered. A feature is a cell, named by its `name` if all are.

Neighbours share at least a corner.
"""

from __future__ import annotations

from typing import Any, Final

from demine.board import from_polygons
from demine.errors import FormatError
from demine.files import Object
from demine.labels import COVERED
from demine.position import Position

_KINDS: Final = ("FeatureCollection", "Feature", "GeometryCollection", "Polygon", "MultiPolygon")
_NAMES: Final = ("name", "NAME", "Name")


def is_map(found: Object) -> bool:
    """Whether a JSON object is GeoJSON and no position."""
    return found.get("type") in _KINDS and "vertices" not in found


def parse(found: Object) -> Position:
    """The board of the shapes, covered."""
    shapes = _shapes(found)
    names = [_name(shape) for shape in shapes]
    board = from_polygons(shapes, names=names if all(names) else None)
    return Position(board, [COVERED] * len(board))


def _shapes(found: Object) -> list[Any]:
    """The features or polygons in order."""
    lists = {"FeatureCollection": "features", "GeometryCollection": "geometries"}
    key = lists.get(found["type"])
    if key is None:
        return [found]
    listed = found.get(key)
    if not isinstance(listed, list) or not all(isinstance(shape, dict) for shape in listed):
        raise FormatError(f"{found['type']} without a list of {key}")
    return listed


def _name(shape: Object) -> str:
    """The name of a feature, without spaces, so that it can be an address."""
    told = shape.get("properties")
    if not isinstance(told, dict):
        return ""
    given = next((told[key] for key in _NAMES if isinstance(told.get(key), str)), "")
    return "-".join(given.split())
