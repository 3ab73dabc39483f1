"""Boolean circuits as Minesweeper positions (Kaye 2000), the reason that the game is NP-complete.

`compile` turns a formula or a DIMACS CNF into a position on a square grid. The position has exactly
one legal assignment for each satisfying assignment: it is consistent if and only if the formula can
be satisfied, and the two counts are equal (#P). In the style "ones" every number is 1. `faults`
checks a gadget of `GADGETS` or `ONES` over all of its legal assignments. `automaton` lays out a run
of a rule such as 110, and `lift` adds a dimension to any position.

Degrees decide how hard a graph is (Golan 2011, §1). `reduce_clauses` turns a CNF into a position of
maximum degree 3, so those are hard as well. Degree 2 is too narrow for circuits: `count_line` and
`count_degree_two` count there in linear time.
"""

from demine.circuits.automaton import automaton as automaton
from demine.circuits.automaton import run_of as run_of
from demine.circuits.circuit import STYLES as STYLES
from demine.circuits.circuit import Circuit as Circuit
from demine.circuits.circuit import Phase as Phase
from demine.circuits.circuit import Style as Style
from demine.circuits.circuit import compile as compile
from demine.circuits.circuit import compile_cnf as compile_cnf
from demine.circuits.circuit import lift as lift
from demine.circuits.degree_three import reduce_clauses as reduce_clauses
from demine.circuits.gadgets import GADGETS as GADGETS
from demine.circuits.gadgets import Gadget as Gadget
from demine.circuits.gadgets import faults as faults
from demine.circuits.line import count_degree_two as count_degree_two
from demine.circuits.line import count_line as count_line
from demine.circuits.ones import ONES as ONES
from demine.circuits.picture import svg as svg
