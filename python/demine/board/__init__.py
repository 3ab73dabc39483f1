"""Boards: graphs with a place for every cell.

In come rows, columns, edges, networkx graphs. Out go `Board`, the topologies that make one, how
people call its cells (`address`), the boards that everybody plays (`PRESETS`) and tree
decompositions. The room knows nothing of labels, mines or games. Few need surfaces and tree
decompositions: they are loaded when first asked for.
"""

from typing import TYPE_CHECKING

from demine.board.addresses import address as address
from demine.board.addresses import addresses as addresses
from demine.board.addresses import cell_at as cell_at
from demine.board.addresses import letters as letters
from demine.board.board import Board as Board
from demine.board.board import Cell as Cell
from demine.board.layout import Layout as Layout
from demine.board.layout import Points as Points
from demine.board.layout import Tiling as Tiling
from demine.board.neighbourhoods import NEIGHBOURHOODS as NEIGHBOURHOODS
from demine.board.neighbourhoods import Neighbourhood as Neighbourhood
from demine.board.presets import PRESETS as PRESETS
from demine.board.recipe import Recipe as Recipe
from demine.board.sides import MOST_CELLS as MOST_CELLS
from demine.board.topologies import MOST_AXES as MOST_AXES
from demine.board.topologies import box as box
from demine.board.topologies import from_edges as from_edges
from demine.board.topologies import from_networkx as from_networkx
from demine.board.topologies import grid as grid
from demine.board.topologies import hexagonal as hexagonal
from demine.board.topologies import triangular as triangular
from demine.lazy import lazy_names

if TYPE_CHECKING:
    from demine.board.decomposition import Decomposition as Decomposition
    from demine.board.surfaces import cube as cube
    from demine.board.surfaces import geodesic as geodesic
    from demine.board.surfaces import voronoi as voronoi
else:
    _HOMES = {"decomposition": "Decomposition", "surfaces": "cube geodesic voronoi"}
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
