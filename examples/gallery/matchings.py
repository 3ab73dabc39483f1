"""Perfect matchings of any graph: a covered cell per edge, a number 1 per vertex.

python examples/gallery/matchings.py examples/petersen.gr
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from system import exact_cover

import demine


def matchings(edges: Iterable[tuple[int, int]]) -> demine.Position:
    """Each legal assignment is a set of edges that meets every vertex once."""
    return exact_cover(list(edges))


if __name__ == "__main__":
    print(matchings(demine.read(sys.argv[1]).board.edges.tolist()).count())
