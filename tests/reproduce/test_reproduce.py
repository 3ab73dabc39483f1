"""The tables of Golan 2011 as printed, and his programme of §5 against brute force."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import isclose
from pathlib import Path
from random import Random

import networkx
import pytest
from click.testing import CliRunner
from networkx.algorithms.approximation import treewidth_min_degree, treewidth_min_fill_in

from demine import Position, from_edges
from demine.board.decomposition import Decomposition
from demine.cli import commands
from demine.reproduce import PAPERS, golan_2011, growth
from demine.reproduce.instances import Family, depth_first_tree, path, random_tree, star, strip
from demine.reproduce.tables import Row, compare_rows
from demine.treewidth import Programme, make_nice, show, with_universal_vertex
from oracle import Label, solutions

# Typed from the paper, apart from the copy that the reproduction compares with.
TABLE_1 = """
□ | 1     | 1     | 1 | 0
* | x     | x     | 0 | x
? | 1 + x | 1 + x | 1 | x
0 | 1     | 0     | 1 | 0
1 | 0     | 1     | 0 | 0
2 | 0     | 0     | 0 | 0
3 | 0     | 0     | 0 | 0
"""
TABLE_2 = """
1 | v₄ → □ | 1
1 | v₄ → * | x₁x₂
2 | v₅ → □ | 1
2 | v₅ → * | x₂x₃
3 | v₆ → □ | 1
3 | v₆ → * | x₁x₃
4 | ∅ | 1 + x₁x₂
5 | ∅ | 1 + x₂x₃
6 | ∅ | 1 + x₁x₃
7 | ∅ | 1 + x₁x₂ + x₁x₃ + x₂x₃ + x₁²x₂x₃ + x₁x₂²x₃ + x₁x₂x₃² + x₁²x₂²x₃²
"""


def count(position: Position, decomposition: Decomposition) -> int:
    """Legal assignments by Golan's programme; with known mines, by Proposition 5.2."""
    if position.mines is not None:
        n = decomposition.cells
        bags = [[*bag, n] for bag in decomposition.bags]
        decomposition = Decomposition(n + 1, decomposition.width + 1, bags, decomposition.edges)
        position = with_universal_vertex(position, position.mines)
    return Programme(position, make_nice(decomposition)).count()


def read_table(table: str) -> list[tuple[str, ...]]:
    return [tuple(cell.strip() for cell in row.split("|")) for row in table.strip().splitlines()]


def test_table_1_is_the_papers() -> None:
    rows = golan_2011.table_1()
    assert [(*row.about, *row.computed) for row in rows] == read_table(TABLE_1)
    assert all(row.agrees for row in rows)


def test_table_2_is_the_papers() -> None:
    rows = golan_2011.table_2()
    assert [(*row.about, *row.computed) for row in rows] == read_table(TABLE_2)
    assert all(row.agrees for row in rows)


def test_a_row_that_differs_says_so() -> None:
    row = Row(("1",), ("1 + x",), ("1",))
    assert not row.agrees
    *_, verdict, total = compare_rows(["i"], ["P"], [row])
    assert verdict.endswith("DIFFERS")
    assert total == "0 of 1 rows agree with the paper."


def test_the_root_of_example_5_1_counts_every_labelling() -> None:
    """One term of P₇ per triple of counts: the number of assignments that meet them."""
    polynomial = golan_2011.example_polynomials()[6][frozenset()]
    for labels in [(a, b, c) for a in range(3) for b in range(3) for c in range(3)]:
        found = solutions(6, golan_2011.EXAMPLE_EDGES, [*labels, "?", "?", "?"])
        assert polynomial.get((*labels, 0, 0, 0), 0) == len(found)


def decompositions(graph: networkx.Graph) -> list[Decomposition]:
    """From networkx, so that the programme shares nothing with the engine."""
    found = []
    for method in (treewidth_min_fill_in, treewidth_min_degree):
        width, tree = method(graph)
        number = {bag: index for index, bag in enumerate(tree)}
        edges = [(number[a], number[b]) for a, b in tree.edges]
        found.append(Decomposition(len(graph), width, [sorted(bag) for bag in tree], edges))
    return found


def random_case(seed: int) -> tuple[networkx.Graph, list[Label], int | None]:
    rng = Random(seed)
    graph = networkx.gnp_random_graph(rng.randint(1, 7), 0.4, seed=seed)
    choices: list[Label] = ["?", "?", "?", "□", "*", 0, 1, 1, 2]
    labels = rng.choices(choices, k=len(graph))
    return graph, labels, rng.choice([None, rng.randint(0, len(graph))])


@pytest.mark.parametrize("seed", range(60))
def test_the_programme_of_section_5_is_brute_force(seed: int) -> None:
    graph, labels, mines = random_case(seed)
    edges = list(graph.edges)
    expected = len(solutions(len(graph), edges, labels, mines))
    position = Position(from_edges(len(graph), edges), labels, mines)
    assert [count(position, d) for d in decompositions(graph)] == [expected, expected]


def test_the_programme_takes_the_engines_decompositions() -> None:
    """On a grid with known mines it counts what the engine counts."""
    position = strip(3)(24)
    mines = 5
    constrained = position.with_mines(mines)
    expected = constrained.count()
    assert expected > 0
    assert count(constrained, position.decomposition()) == expected
    universal = with_universal_vertex(position, mines)
    assert count(universal, universal.decomposition()) == expected


def test_a_nice_decomposition_changes_one_vertex_at_a_time() -> None:
    graph = networkx.petersen_graph()
    for decomposition in decompositions(graph):
        nodes, places = make_nice(decomposition)
        assert [nodes[place].bag for place in places] == [set(bag) for bag in decomposition.bags]
        for node in nodes:
            below = [nodes[child].bag for child in node.children]
            differences = [len(node.bag ^ bag) for bag in below]
            assert differences in ([], [1], [0, 0])


@pytest.mark.parametrize("shape", [random_tree, depth_first_tree, path, star, strip(2)])
def test_instances_are_repeatable_and_consistent(shape: Family) -> None:
    assert shape(40) == shape(40)
    assert shape(40).is_consistent()


def test_the_slope_of_a_power_law_is_its_power() -> None:
    sizes = [10, 100, 1000]
    assert isclose(growth.slope(sizes, [3e-6 * n**2 for n in sizes]), 2)
    quadratic = growth.Curve("path", growth.Bound(1), sizes, [1e-6 * n**2 for n in sizes])
    assert not quadratic.within
    assert str(growth.Bound(2, log=True)) == "O(n² log n)"


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instances so small that measuring them takes no time, and says nothing."""
    monkeypatch.setattr(golan_2011, "_QUICK_FRACTION", 50)


def reproduce(figures: Path) -> list[str]:
    arguments = ["reproduce", "golan-2011", "--quick", "--figures", str(figures)]
    done = CliRunner().invoke(commands, arguments)
    assert done.exit_code == 0
    return done.output.splitlines()


def assert_all_agree(lines: list[str]) -> None:
    """Every row of both tables, and every item of the paper."""
    assert not [line for line in lines if line.endswith("DIFFERS")]
    rows = [line for line in lines if line.endswith("  agrees") and "item of the paper" not in line]
    assert len(rows) == len(read_table(TABLE_1)) + len(read_table(TABLE_2)) == 17
    (head,) = [place for place, line in enumerate(lines) if "item of the paper" in line]
    total = lines.index("6 of 6 items agree; 0 cannot be judged.")
    items = [line.split("  ") for line in lines[head + 1 : total]]
    names = [item[1].split(":")[0] for item in items]
    assert names == [
        "Table 1",
        "Table 2",
        "Figure 3 (reconstructed)",
        "Figure 4",
        "Proposition 5.2",
        "§1",
    ]
    assert [item[-1].strip() for item in items] == ["yes"] * 6


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("paper", PAPERS)
def test_a_quick_report_draws_only_if_it_is_asked_to(
    paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every report is told where to draw: nowhere, in the folder, in the default folder."""
    told: list[Path | None] = []

    def report(quick: bool, figures: Path | None) -> Iterator[str]:
        told.append(figures)
        return iter(())

    monkeypatch.setitem(PAPERS, paper, report)
    for options in (["--quick"], ["--quick", "--figures", str(tmp_path)], []):
        assert CliRunner().invoke(commands, ["reproduce", paper, *options]).exit_code == 0
    assert told == [None, tmp_path, Path("figures")]


def test_a_quick_report_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(golan_2011, "claims", list)
    monkeypatch.setattr("demine.reproduce.widths.report", lambda quick: iter(()))
    done = CliRunner().invoke(commands, ["reproduce", "golan-2011", "--quick"])
    assert (done.exit_code, "Figure 4" in done.output, "drawn" in done.output) == (0, True, False)
    assert list(tmp_path.iterdir()) == []


def test_the_report_has_tables_verdicts_and_a_figure(tmp_path: Path) -> None:
    lines = reproduce(tmp_path / "figures")
    assert_all_agree(lines)
    verdicts = [line for line in lines if line.endswith(("within the bound", "ABOVE THE BOUND"))]
    assert len(verdicts) == sum(len(claim.shapes) for claim in golan_2011.claims())
    assert (tmp_path / "figures" / "golan-2011.svg").read_text().startswith("<?xml")


@pytest.mark.usefixtures("tiny")
def test_without_matplotlib_only_the_curves_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    lines = reproduce(tmp_path / "figures")
    assert_all_agree(lines)
    assert lines[-1].endswith("that needs matplotlib: pip install matplotlib.")
    # The graph of Figure 4 is drawn by demine itself.
    assert [file.name for file in (tmp_path / "figures").iterdir()] == ["golan-2011-figure-4.svg"]


def test_polynomials_are_shown_as_printed() -> None:
    assert show({}) == "0"
    assert show({(0, 0): 3, (2, 1): 1, (0, 1): 5}) == "3 + 5x₂ + x₁²x₂"
