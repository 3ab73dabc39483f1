"""What a player knows, and what follows from it.

In come a board, a label per cell, and the number of mines if it is known. Out go a `Position`, and
the `Analysis` that answers questions about each of its cells.
"""

from demine.position.analysis import Analysis as Analysis
from demine.position.minefield import degree_model as degree_model
from demine.position.minefield import minefield as minefield
from demine.position.position import COUNT_METHODS as COUNT_METHODS
from demine.position.position import Certain as Certain
from demine.position.position import CountMethod as CountMethod
from demine.position.position import Optimal as Optimal
from demine.position.position import Position as Position
