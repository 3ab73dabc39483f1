"""Boards: graphs with a place for every cell.

In come rows, columns, edges and networkx graphs. Out go `Board`, the topologies that make one and
their registry, addresses of cells, presets and tree decompositions. Nothing here depends on labels,
mines or games. Names are loaded when first used: `import demine` needs the registry alone.
"""

from typing import TYPE_CHECKING

from demine.board import registry as registry
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine.board import topologies as topologies
    from demine.board.addresses import address as address
    from demine.board.addresses import cell_at as cell_at
    from demine.board.addresses import column_head as column_head
    from demine.board.addresses import letters as letters
    from demine.board.addresses import row_head as row_head
    from demine.board.board import Board as Board
    from demine.board.board import Cell as Cell
    from demine.board.decomposition import Decomposition as Decomposition
    from demine.board.layout import Layout as Layout
    from demine.board.layout import Points as Points
    from demine.board.layout import Tiling as Tiling
    from demine.board.neighbourhoods import NEIGHBOURHOODS as NEIGHBOURHOODS
    from demine.board.presets import PRESETS as PRESETS
    from demine.board.recipe import read_recipe as read_recipe
    from demine.board.topologies import MOST_AXES as MOST_AXES
    from demine.board.topologies import MOST_CELLS as MOST_CELLS
    from demine.board.topologies import box as box
    from demine.board.topologies import from_edges as from_edges
    from demine.board.topologies import from_networkx as from_networkx
    from demine.board.topologies import from_polygons as from_polygons
    from demine.board.topologies import grid as grid
    from demine.board.topologies import hexagonal as hexagonal
    from demine.board.topologies import voronoi as voronoi
else:
    _HOMES = {
        "addresses": "address cell_at column_head letters row_head",
        "board": "Board Cell",
        "decomposition": "Decomposition",
        "layout": "Layout Points Tiling",
        "neighbourhoods": "NEIGHBOURHOODS",
        "presets": "PRESETS",
        "recipe": "read_recipe",
        "topologies": " ".join(
            ["MOST_AXES MOST_CELLS from_edges from_networkx from_polygons", *registry.TOPOLOGIES]
        ),
    }
    __getattr__, __dir__ = lazy_names(__name__, _HOMES, ("topologies",))
