"""Boolean circuits as Minesweeper positions (Kaye 2000), the reason that the game is NP-complete.

`compile` turns a formula or a DIMACS CNF into a position on a square grid. The position has exactly
one legal assignment for each satisfying assignment: it is consistent if and only if the formula can
be satisfied, and the two counts are equal (#P). `faults` checks a gadget of `GADGETS` over all of
its legal assignments. One row of cells is too narrow for circuits: `count_line` counts there in
linear time.
"""

from demine.circuits.circuit import Circuit as Circuit
from demine.circuits.circuit import Phase as Phase
from demine.circuits.circuit import compile as compile
from demine.circuits.circuit import compile_cnf as compile_cnf
from demine.circuits.circuit import lift as lift
from demine.circuits.gadgets import GADGETS as GADGETS
from demine.circuits.gadgets import Gadget as Gadget
from demine.circuits.gadgets import faults as faults
from demine.circuits.line import count_line as count_line
from demine.circuits.picture import svg as svg
