"""S. Golan, *Minesweeper on graphs* (2011): its tables, statements, and the costs of its theorems.

The text lacks Figure 3, which is reconstructed as a smallest board for which its statement is true.
Figures 4 and 5 follow from Table 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from demine.board import Decomposition, from_edges, grid
from demine.circuits import reduce_clauses
from demine.labels import COVERED, FREE, MINED, Label
from demine.position import Position
from demine.reproduce import widths
from demine.reproduce.growth import Bound, Claim, Curve, describe, draw
from demine.reproduce.instances import (
    Family,
    depth_first_tree,
    hubs,
    path,
    random_tree,
    star,
    strip,
)
from demine.reproduce.plot import try_to_draw
from demine.reproduce.tables import Item, Row, compare_rows, list_items, tell
from demine.trees import rooted
from demine.treewidth import (
    Assignment,
    Polynomial,
    Polynomials,
    Programme,
    decompose,
    make_nice,
    show,
    univariate,
    with_universal_vertex,
)

# Table 1 as printed: P(v), P₋(v), P_□(v), P_*(v) of a leaf v. The last row reads "2, 3, ...".
_PRINTED_TABLE_1: dict[Label, tuple[str, str, str, str]] = {
    FREE: ("1", "1", "1", "0"),
    MINED: ("x", "x", "0", "x"),
    COVERED: ("1 + x", "1 + x", "1", "x"),
    0: ("1", "0", "1", "0"),
    1: ("0", "1", "0", "0"),
    2: ("0", "0", "0", "0"),
    3: ("0", "0", "0", "0"),
}

_FIGURE_3: Final = Position(grid(1, 2), [1, COVERED])

# Example 5.1. Figures 4 and 5 follow from Table 2: v₁, v₂, v₃ are numbers, and each of v₄, v₅, v₆
# is covered and joined to two of them. Nodes 1–3 contain a covered vertex and its numbers, nodes
# 4–6 have forgotten the vertex, and node 7 contains all numbers. The table does not depend on the
# values of the numbers, so any values will do.
V1, V2, V3, V4, V5, V6 = range(6)
EXAMPLE_EDGES = [(V1, V4), (V2, V4), (V2, V5), (V3, V5), (V1, V6), (V3, V6)]
_EXAMPLE_LABELS: list[Label] = [1, 1, 2, COVERED, COVERED, COVERED]
_EXAMPLE_DECOMPOSITION = Decomposition(
    cells=6,
    width=2,
    bags=[[V1, V2, V4], [V2, V3, V5], [V1, V3, V6], [V1, V2], [V2, V3], [V1, V3], [V1, V2, V3]],
    edges=[(0, 3), (1, 4), (2, 5), (3, 6), (4, 6), (5, 6)],
)
_EXAMPLE_ROOT = 6

_SEED: Final = 2011

# Numbers of vertices. P(T) has fewer, since it is n numbers of up to n bits each.
_MANY = [1_000, 4_000, 16_000, 64_000, 250_000, 1_000_000]
_FEWER = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]

# --quick divides the sizes by this.
_QUICK_FRACTION = 4


def _parse(*terms: str) -> Polynomial:
    """A polynomial as in Table 2, each term given by the subscripts of its factors."""
    return {tuple(term.count(str(j)) for j in range(1, 7)): 1 for term in terms}


# Table 2 as printed: node i, the mined vertices of 𝒜, P_i(𝒜).
_PRINTED_TABLE_2: list[tuple[int, Assignment, Polynomial]] = [
    (1, frozenset(), _parse("")),
    (1, frozenset({V4}), _parse("12")),
    (2, frozenset(), _parse("")),
    (2, frozenset({V5}), _parse("23")),
    (3, frozenset(), _parse("")),
    (3, frozenset({V6}), _parse("13")),
    (4, frozenset(), _parse("", "12")),
    (5, frozenset(), _parse("", "23")),
    (6, frozenset(), _parse("", "13")),
    (7, frozenset(), _parse("", "12", "23", "13", "1123", "1223", "1233", "112233")),
]


def report(quick: bool, figures: Path | None) -> Iterator[str]:
    """Both tables beside the paper's, then the engine's growth beside the stated bounds."""
    yield "Table 1. The polynomials of a leaf v, from the engine."
    yield from compare_rows(["label(v)"], ["P", "P₋", "P_□", "P_*"], table_1())
    yield ""
    yield "Table 2. The polynomials P_i(𝒜) of Example 5.1, by the programme of §5."
    yield from compare_rows(["i", "𝒜"], ["P_i(𝒜)"], table_2())
    yield ""
    yield from _draw_figures(figures)
    yield ""
    yield "Figures, Proposition 5.2 and the hardness of §1."
    yield from list_items(list(items(quick)))
    yield ""
    yield from widths.report(quick)
    yield ""
    yield from _costs(quick, figures)


def table_1() -> list[Row]:
    """One row per label of a leaf."""
    return [
        Row((str(label),), tuple(show(p, ["x"]) for p in _leaf_polynomials(label)), printed)
        for label, printed in _PRINTED_TABLE_1.items()
    ]


def _leaf_polynomials(label: Label) -> list[Polynomial]:
    """P, P₋, P_□ and P_* of a leaf with the given label (§3), each by the engine."""
    leaf = rooted(Position(from_edges(1, []), [label]))
    return [univariate(p) for p in (leaf.P, leaf.P_minus, leaf.P_free, leaf.P_mined)]


def table_2() -> list[Row]:
    """One row per node of the decomposition and assignment of its covered vertices."""
    computed = example_polynomials()
    return [
        Row((str(i), _show_assignment(i, mined)), (show(computed[i - 1][mined]),), (show(p),))
        for i, mined, p in _PRINTED_TABLE_2
    ]


def example_polynomials() -> list[Polynomials]:
    """P_i of Example 5.1 for the nodes 1 … 7 of Figure 5, in this order."""
    decomposition = make_nice(_EXAMPLE_DECOMPOSITION, _EXAMPLE_ROOT)
    polynomials = Programme(example(), decomposition).polynomials
    return [polynomials[place] for place in decomposition.places]


def example() -> Position:
    """The MS graph of Figure 4; vertex v_j is cell j − 1."""
    return Position(from_edges(6, EXAMPLE_EDGES), _EXAMPLE_LABELS)


def _show_assignment(i: int, mined: Assignment) -> str:
    """The values of 𝒜 on the covered vertices of node i: `v₄ → *`."""
    covered = (v for v in _EXAMPLE_DECOMPOSITION.bags[i - 1] if _EXAMPLE_LABELS[v] == COVERED)
    said = (f"{_name(v)} → {MINED if v in mined else FREE}" for v in covered)
    return ", ".join(said) or "∅"


def _name(vertex: int) -> str:
    return f"v{'₁₂₃₄₅₆'[vertex]}"


def _draw_figures(folder: Path | None) -> Iterator[str]:
    """Figure 3 reconstructed, Figure 4 as a picture and a list, Figure 5 as a list."""
    shown, decomposition = example(), _EXAMPLE_DECOMPOSITION
    yield "Figure 3, reconstructed: the smallest board with a number and one legal assignment."
    yield from ("  " + line for line in str(_FIGURE_3).splitlines())
    yield "Figure 4, a graph of treewidth 2: the neighbours of each vertex, with its label."
    for cell in shown.board.cells:
        near = " ".join(_name(v) for v in shown.board.neighbours(cell))
        yield f"  {_name(cell)} ({shown.labels[cell]}): {near}"
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        shown.svg(folder / "golan-2011-figure-4.svg")
        yield f"  It is drawn in {folder / 'golan-2011-figure-4.svg'}."
    yield "Figure 5, its tree decomposition: each node with its vertices and its neighbours."
    for node, bag in enumerate(decomposition.bags):
        joined = (edge for edge in decomposition.edges if node in edge)
        beside = sorted(sum(edge) - node for edge in joined)
        names = ", ".join(map(_name, bag))
        yield f"  W{node + 1} = {{{names}}}, beside {' '.join(f'W{b + 1}' for b in beside)}"


def items(quick: bool) -> Iterator[Item]:
    """The statements of the paper that can be checked quickly."""
    for name, rows in (("Table 1", table_1()), ("Table 2", table_2())):
        yield tell(name, [row.agrees for row in rows], "rows")
    yield Item(
        "Figure 3 (reconstructed): the solution of the counting problem is 1",
        f"{_FIGURE_3.count()} on {_FIGURE_3.board!r}",
        _FIGURE_3.count() == 1,
    )
    width = decompose(example().board).width
    yield Item("Figure 4: a graph G of treewidth 2", f"no width below {width}", width == 2)
    yield _proposition_5_2(10 if quick else 60)
    yield from _hardness(40 if quick else 200)


def _proposition_5_2(graphs: int) -> Item:
    rng = Random(_SEED)
    positions = [example(), *(_small(rng) for _ in range(graphs))]
    checks, wrong, wider = 0, 0, 0
    for position in positions:
        for mines, count in enumerate(position.counts_by_mines()):
            checks += 1
            wrong += with_universal_vertex(position, mines).count() != count
        more = with_universal_vertex(position, 1).decomposition().width
        wider += more > position.decomposition().width + 1
    return Item(
        f"Proposition 5.2: a further vertex with label k gives #CC(G, k); {len(positions)} graphs",
        f"{checks - wrong} of {checks} counts agree, {wider} are wider by more than 1",
        wrong == wider == 0,
    )


def _hardness(formulas: int) -> Iterator[Item]:
    rng = Random(_SEED)
    agreed, satisfiable, degree = 0, 0, 0
    for _ in range(formulas):
        variables = rng.randint(3, 6)
        clauses = [_clause(rng, variables) for _ in range(rng.randint(5, 30))]
        position = reduce_clauses(clauses)
        truth = is_satisfiable(clauses, variables)
        degree = max(degree, *map(position.board.graph.degree, position.board.cells))
        satisfiable += truth
        agreed += position.is_consistent() == truth
    yield Item(
        f"§1: hard at maximum degree 3; {formulas} CNFs reduced, {satisfiable} can be satisfied",
        f"{agreed} agree with their truth tables, the maximum degree is {degree}",
        agreed == formulas and degree <= 3,
    )


def _clause(rng: Random, variables: int) -> list[int]:
    chosen = rng.sample(range(1, variables + 1), rng.randint(2, 3))
    return [v if rng.random() < 0.5 else -v for v in chosen]


def _small(rng: Random) -> Position:
    n = rng.randint(3, 9)
    pairs = [(u, v) for u in range(n) for v in range(u) if rng.random() < 0.35]
    choices: list[Label] = [COVERED, COVERED, 0, 1, 2]
    labels = [rng.choice(choices) for _ in range(n)]
    return Position(from_edges(n, pairs), labels)


def _costs(quick: bool, figures: Path | None) -> Iterator[str]:
    """Measure each claim, then draw all of them."""
    measured: dict[str, list[Curve]] = {}
    for claim in claims():
        yield f"{claim.title}: measured growth and the stated bound."
        measured[claim.title] = list(claim.curves(_QUICK_FRACTION if quick else 1))
        yield from describe(measured[claim.title])
        yield ""
    yield from try_to_draw("The curves are", partial(draw, measured), figures, "golan-2011.svg")


def claims() -> list[Claim]:
    """Theorems 2.1–2.4 as questions to the engine, without its cache."""
    return [
        Claim(
            "Theorem 2.1, consistency on trees",
            lambda position: position.is_consistent(cache=False),
            _trees(Bound(1)),
            _MANY,
        ),
        Claim(
            "Theorem 2.2, counting on trees",
            lambda position: position.count(cache=False),
            _trees(Bound(2, log=True)),
            _MANY,
        ),
        Claim(
            "Theorem 2.3, P(T) on trees",
            lambda position: position.counts_by_mines(cache=False),
            _trees(Bound(3, log=True)),
            _FEWER,
        ),
        Claim(
            "Theorem 2.4, P(G) at bounded treewidth",
            lambda position: position.counts_by_mines(cache=False),
            {f"strip of height {height}": _strip(height) for height in (2, 3, 4)},
            _FEWER,
        ),
    ]


def _trees(bound: Bound) -> dict[str, tuple[Family, Bound]]:
    shapes = {
        "random tree": random_tree,
        "the same, depth first": depth_first_tree,
        "path": path,
        "star": star,
        "2 leaves per hub": hubs(2),
        "√n leaves per hub": hubs(None),
    }
    return {name: (shape, bound) for name, shape in shapes.items()}


def _strip(height: int) -> tuple[Family, Bound]:
    """Strips of one height, with the paper's bound O(n^(k+3) log n) for their treewidth k.

    A king's move spans two columns, so a bag of the sweep has height + 2 cells.
    """
    return strip(height), Bound(height + 1 + 3, log=True)


def is_satisfiable(clauses: Sequence[Sequence[int]], variables: int) -> bool:
    """Whether a CNF can be satisfied, by trying all values."""
    return any(
        all(any((values >> (abs(v) - 1) & 1) == (v > 0) for v in clause) for clause in clauses)
        for values in range(1 << variables)
    )
