"""Suzuki, Hao and Minato, §2–§7: sets, minefields, subgraphs and algorithms.

Small cases are compared with explicit sets and brute force in Python, which share no code with the
engine. Paper-sized cases are compared with counts and probabilities that need no edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import chain, combinations, product, starmap
from random import Random
from typing import Final, TypeVar

from demine.board import Board, from_edges, grid
from demine.labels import COVERED
from demine.position import Position, minefield
from demine.reproduce import suzuki_naive
from demine.reproduce.minefields import FieldClass
from demine.reproduce.tables import Item, tell
from demine.solutions import METHODS, Edge, Solutions, Subgraphs, subgraphs

Family = frozenset[frozenset[int]]
Element = TypeVar("Element")

_SEED: Final = 2015
_FIGURE_12: Final = 1500
"""Random cases on graphs with four and five vertices."""


def items(figure_4: Position, quick: bool) -> Iterator[Item]:
    """One item or more per statement, in the order of the paper."""
    yield from _generation(figure_4)
    yield from _minefields(60 if quick else 600)
    yield from _diagrams()
    yield from _operations()
    yield from suzuki_naive.items(figure_4)
    yield _figure_12(_FIGURE_12 // 10 if quick else _FIGURE_12)
    yield from _theorem_1(figure_4)
    yield from _at_size(quick)
    yield _algorithm_3(figure_4)
    yield _one_pass(figure_4)
    yield _online(figure_4)


def _generation(position: Position) -> Iterator[Item]:
    found = {method: position.solutions(method, loose=False) for method in METHODS}
    counts = ", ".join(f"{method} {one.count()}" for method, one in found.items())
    yield Item(
        "Figure 4 (reconstructed): the solution of the counting problem is 66",
        counts,
        all(one.count() == 66 for one in found.values()),
    )
    all_ = found["cells"]
    legal = (_is_legal(position, one) for one in all_)
    yield tell("Figure 4, Figure 5: an assignment", legal, "satisfy all numbers")
    random = Random(_SEED)
    costs = [random.randrange(-9, 10) for _ in position.board.cells]
    least = min(sum(costs[cell] for cell in one) for one in all_)
    cheapest = sum(costs[cell] for cell in all_.cheapest(costs))
    yield Item("Costs: the cheapest of the 66", f"{cheapest}, by trial {least}", cheapest == least)
    corner = Position(grid(2, 3), [1, COVERED, 0, *[COVERED] * 3])
    free = set(corner.board.cells).difference(*corner.solutions())
    safe = {cell for cell in free if corner.labels[cell] == COVERED}
    same = safe == set(corner.analyze().safe)
    yield Item("Safe cells: those in no solution", f"{len(safe)} cells, as the analysis says", same)


def _is_legal(position: Position, mined: frozenset[int]) -> bool:
    labels, neighbours = position.labels, position.board.neighbours
    numbers = (cell for cell, label in enumerate(labels) if isinstance(label, int))
    return all(len(mined.intersection(neighbours(cell))) == labels[cell] for cell in numbers)


def _minefields(cases: int) -> Iterator[Item]:
    """Random minefields: up to six cells, up to four numbers."""
    random = Random(_SEED)
    right, loose = list[bool](), list[bool]()
    for _ in range(cases):
        m, n = random.randint(1, 6), random.randint(0, 4)
        around = [frozenset(random.sample(range(m), random.randint(0, m))) for _ in range(n)]
        counts = [random.randint(0, len(cells)) for cells in around]
        numbers = list(zip(around, counts, strict=True))
        near = frozenset().union(*around)
        legal = {x for x in _subsets(range(m)) if all(len(x & a) == c for a, c in numbers)}
        position = minefield(m, n, counts, around)
        right.append(set(position.solutions()) == legal)
        loose.append(set(position.solutions(loose=False)) == {x for x in legal if x <= near})
    agreed = "random minefields have the legal assignments found by trial"
    yield tell("MB(m, n, C, A): `minefield`", right, agreed)
    yield tell("Loose cells: left out by loose=False", loose, agreed)


def _diagrams() -> Iterator[Item]:
    board = from_edges(3, [])
    a, b, c = range(3)
    figure = Solutions.from_sets(board, [{a, c}, {b, c}, {b}, {c}])
    is_right = set(figure) == {frozenset(x) for x in ((a, c), (b, c), (b,), (c,))}
    yield Item(
        "Figures 8 and 9: {{a, c}, {b, c}, {b}, {c}}",
        f"{figure.nodes} nodes for {figure.count()} sets; its binary tree has 7",
        is_right and figure.nodes == _subfunctions(frozenset(figure), 3),
    )
    diagrams = [Solutions.from_sets(board, family).diagram for family in _families(3)]
    rows = [list(map(tuple, diagram.nodes.tolist())) for diagram in diagrams]
    deleted = all(hi != 0 for nodes in rows for _, _, hi in nodes)
    shared = all(len(set(nodes)) == len(nodes) for nodes in rows)
    for rule, holds in (("Deletion", deleted), ("Sharing", shared)):
        said = "holds in all of them" if holds else "broken"
        yield Item(f"{rule} rule: all 256 sets of sets of three cells", said, holds)


def _subfunctions(family: Family, items: int) -> int:
    """The nodes of the reduced diagram: different sets of sets below a choice that go on."""
    found = set()
    for level in range(items):
        for chosen in _subsets(range(level)):
            below = frozenset(
                one - chosen for one in family if one & frozenset(range(level)) == chosen
            )
            if any(level in one for one in below):
                found.add((level, below))
    return len(found)


def _operations() -> Iterator[Item]:
    board = from_edges(2, [])
    pairs = [
        (p, q, Solutions.from_sets(board, p), Solutions.from_sets(board, q))
        for p, q in product(_families(2), repeat=2)
    ]
    checks: dict[str, Callable[..., bool]] = {
        "Union": lambda p, q, x, y: set(x | y) == p | q,
        "Intersection": lambda p, q, x, y: set(x & y) == p & q,
        "Direct product": lambda p, q, x, y: set(x * y) == {a | b for a in p for b in q},
    }
    for name, holds in checks.items():
        about = f"{name}: all pairs of sets of sets of two cells"
        yield tell(about, starmap(holds, pairs), "agree with explicit sets")


def _figure_12(cases: int) -> Item:
    """Random graphs with random sets of degrees, after all graphs with up to three vertices."""
    tried = [*_all_constrained(3), *_random_constrained(cases)]
    right = (set(subgraphs(*graph)) == brute_force(*graph) for graph in tried)
    about = "Figure 12: `subgraphs` with any set of degrees per vertex"
    return tell(about, right, "graphs agree with brute force")


def _all_constrained(most: int) -> Iterator[tuple[Board, dict[int, set[int]]]]:
    """All graphs with every set of degrees 0, 1, 2 per vertex."""
    sets = [set(degrees) for degrees in _subsets(range(3))]
    for n in range(1, most + 1):
        for edges in _subsets(combinations(range(n), 2)):
            for several in product(sets, repeat=n):
                yield from_edges(n, sorted(edges)), dict(enumerate(several))


def _random_constrained(cases: int) -> Iterator[tuple[Board, dict[int, set[int]]]]:
    random = Random(_SEED)
    for _ in range(cases):
        n = random.choice((4, 5))
        edges = [pair for pair in combinations(range(n), 2) if random.random() < 0.7]
        limited = [v for v in range(n) if random.random() < 0.8]
        yield (
            from_edges(n, edges),
            {v: {d for d in range(n) if random.random() < 0.6} for v in limited},
        )


def brute_force(board: Board, degrees: dict[int, set[int]]) -> set[frozenset[Edge]]:
    """Every set of edges, tried one by one."""
    edges = [(u, v) for u, v in board.edges.tolist()]
    return {
        chosen
        for chosen in _subsets(edges)
        if all(sum(v in edge for edge in chosen) in allowed for v, allowed in degrees.items())
    }


def _theorem_1(position: Position) -> Iterator[Item]:
    found = subgraphs(*position.degree_model())
    assignments = [assignment(position, one) for one in found]
    solutions = set(position.solutions(loose=False))
    yield Item(
        "Theorem 1: the subgraphs of MG for Figure 4, each with its assignment",
        f"{found.count()} sets of {len(found.edges)} edges, {found.nodes} nodes",
        len(assignments) == len(set(assignments)) and set(assignments) == solutions,
    )
    whole = brute_force(*corner_model())
    few = subgraphs(*corner_model())
    tree = 2 ** (len(few.edges) + 1) - 1
    yield Item(
        "Figure 13: frontier search merges and prunes nodes",
        f"{few.nodes} nodes; the tree over its {len(few.edges)} edges has {tree}",
        set(few) == whole and few.nodes < len(whole) * len(few.edges) < tree,
    )


def corner_model() -> tuple[Board, dict[int, set[int]]]:
    """MG of two numbers that share two cells."""
    return minefield(6, 2, [2, 1], [{0, 1, 2, 3}, {2, 3, 4, 5}]).degree_model()


def assignment(position: Position, subgraph: Iterable[Edge]) -> frozenset[int]:
    """The mined cells: the covered ends of the edges."""
    return frozenset(cell for cell in chain(*subgraph) if position.labels[cell] == COVERED)


def _at_size(quick: bool) -> Iterator[Item]:
    """The paper's classes: the edges beside the cells, and Algorithm 3 beside the analysis."""
    shares = ((30, 40), (30, 50)) if quick else tuple(product((10, 20, 30), range(10, 100, 10)))
    classes = [FieldClass(kind, *pair) for kind in ("grid", "graph") for pair in shares]
    nodes = edges = 0
    right, agreed = list[bool](), list[bool]()
    for about in classes:
        position = about.position(1)
        found = subgraphs(*position.degree_model())
        right.append(_corresponds(position, found))
        nodes, edges = max(nodes, found.nodes), max(edges, len(found.edges))
        cells = Random(_SEED).sample(sorted({min(edge) for edge in found.edges}), 5)
        covered = [cell for cell in cells if position.labels[cell] == COVERED]
        analysis = position.analyze()
        agreed += [algorithm_3(found, cell) == analysis.probability(cell) for cell in covered]
    words = "boards have as many subgraphs as solutions"
    yield tell("Theorem 1 at the paper's sizes, one board per class", right, words)
    here = f"up to {edges} edges, up to {nodes} nodes, on {len(classes)} boards"
    yield Item("Frontier search at the paper's sizes", here, all(right))
    words = "probabilities agree with the analysis"
    yield tell("Algorithm 3 as printed, at the paper's sizes", agreed, words)


def _corresponds(position: Position, found: Subgraphs) -> bool:
    """Whether there are as many subgraphs as solutions, and some subgraphs are solutions."""
    solutions = position.solutions(loose=False)
    drawn = (assignment(position, one) in solutions for one in found.sample(20, seed=_SEED))
    return found.count() == solutions.count() and all(drawn)


def _algorithm_3(position: Position) -> Item:
    found = subgraphs(*position.degree_model())
    analysis = position.analyze()
    cells = sorted(
        {cell for edge in found.edges for cell in edge if position.labels[cell] == COVERED}
    )
    about = "Algorithm 3 on the edge diagram as printed: the probability of every covered cell"
    right = (algorithm_3(found, cell) == analysis.probability(cell) for cell in cells)
    return tell(about, right, "agree with the analysis")


def algorithm_3(found: Subgraphs, cell: int) -> Fraction:
    """The probability of a mine, by one edge e' of the cell: Z_all ∩ (Z(e') ∗ 2^(E ∖ {e'}))."""
    edge = next(edge for edge in found.edges if cell in edge)
    rest = {vertex: range(len(found.board)) for vertex in found.board.cells}
    others = subgraphs(found.board, rest).given({edge: False})
    containing = Subgraphs.from_sets(found.board, [{edge}]) * others
    return Fraction((found & containing).count(), found.count())


def _one_pass(position: Position) -> Item:
    found = subgraphs(*position.degree_model())
    counts = [0, 1]
    for _, lo, hi in found.diagram.nodes.tolist():
        counts.append(counts[lo] + counts[hi])
    total, steps = counts[found.diagram.root], len(counts) - 2
    return Item("One pass over the diagram", f"{total} in {steps} additions", total == 66)


def _online(position: Position) -> Item:
    """The numbers of Figure 4 one by one."""
    hidden = Position(position.board, [COVERED] * len(position.board))
    known, found, right = hidden, hidden.solutions(), list[bool]()
    numbers = {c: label for c, label in enumerate(position.labels) if isinstance(label, int)}
    for cell, number in numbers.items():
        known, found = known.with_labels({cell: number}), found.reveal(cell, number)
        right.append(set(found) == set(known.solutions()))
    return tell("Online: numbers revealed one by one", right, "sets are those of the position")


def _families(items: int) -> list[Family]:
    """All sets of sets of so many items."""
    return list(map(frozenset, _subsets(_subsets(range(items)))))


def _subsets(elements: Iterable[Element]) -> list[frozenset[Element]]:
    listed = list(elements)
    sizes = range(len(listed) + 1)
    return [frozenset(some) for size in sizes for some in combinations(listed, size)]
