"""One mine against the truth: every graph with up to 7 vertices, every tree with up to 9."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import demine
import lemmas
from demine import Board, _native, onemine
from demine.errors import InvalidBoard, InvalidPosition, NoLegalAssignment, Timeout, TooWide
from demine.labels import Label
from demine.onemine import printed
from demine.position import Position
from oneminetruth import ATLAS, TREES, truth

SMALL = ATLAS + TREES


def modules(graph: printed.Graph) -> set[frozenset[int]]:
    """Every guess component, by definition."""
    subsets = (frozenset(h) for k in range(1, len(graph) + 1) for h in combinations(graph, k))
    return {h for h in subsets if printed.is_guess_component(graph, h)}


def test_the_atlas_and_the_trees_are_whole() -> None:
    assert (len(ATLAS), len(TREES)) == (1252, 94)


def test_win_probabilities_are_true() -> None:
    for board in SMALL:
        best = truth(board).best
        assert onemine.win_probability(board) == Fraction(best, len(board)), board
        assert lemmas.wins(printed.graph_of(board)) == best, board


def test_optimal_guesses_are_true() -> None:
    for board in SMALL:
        expected = truth(board).best_guesses if len(board) > 1 else set()
        assert set(onemine.optimal_guesses(board)) == expected, board


def test_whatever_is_arbitrary_in_algorithm_4_its_guess_is_optimal() -> None:
    for board in ATLAS:
        found = every_guess(printed.graph_of(board))
        assert len(board) == 1 or found <= truth(board).best_guesses, board


def every_guess(graph: printed.Graph) -> set[int]:
    """What Algorithm 4 may return, for any choice of u and any order of v."""
    found: set[int] = set()
    for u in graph:
        components = {printed.largest_component(graph, u, v) for v in graph if v != u}
        larger = [h for h in components if len(h) > 1]
        found.update(*(every_guess(printed.induce(graph, h)) for h in larger))
        if not larger:
            found.add(u)
    return found


def test_every_strategy_wins_as_promised() -> None:
    """Each graph's strategy, played against each mine location: ours and Algorithm 2 as printed."""
    for board in SMALL:
        best = truth(board).best
        assert len(onemine.games_won(board)) == best, board
        graph = printed.graph_of(board)
        assert sum(printed.is_won(graph, mine) for mine in board.cells) == best, board


def test_maximal_components_are_maximal_by_definition() -> None:
    for board in ATLAS:
        graph = printed.graph_of(board)
        proper = modules(graph) - {frozenset(graph)}
        expected = {h for h in proper if not any(h < other for other in proper)}
        found = onemine.guess_components(board)
        assert (len(found), set(found)) == (len(expected), expected), board
        assert printed.maximal_components(graph) == expected, board


def test_largest_components_are_largest_by_definition() -> None:
    for board in [board for board in ATLAS if len(board) <= 6]:
        graph = printed.graph_of(board)
        every = modules(graph)
        for u in graph:
            for v in graph.keys() - {u}:
                expected = max((h for h in every if v in h and u not in h), key=len)
                assert onemine.largest_component(board, avoid=u, include=v) == expected
                assert printed.largest_component(graph, u, v) == expected


def test_the_tree_has_the_strong_modules_and_their_kinds() -> None:
    for board in ATLAS:
        graph = printed.graph_of(board)
        every = modules(graph)
        strong = {h for h in every if not any(overlap(h, other) for other in every)}
        nodes = [module for _, module in onemine.decomposition(board).walk()]
        assert {module.cells for module in nodes} == strong
        assert len(nodes) == len(strong)
        for module in nodes:
            assert module.kind == kind(graph, module.cells), board


def overlap(a: frozenset[int], b: frozenset[int]) -> bool:
    return bool(a & b) and bool(a - b) and bool(b - a)


def kind(graph: printed.Graph, cells: frozenset[int]) -> str:
    """By definition: parallel is not connected, series is so in the complement."""
    if len(cells) == 1:
        return "leaf"
    here = nx.Graph(printed.induce(graph, cells))
    if not nx.is_connected(here):
        return "parallel"
    return "prime" if nx.is_connected(nx.complement(here)) else "series"


def random_graph(n: int, random: Random) -> Board:
    """Of any density; then cells are doubled, with or without an edge, to make components."""
    graph = nx.gnp_random_graph(max(1, n // 3), random.random(), seed=random.randrange(2**32))
    while len(graph) < n:
        twin, new = random.randrange(len(graph)), len(graph)
        graph.add_edges_from([(new, v) for v in graph[twin]])
        graph.add_node(new)
        if random.random() < 0.5:
            graph.add_edge(twin, new)
        if random.random() < 0.2:
            graph.remove_edges_from(random.sample(sorted(graph.edges), min(1, graph.size())))
    return demine.from_networkx(graph)


def random_graphs(most: int) -> st.SearchStrategy[Board]:
    return st.builds(random_graph, st.integers(1, most), st.randoms(use_true_random=False))


@given(random_graphs(60))
def test_both_ways_agree(board: Board) -> None:
    graph = printed.graph_of(board)
    assert onemine.win_probability(board) == lemmas.win_probability(graph)
    assert set(onemine.guess_components(board)) == printed.maximal_components(graph)
    if len(board) > 1:
        assert printed.optimal_guess(graph) in onemine.optimal_guesses(board)


@given(random_graphs(30), st.randoms(use_true_random=False))
def test_both_ways_find_the_same_largest_component(board: Board, random: Random) -> None:
    if len(board) < 2:
        return
    u, v = random.sample(board.cells, 2)
    found = onemine.largest_component(board, avoid=u, include=v)
    assert found == printed.largest_component(printed.graph_of(board), u, v)
    assert printed.is_guess_component(printed.graph_of(board), found)


@given(random_graphs(40))
def test_every_module_of_the_tree_is_one_by_definition(board: Board) -> None:
    graph = printed.graph_of(board)
    for _, module in onemine.decomposition(board).walk():
        cells = module.cells
        assert printed.is_guess_component(graph, cells)
        assert module.kind == kind(graph, cells)
        assert module.win_probability == onemine.win_probability(board, cells)
        assert module.optimal_guesses == onemine.optimal_guesses(board, cells)
        inside = [child.cells for child in module.children]
        assert not inside or cells == frozenset().union(*inside)
        assert sum(map(len, inside)) in (0, len(module))


@given(random_graphs(60))
def test_the_complement_is_as_hard(board: Board) -> None:
    """Lemma 4.1."""
    complement = demine.from_networkx(nx.complement(board.to_networkx()))
    assert onemine.win_probability(complement) == onemine.win_probability(board)
    if len(board) > 1:
        assert onemine.optimal_guesses(complement) == onemine.optimal_guesses(board)


@given(st.lists(random_graphs(20), min_size=1, max_size=4))
def test_disjoint_unions_add_up(parts: list[Board]) -> None:
    """Lemma 4.6 without its assumption: of several isolated vertices only one is won."""
    union = demine.from_networkx(nx.disjoint_union_all([part.to_networkx() for part in parts]))
    alone = sum(union.graph.degree(cell) == 0 for cell in union.cells)
    lonely = [sum(part.graph.degree(cell) == 0 for cell in part.cells) for part in parts]
    won = [onemine.win_probability(part) * len(part) for part in parts]
    twice = sum(map(bool, lonely)) - bool(alone)
    assert onemine.win_probability(union) * len(union) == sum(won) - twice


@given(random_graphs(40), st.data())
def test_covered_cells_are_a_graph_of_their_own(board: Board, data: st.DataObject) -> None:
    covered = data.draw(st.lists(st.sampled_from(board.cells), unique=True, min_size=1))
    names = sorted(covered)
    pairs = [
        (names.index(u), names.index(v)) for u, v in board.edges.tolist() if {u, v} <= {*names}
    ]
    part = demine.from_edges(len(names), pairs)
    assert onemine.win_probability(board, covered) == onemine.win_probability(part)
    if len(covered) > 1:
        expected = [names[cell] for cell in onemine.optimal_guesses(part)]
        assert onemine.optimal_guesses(board, covered) == expected
        assert onemine.optimal_guess(board, covered) == expected[0]
        avoid, include = data.draw(st.permutations(range(len(names))))[:2]
        largest = onemine.largest_component(part, avoid=avoid, include=include)
        native = _native.Modules(board.graph, covered)
        found = native.largest_component(names[avoid], names[include])
        assert {*found} == {names[cell] for cell in largest}
    for cell in {*board.cells} - {*covered}:
        with pytest.raises(IndexError, match=f"cell {cell} is not covered"):
            _native.Modules(board.graph, covered).largest_component(cell, names[0])


@given(random_graphs(40), st.randoms(use_true_random=False))
def test_the_strategy_opens_what_the_engine_calls_safe(board: Board, random: Random) -> None:
    mine = random.choice(board.cells)
    opened = [cell for cell in board.cells if cell != mine and random.random() < 0.3]
    labels: list[Label] = ["?"] * len(board)
    for cell in opened:
        labels[cell] = "□" if random.random() < 0.5 else int(mine in board.neighbours(cell))
    position = Position(board, labels, 1)
    safe = position.analyze().safe
    move = onemine.strategy(position)
    assert set(move) == safe or (not safe and len(move) <= 1)
    assert bool(move) == (labels.count("?") + labels.count("□") > 1)


class TestStrategy:
    def test_knows_the_mine_when_it_is_told(self) -> None:
        position = Position(demine.grid(1, 4), ["?", "*", "?", "□"], 1)
        assert onemine.strategy(position, Random(1)) == [0, 2, 3]

    def test_stops_when_only_the_mine_is_left(self) -> None:
        assert onemine.strategy(Position(demine.grid(1, 2), [1, "?"], 1)) == []
        assert onemine.strategy(Position(demine.grid(1, 1), ["?"], 1)) == []

    @pytest.mark.parametrize("mines", [None, 0, 2])
    def test_plays_with_one_mine_only(self, mines: int | None) -> None:
        with pytest.raises(InvalidPosition, match="expected mines=1"):
            onemine.strategy(Position(demine.grid(2, 2), ["?"] * 4, mines))

    @pytest.mark.parametrize(
        "labels", [["?", 2, "?"], [0, "?", 1], ["*", 0, "?"], [0, 0, 0], ["*", "*", "?"]]
    )
    def test_says_what_cannot_be(self, labels: list[Label]) -> None:
        with pytest.raises(NoLegalAssignment):
            onemine.strategy(Position(demine.grid(1, 3), labels, 1))


class TestReferee:
    def test_counts_the_games_of_any_strategy(self) -> None:
        def leftmost(position: Position, rng: object) -> Iterator[int]:
            yield position.labels.index("?")

        assert onemine.games_won(demine.grid(1, 4), leftmost) == {3}

    def test_a_strategy_may_give_up(self) -> None:
        assert onemine.games_won(demine.grid(2, 2), lambda position, rng: []) == frozenset()

    def test_plays_as_one_game_after_the_other_would(self) -> None:
        for board in [demine.grid(4, 5), demine.grid(2, 5), demine.hexagonal(3, 4)]:
            alone = {mine for mine in board.cells if wins_against(board, mine)}
            assert onemine.games_won(board) == alone
            assert onemine.win_probability(board) == Fraction(len(alone), len(board))


def wins_against(board: Board, mine: int) -> bool:
    """One game, cell by cell."""
    labels: list[Label] = ["?"] * len(board)
    while labels.count("?") > 1:
        for cell in onemine.strategy(Position(board, labels, 1), Random(0)):
            if cell == mine:
                return False
            labels[cell] = int(mine in board.neighbours(cell))
    return True


class TestEdges:
    def test_no_vertex(self) -> None:
        empty = demine.from_edges(0, [])
        for ask in (onemine.win_probability, onemine.guess_components, onemine.decomposition):
            with pytest.raises(InvalidPosition, match="no place for the mine"):
                ask(empty)
        with pytest.raises(InvalidPosition, match="no place for the mine"):
            onemine.optimal_guess(demine.grid(2, 2), covered=[])

    def test_one_vertex(self) -> None:
        board = demine.from_edges(1, [])
        assert onemine.win_probability(board) == 1
        assert onemine.guess_components(board) == []
        assert onemine.decomposition(board).kind == "leaf"
        assert onemine.games_won(board) == {0}
        assert onemine.optimal_guesses(board) == []
        with pytest.raises(InvalidPosition, match="it is the mine"):
            onemine.optimal_guess(board)

    @pytest.mark.parametrize("edges", [[], [(0, 1)]])
    def test_two_vertices(self, edges: list[tuple[int, int]]) -> None:
        board = demine.from_edges(2, edges)
        assert onemine.win_probability(board) == Fraction(1, 2)
        assert onemine.guess_components(board) == [{0}, {1}]
        assert onemine.optimal_guesses(board) == [0, 1]

    @pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiGraph])
    def test_directed_graphs_and_parallel_edges_are_refused(self, kind: type[nx.Graph]) -> None:
        with pytest.raises(InvalidBoard, match=r"directed|multigraph"):
            onemine.win_probability(demine.from_networkx(kind([(0, 1), (1, 2)])))
        with pytest.raises(InvalidBoard, match="given twice"):
            demine.from_edges(3, [(0, 1), (1, 0)])

    def test_cells_must_be_on_the_board(self) -> None:
        board = demine.grid(2, 3)
        with pytest.raises(IndexError):
            onemine.optimal_guess(board, covered=[0, 6])
        with pytest.raises(IndexError):
            onemine.largest_component(board, avoid=0, include=-1)
        with pytest.raises(ValueError, match="expected two"):
            onemine.largest_component(board, avoid=0, include=(0, 0))

    def test_coordinates_name_cells(self) -> None:
        board = demine.grid(2, 4)
        assert onemine.largest_component(board, avoid=(0, 0), include=(0, 3)) == {3, 7}
        assert onemine.optimal_guess(board, covered=[(0, 1), (1, 1)]) == 1


class TestBudgets:
    def test_states(self) -> None:
        with pytest.raises(TooWide):
            onemine.win_probability(demine.grid(100, 100), states=100)

    def test_seconds(self) -> None:
        with pytest.raises(Timeout):
            onemine.decomposition(demine.grid(300, 300), seconds=0)

    def test_components_that_are_too_many_to_list(self) -> None:
        edgeless = demine.from_edges(20_000, [])
        with pytest.raises(TooWide, match="ask for the decomposition"):
            onemine.guess_components(edgeless)
        assert len(onemine.decomposition(edgeless).children) == 20_000


def test_a_large_tree_whose_neighbours_have_far_numbers() -> None:
    """P* by Proposition 2.5; the optimal guesses are the leaves that share their neighbour."""
    n = 200_000
    rng = np.random.default_rng(n)
    later = np.arange(1, n)
    edges = rng.permutation(n)[np.column_stack([rng.integers(0, later), later])]
    board = demine.from_edges(n, edges)
    leaf = np.bincount(edges.ravel()) == 1
    hung = {v: u for u, v in [*edges.tolist(), *edges[:, ::-1].tolist()] if leaf[v]}
    shared = np.bincount(list(hung.values()), minlength=n) > 1
    assert onemine.optimal_guesses(board) == sorted(v for v, u in hung.items() if shared[u])
    won = n - len(hung) + len(set(hung.values()))
    assert onemine.win_probability(board) == Fraction(won, n)


def test_deep_trees_are_no_trouble() -> None:
    """A threshold graph, each odd cell joined to all before it, has a tree as deep as can be."""
    n = 2000
    later, earlier = np.tril_indices(n, -1)
    edges = np.column_stack([earlier, later])[later % 2 == 1]
    board = demine.from_edges(n, edges)
    assert max(depth for depth, _ in onemine.decomposition(board).walk()) == n - 1
    assert onemine.win_probability(board) == Fraction(n - 1, n)


def test_the_printed_algorithms_take_a_graph_or_a_board() -> None:
    board = demine.grid(2, 3)
    graph = printed.graph_of(board)
    assert printed.optimal_guess(board) == printed.optimal_guess(graph)
    assert printed.maximal_components(board) == printed.maximal_components(graph)
    assert printed.largest_component(board, 0, 3) == frozenset({3})
    assert printed.induce(board, [0, 1, 2]) == {0: {1}, 1: {0, 2}, 2: {1}}
    assert printed.is_guess_component(board, frozenset({0, 3}))
    assert sum(printed.is_won(board, mine) for mine in board.cells) == 3
    with pytest.raises(TypeError, match="board is 7: expected a Board"):
        printed.optimal_guess(7)  # type: ignore[arg-type]


def test_a_graph_of_networkx_is_refused_with_the_remedy() -> None:
    expected = r"expected a Board, as demine\.from_networkx makes$"
    with pytest.raises(TypeError, match=expected):
        onemine.win_probability(nx.path_graph(3))
