"""Other people's programs on our questions: Graphillion, Ganak, ms_toollib.

Each function takes plain numbers and hands back the peer's answer, so that tests and benches call
a peer in the same way. Nothing here asks our engine. A constraint is a count and its covered cells.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from random import Random

import ms_toollib
import networkx as nx
import numpy as np
import pyganak
from flint import fmpz_poly
from numpy.typing import NDArray

# Graphillion's threads wait for each other busily: on a machine with other work to do, one is
# many times faster than several.
os.environ["OMP_NUM_THREADS"] = "1"

from graphillion import GraphSet
from ortools.sat.python import cp_model
from oxidd.zbdd import ZBDDFunction, ZBDDManager

Constraint = tuple[int, list[int]]

ORDERS = 60


@dataclass(frozen=True)
class Sweep:
    """Constraints, the order in which to decide their cells, and the constraints of each cell."""

    constraints: list[Constraint]
    order: list[int]
    constraints_of: dict[int, list[int]]

    def is_possible(self) -> bool:
        """Whether no constraint contradicts itself."""
        return all(0 <= count <= len(cells) for count, cells in self.constraints)

    def is_decided(self) -> bool:
        """Whether there is nothing to ask a peer: no cell left, or a contradiction in sight."""
        return not self.order or not self.is_possible()

    def cost(self) -> int:
        """Partial sums that may be open at once, added up over the sweep: an estimate of work."""
        left = [len(cells) for _, cells in self.constraints]
        ways: dict[int, int] = {}
        total = 0
        for cell in self.order:
            for constraint in self.constraints_of[cell]:
                left[constraint] -= 1
                ways[constraint] = _partial_sums(self.constraints[constraint], left[constraint])
            total += prod(ways.values())
        return total


def sweep(constraints: list[Constraint]) -> Sweep:
    """The cheapest of some randomised sweeps that complete constraint after constraint."""
    constraints_of: dict[int, list[int]] = {}
    for index, (_, cells) in enumerate(constraints):
        for cell in cells:
            constraints_of.setdefault(cell, []).append(index)
    random = Random(1)
    tried = (
        Sweep(constraints, _order(constraints, constraints_of, random), constraints_of)
        for _ in range(ORDERS)
    )
    return min(tried, key=Sweep.cost)


def constraints_of(codes: Sequence[int], edges: Iterable[tuple[int, int]]) -> list[Constraint]:
    """The constraints of a position, in codes: a count, −1 for `?`, −2 for `□`, −3 for `*`."""
    around: list[list[int]] = [[] for _ in codes]
    for u, v in edges:
        around[u].append(v)
        around[v].append(u)
    constraints = []
    for cell, count in enumerate(codes):
        if count >= 0:
            mined = sum(codes[v] == -3 for v in around[cell])
            constraints.append((count - mined, [v for v in around[cell] if codes[v] == -1]))
    return constraints


def propagate(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Unit propagation: a constraint whose cells are all free or all mined decides them.

    The other constraints stay. The solutions of the rest are as many as those of the whole.
    """
    rest = [(count, set(cells)) for count, cells in constraints if cells or count]
    while True:
        mined = {cell for count, cells in rest if count == len(cells) for cell in cells}
        free = {cell for count, cells in rest if count == 0 for cell in cells} - mined
        if not mined and not free:
            return [(count, sorted(cells)) for count, cells in rest]
        rest = [(count - len(cells & mined), cells - mined - free) for count, cells in rest]
        rest = [(count, cells) for count, cells in rest if cells or count]


def graphillion_by_cells(sweep: Sweep) -> int:
    """Solutions counted by Graphillion: an edge per cell, a linear equation per constraint."""
    if sweep.is_decided():
        return int(sweep.is_possible())
    return int(_graphillion(sweep).len())


def graphillion_by_mines(constraints: Sequence[Constraint]) -> list[int]:
    """Solutions by their number of mines, over the cells of the constraints, part by part."""
    parts: nx.Graph = nx.Graph()
    for index, (_, cells) in enumerate(constraints):
        parts.add_node(("constraint", index))
        parts.add_edges_from((("constraint", index), cell) for cell in cells)
    counts = fmpz_poly([1])
    for part in nx.connected_components(parts):
        chosen = [
            constraint
            for index, constraint in enumerate(constraints)
            if ("constraint", index) in part
        ]
        counts *= fmpz_poly(_graphillion_part(sweep(chosen)))
    return [int(count) for count in counts.coeffs()]


def counts_by_mines(codes: Sequence[int], edges: Iterable[tuple[int, int]]) -> list[int]:
    """The coefficients of P(G) for k = 0 … cells, by Graphillion.

    Known mines multiply by x, and covered cells next to no count by 1 + x.
    """
    constraints = constraints_of(codes, edges)
    near = {cell for _, cells in constraints for cell in cells}
    loose = sum(code == -1 and cell not in near for cell, code in enumerate(codes))
    outside = fmpz_poly([1, 1]) ** loose * fmpz_poly([0, 1]) ** codes.count(-3)
    found = [int(c) for c in (fmpz_poly(graphillion_by_mines(constraints)) * outside).coeffs()]
    return found + [0] * (len(codes) + 1 - len(found))


def graphillion_by_degrees(sweep: Sweep) -> int:
    """Solutions counted by Graphillion as degree-constrained subgraphs (Suzuki et al., §4.2).

    A mined cell keeps all its edges to constraints and a free one none. A constraint keeps as many
    edges as it has mines.
    """
    if sweep.is_decided():
        return int(sweep.is_possible())
    edges = [(f"cell {v}", f"constraint {h}") for v in sweep.order for h in sweep.constraints_of[v]]
    GraphSet.set_universe(edges, traversal="as-is")
    degrees: dict[str, int | range] = {
        f"constraint {h}": count for h, (count, _) in enumerate(sweep.constraints)
    }
    for cell in sweep.order:
        every = len(sweep.constraints_of[cell])
        degrees[f"cell {cell}"] = range(0, every + 1, every)
    return int(GraphSet.graphs(degree_constraints=degrees).len())


def graphillion_opb(text: str) -> int:
    """Solutions of the equations of an OPB file, counted by Graphillion."""
    lines = text.splitlines()
    variables = int(lines[0].split("#variable=")[1].split()[0])
    constraints = [_equation(line) for line in lines if not line.startswith("*")]
    loose = set(range(1, variables + 1)).difference(*(cells for _, cells in constraints))
    return graphillion_by_cells(sweep(propagate(constraints))) << len(loose)


def ganak(dimacs: str) -> int:
    """Models of a formula in DIMACS, counted by Ganak."""
    counter = pyganak.Counter()
    for line in dimacs.splitlines():
        if line.startswith("p cnf"):
            counter.new_vars(int(line.split()[2]))
        elif not line.startswith("c"):
            counter.add_clause([int(literal) for literal in line.split()[:-1]])
    return int(counter.count())


class OxiDD:
    """Sets of sets of cells in OxiDD, along a given order."""

    def __init__(self, order: Sequence[int]) -> None:
        """A manager with a variable per cell."""
        self.order = list(order)
        self.manager = ZBDDManager(1 << 16, 1 << 12, 1)
        self.manager.add_vars(len(self.order))

    def sets(self, solutions: Iterable[frozenset[int]]) -> ZBDDFunction:
        """The union of the solutions, each a conjunction of literals."""
        union = self.manager.false()
        for solution in solutions:
            term = self.manager.true()
            for variable, cell in enumerate(self.order):
                literal = self.manager.var(variable)
                term = term & (literal if cell in solution else ~literal)
            union = union | term
        return union

    def combine(self, operator: str, a: ZBDDFunction, b: ZBDDFunction) -> tuple[int, int]:
        """How many sets the result holds, and in how many nodes, terminals included."""
        results: dict[str, Callable[[], ZBDDFunction]] = {
            "&": lambda: a & b,
            "|": lambda: a | b,
            "-": lambda: a & ~b,
            "*": lambda: self._join(a, b, len(self.order)),
        }
        return self.size(results[operator]())

    def size(self, sets: ZBDDFunction) -> tuple[int, int]:
        """How many sets it holds, and in how many nodes, terminals included."""
        return int(sets.sat_count(len(self.order))), int(sets.node_count())

    def _join(self, a: ZBDDFunction, b: ZBDDFunction, variables: int) -> ZBDDFunction:
        """The unions of a set of one and a set of the other, by their last variable."""
        if variables == 0:
            return a & b
        last = variables - 1
        a0, a1, b0, b1 = a.subset0(last), a.subset1(last), b.subset0(last), b.subset1(last)
        without = self._join(a0, b0, last)
        having = self._join(a1, b0 | b1, last) | self._join(a0, b1, last)
        return without | having.change(last)


def count_nodes(root: int, nodes: NDArray[np.uint32]) -> int:
    """The nodes and terminals of a diagram that its root reaches, as OxiDD counts them."""
    return len({root, *nodes[:, 1:].ravel().tolist()})


def cheapest(constraints: Iterable[Constraint], vertices: int, costs: Sequence[int]) -> int:
    """The least cost of a solution, by the solver CP-SAT of OR-tools."""
    model = cp_model.CpModel()
    mined = [model.new_bool_var(f"cell {cell}") for cell in range(vertices)]
    for count, cells in constraints:
        model.add(sum(mined[cell] for cell in cells) == count)
    model.minimize(sum(costs[cell] * mined[cell] for cell in range(vertices)))
    solver = cp_solver()
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def cp_solver() -> cp_model.CpSolver:
    """CP-SAT on one thread, that leaves SIGINT alone.

    By itself it catches SIGINT and resets it to the system's way: the next interrupt would kill
    whoever runs the tests instead of raising KeyboardInterrupt."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    return solver


def ms_toollib_board(codes: Sequence[int], columns: int) -> list[list[int]]:
    """A grid as ms_toollib writes it: counts, and 10 for a covered cell (−1 in `codes`)."""
    cells = [10 if code == -1 else code for code in codes]
    return [cells[i : i + columns] for i in range(0, len(cells), columns)]


def ms_toollib_probabilities(board: list[list[int]], mines: int) -> list[list[float]]:
    """How likely each cell is to be mined; it answers 0 for an opened cell."""
    probabilities, _ = ms_toollib.cal_probability_onboard(board, mines)
    return list(probabilities)


def _graphillion(sweep: Sweep) -> GraphSet:
    edges = {cell: (2 * cell, 2 * cell + 1) for cell in sweep.order}
    GraphSet.set_universe(list(edges.values()), traversal="as-is")
    linear = [
        ([edges[cell] for cell in cells], (count, count)) for count, cells in sweep.constraints
    ]
    return GraphSet.graphs(linear_constraints=linear)


def _graphillion_part(sweep: Sweep) -> list[int]:
    if sweep.is_decided():
        return [int(sweep.is_possible())]
    found = _graphillion(sweep)
    # Asked for graphs of size 0, Graphillion 2.1 forgets the empty one.
    sizes = range(1, len(sweep.order) + 1)
    return [int([] in found), *(int(found.graph_size(k).len()) for k in sizes)]


def _equation(line: str) -> Constraint:
    left, total = line.rstrip(" ;").split(" = ")
    terms = left.split()
    assert set(terms[::2]) == {"+1"}, line
    return int(total), [int(variable[1:]) for variable in terms[1::2]]


def _order(
    constraints: list[Constraint], constraints_of: dict[int, list[int]], random: Random
) -> list[int]:
    """Complete, again and again, the constraint that opens the fewest others per one it closes."""
    left = [set(cells) for _, cells in constraints]
    unseen, begun = set(range(len(constraints))), set[int]()
    order: list[int] = []

    def widening(constraint: int) -> float:
        touched = {other for cell in left[constraint] for other in constraints_of[cell]}
        closed = sum(left[other] <= left[constraint] for other in touched)
        return len(touched - begun) - closed + 1.5 * random.random()

    while unseen:
        constraint = min(sorted(begun or unseen), key=widening)
        for cell in sorted(
            left[constraint], key=lambda v: (len(constraints_of[v]), random.random())
        ):
            order.append(cell)
            for other in constraints_of[cell]:
                left[other].discard(cell)
                begun.add(other)
        begun = {h for h in begun if left[h]}
        unseen = {h for h in unseen if left[h]}
    return order


def _partial_sums(constraint: Constraint, left: int) -> int:
    count, cells = constraint
    return max(1, min(count, len(cells) - left) - max(0, count - left) + 1) if left else 1


def solvable(rows: int, columns: int, mines: int) -> list[list[int]]:
    """A board that ms_toollib's solver opens from the first cell without a guess; −1 is a mine."""
    board, found = ms_toollib.laymine_solvable(rows, columns, mines, 0, 0)
    assert found
    return [list(row) for row in board]
