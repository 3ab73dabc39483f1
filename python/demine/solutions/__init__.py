"""Sets of sets as diagrams: all solutions of a position, and all subgraphs of a board.

Both are zero-suppressed binary decision diagrams (Suzuki, Hao, Minato). `Solutions` holds sets of
cells, `Subgraphs` holds sets of edges, and `Sets` is what they have in common.
"""

from demine.solutions.cells import METHODS as METHODS
from demine.solutions.cells import Method as Method
from demine.solutions.cells import Solution as Solution
from demine.solutions.cells import Solutions as Solutions
from demine.solutions.diagram import Diagram as Diagram
from demine.solutions.edges import Degrees as Degrees
from demine.solutions.edges import Edge as Edge
from demine.solutions.edges import Subgraphs as Subgraphs
from demine.solutions.edges import subgraphs as subgraphs
from demine.solutions.sets import Sets as Sets
