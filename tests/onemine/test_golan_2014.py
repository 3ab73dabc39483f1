"""The statements of Golan 2014 on every graph with up to 7 vertices, and where they fail."""

from __future__ import annotations

import doctest
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

import demine
from demine import onemine
from demine.onemine.printed import (
    Cells,
    Graph,
    graph_of,
    induce,
    is_guess_component,
    largest_component,
    maximal_components,
    optimal_guess,
    safe_cells,
)
from demine.reproduce import PAPERS, golan_2014
from lemmas import complement, find_isolated
from oneminetruth import ATLAS, TREES, Truth
from paths import ROOT

GRAPHS = [graph_of(board) for board in ATLAS]
SEVERAL = [graph for graph in GRAPHS if len(graph) > 1]


def truth(graph: Graph) -> Truth:
    number = {v: i for i, v in enumerate(graph)}
    return Truth([[number[w] for w in graph[v]] for v in graph])


def wins(graph: Graph) -> int:
    """n·P*, by trying everything."""
    return truth(graph).best


def count_wins(graph: Graph, cells: Cells) -> int:
    return wins(induce(graph, cells))


def guesses(graph: Graph) -> set[int]:
    """The optimal first guesses, by trying everything."""
    vertices = list(graph)
    return {vertices[v] for v in truth(graph).best_guesses}


def parts(graph: Graph) -> list[Cells]:
    """The connected components."""
    return [frozenset(part) for part in nx.connected_components(nx.Graph(graph))]


def universal(graph: Graph) -> Cells:
    return find_isolated(complement(graph))


class TestSection3:
    def test_lemma_3_3(self) -> None:
        for graph in [graph for graph in GRAPHS if len(graph) <= 5]:
            subsets = (frozenset(h) for k in range(1, 6) for h in combinations(graph, k))
            components = [h for h in subsets if is_guess_component(graph, h)]
            for a, b in combinations(components, 2):
                if a & b and a - b and b - a:
                    pairs = [(x, y) for s, t in ((a, b), (b, a)) for x in s for y in t - s]
                    assert len({y in graph[x] for x, y in pairs}) == 1
                    assert all(is_guess_component(graph, h) for h in (a | b, a & b, a - b, a ^ b))

    def test_lemma_3_6(self) -> None:
        for graph in GRAPHS:
            if len(parts(graph)) > 1:
                expected = {frozenset(graph) - part for part in parts(graph)}
                assert maximal_components(graph) == expected

    def test_lemmas_3_7_and_3_8_and_corollaries_3_9_and_3_10(self) -> None:
        for graph in SEVERAL:
            found = maximal_components(graph)
            overlaps = {bool(a & b) for a, b in combinations(found, 2)}
            assert len(overlaps) == 1
            many = max(len(parts(graph)), len(parts(complement(graph)))) >= 3
            assert overlaps == {many}
            assert len(found) <= len(graph)
            if many:
                assert len(found) >= 3
                assert all(a | b == set(graph) for a, b in combinations(found, 2))
                assert all(sum(v in h for h in found) >= 2 for v in graph)

    def test_lemma_3_7_says_two_things_of_one_vertex(self) -> None:
        """Both of its cases hold of no components at all, so it needs n ≥ 2."""
        assert maximal_components({0: frozenset()}) == set()

    def test_lemma_3_11(self) -> None:
        """What is covered when Safe is empty again is V(v₁, v*)."""
        for graph in [graph for graph in GRAPHS if len(graph) <= 6]:
            for first in graph:
                for mine in graph.keys() - {first}:
                    covered, safe = set(graph), {first}
                    while safe:
                        v = safe.pop()
                        covered.remove(v)
                        safe = safe_cells(graph, covered, safe, v, int(mine in graph[v]))
                    assert covered == largest_component(graph, first, mine)
                    assert is_guess_component(graph, frozenset(covered))


class TestSection4:
    def test_lemma_4_1(self) -> None:
        for graph in GRAPHS:
            assert wins(graph) == wins(complement(graph))

    def test_lemma_4_2(self) -> None:
        for n in range(1, 8):
            complete = graph_of(demine.from_networkx(nx.complete_graph(n)))
            assert wins(complete) == wins(complement(complete)) == 1

    def test_lemmas_4_3_and_4_4_and_corollary_4_5(self) -> None:
        for graph in SEVERAL:
            alone = find_isolated(graph)
            for v in alone:
                assert guesses(graph) - {v}
            if alone and graph.keys() - alone:
                rest = frozenset(graph) - alone
                assert wins(graph) == count_wins(graph, rest) + 1
                assert len(alone) == 1 or guesses(graph) & alone

    def test_lemma_4_6_needs_at_most_one_isolated_vertex(self) -> None:
        for graph in GRAPHS:
            holds = wins(graph) == sum(count_wins(graph, part) for part in parts(graph))
            assert holds == (len(find_isolated(graph)) <= 1)

    def test_the_smallest_exception_to_lemma_4_6(self) -> None:
        """Two isolated vertices: 1/2, not 1."""
        board = demine.from_edges(2, [])
        assert onemine.win_probability(board) == Fraction(1, 2)

    def test_lemma_4_7_fails_where_several_vertices_are_isolated_or_universal(self) -> None:
        """Exactly if H₂ without H₁ is one of them."""
        for graph in GRAPHS:
            for a in maximal_components(graph):
                for b in maximal_components(graph):
                    if a != b and a & b:
                        holds = wins(graph) == count_wins(graph, a) + count_wins(graph, b - a)
                        alone = find_isolated(graph) | universal(graph)
                        assert holds == (len(alone) < 2 or not b - a <= alone)

    @pytest.mark.parametrize("graph", [nx.empty_graph(3), nx.complete_graph(3)])
    def test_the_smallest_exceptions_to_lemma_4_7(self, graph: nx.Graph) -> None:
        """Three isolated vertices, or K₃: 1/3, not 2/3."""
        board = demine.from_networkx(graph)
        first, second, _ = onemine.guess_components(board)
        printed = onemine.win_probability(board, first) * len(first)
        printed += onemine.win_probability(board, second - first) * len(second - first)
        assert onemine.win_probability(board) == Fraction(1, 3)
        assert printed / 3 == Fraction(2, 3)

    def test_lemma_4_8_for_any_number_of_components(self) -> None:
        for graph in SEVERAL:
            found = maximal_components(graph)
            if sum(map(len, found)) == len(graph):
                inner = [h for h in found if len(h) > 1]
                single = len(found) - len(inner)
                expected = single + sum(count_wins(graph, h) for h in inner) - (not inner)
                assert wins(graph) == expected

    def test_lemma_4_8_fails_for_one_vertex(self) -> None:
        """Its line for m = 0 says 0 of a graph that is won before the first move."""
        assert onemine.win_probability(demine.from_edges(1, [])) == 1

    def test_lemma_4_9(self) -> None:
        for graph in SEVERAL:
            assert all(h & guesses(graph) for h in maximal_components(graph) if len(h) > 1)

    def test_algorithm_4_may_enter_a_component_that_is_not_maximal(self) -> None:
        """Lemma 4.11's proof calls it maximal, but u may lie in that. The guess is optimal."""
        smaller = [graph for graph in GRAPHS if enters_a_smaller_component(graph)]
        least = min(smaller, key=lambda graph: (len(graph), sum(map(len, graph.values()))))
        assert len(least) == 4
        assert all(optimal_guess(graph) in guesses(graph) for graph in smaller)


def enters_a_smaller_component(graph: Graph) -> bool:
    found = maximal_components(graph)
    entered = (largest_component(graph, u, v) for u in graph for v in graph if u != v)
    return any(len(h) > 1 and h not in found for h in entered)


class TestPropositions:
    def test_2_5_on_every_tree(self) -> None:
        for board in TREES:
            assert truth(graph_of(board)).best == golan_2014.tree_formula(board) * len(board)

    @pytest.mark.parametrize("n", range(2, 9))
    def test_2_5_on_stars(self, n: int) -> None:
        star = demine.from_networkx(nx.star_graph(n - 1))
        expected = Fraction(min(n - 1, 2), n)
        assert onemine.win_probability(star) == golan_2014.tree_formula(star) == expected

    def test_2_5_fails_for_one_vertex(self) -> None:
        board = demine.from_edges(1, [])
        assert onemine.win_probability(board) == 1
        assert golan_2014.tree_formula(board) == 0

    def test_2_6_on_every_grid(self) -> None:
        for rows in range(1, 9):
            for columns in range(max(2, rows), 10):
                board = demine.grid(rows, columns)
                expected = golan_2014.grid_formula(rows, columns)
                assert onemine.win_probability(board) == expected

    def test_2_6_by_trying_everything(self) -> None:
        for rows, columns in [(1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4)]:
            graph = graph_of(demine.grid(rows, columns))
            assert wins(graph) == golan_2014.grid_formula(rows, columns) * len(graph)

    def test_the_components_of_a_2_by_3_grid_are_not_its_columns(self) -> None:
        """As the proof of 2.6 has it: they overlap, because the middle column sees everything."""
        found = onemine.guess_components(demine.grid(2, 3))
        assert found == [{1, 4}, {0, 2, 3, 4, 5}, {0, 1, 2, 3, 5}]

    def test_2_7_in_small(self) -> None:
        """At n = 60 all 20 graphs have P* = (n − 1)/n, at n = 4 some have not."""
        [few, many] = golan_2014.shares(Fraction(1, 2), [4, 60], samples=20)
        assert few.optimal < 20
        assert many.optimal == 20


def test_the_report_states_every_row(tmp_path: Path) -> None:
    lines = list(PAPERS["golan-2014"](True, tmp_path))
    differing = [line for line in lines if str(line).endswith("DIFFERS")]
    assert len(differing) == 1
    assert sum(str(line).endswith(" agrees") for line in lines) >= 20
    assert (tmp_path / "golan-2014.svg").read_text().startswith("<?xml")


def test_the_session_on_the_page_is_true() -> None:
    page = ROOT / "docs" / "one-mine.md"
    session = page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    examples = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    failed, tried = doctest.DocTestRunner().run(examples)
    assert (failed, tried) == (0, 7)
