"""The gallery: other problems as Minesweeper, each against a number known from elsewhere."""

from __future__ import annotations

from itertools import combinations, product
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import demine
from paths import EXAMPLES

GALLERY = EXAMPLES / "gallery"


@pytest.fixture
def gallery(import_from: Any) -> Any:
    """The modules of the gallery by name."""
    return import_from("gallery")


def test_domino_tilings(gallery: Any) -> None:
    tilings = gallery("dominoes").tilings
    assert tilings(8, 8).count() == 12_988_816
    assert tilings(2, 10).count() == 89  # Fibonacci
    assert tilings(3, 3).count() == 0


def test_perfect_matchings(gallery: Any) -> None:
    matchings = gallery("matchings").matchings
    petersen = demine.read(GALLERY.parent / "petersen.gr").board.edges.tolist()
    assert matchings(petersen).count() == 6
    assert matchings(combinations(range(8), 2)).count() == 7 * 5 * 3
    cube = [(u, v) for u, v in combinations(range(8), 2) if (u ^ v).bit_count() == 1]
    assert matchings(cube).count() == 9


def test_latin_squares(gallery: Any) -> None:
    squares = gallery("latin").latin_squares
    assert [squares(order).count() for order in (1, 2, 3, 4)] == [1, 2, 12, 576]
    solution = next(iter(squares(3).solutions()))
    assert len([cell for cell in solution if cell < 27]) == 9


def test_equal_moments(gallery: Any) -> None:
    divisions = gallery("moments").divisions
    for n, moments in ((6, 0), (7, 1), (8, 1), (8, 2), (11, 1)):
        powers = [[i**power for power in range(moments + 1)] for i in range(1, n + 1)]
        wanted = 0
        for signs in product((-1, 1), repeat=n):
            totals = (
                sum(s * p[k] for s, p in zip(signs, powers, strict=True))
                for k in range(moments + 1)
            )
            wanted += not any(totals)
        assert divisions(n, moments).count() == wanted
    # More than brute force tries here; a table of sums finds the same (benches/gallery.py).
    assert [divisions(16, moments).count() for moments in (1, 2, 3)] == [526, 14, 2]
    # Prouhet: the sign of Thue and Morse divides {1, …, 8} with two moments, and nothing else does.
    assert divisions(8, 2).count() == 2


def test_tomography(gallery: Any) -> None:
    pictures = gallery("tomography").pictures
    assert [pictures([2] * n, [2] * n).count() for n in (4, 5, 6)] == [90, 2040, 67950]
    assert pictures([1, 0], [0, 2]).count() == 0
    certain = pictures([2, 1], [1, 2]).analyze()
    assert certain.mined == {0, 1, 3} or certain.count == 1


def test_pentominoes(gallery: Any) -> None:
    pentominoes = gallery("pentominoes")
    forms = {piece: len(pentominoes.orientations(piece)) for piece in pentominoes.PIECES}
    assert sum(forms.values()) == 63
    position = pentominoes.packings(6, 10)
    assert sum(label == "?" for label in position.labels) == 2056
    assert (pentominoes.count(3, 20), pentominoes.count(4, 15)) == (8, 1472)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_linear_constraints_are_read_exactly(data: st.DataObject) -> None:
    variables = data.draw(st.integers(1, 5))
    term = st.tuples(st.integers(-4, 4), st.integers(1, variables), st.booleans())
    row = st.tuples(
        st.lists(term, min_size=1, max_size=4),
        st.sampled_from(["=", ">=", "<="]),
        st.integers(-6, 6),
    )
    rows = data.draw(st.lists(row, min_size=1, max_size=4))
    lines = [f"* #variable= {variables} #constraint= {len(rows)}"]
    for terms, relation, total in rows:
        left = " ".join(f"{c:+d} {'~' if negated else ''}x{v}" for c, v, negated in terms)
        lines.append(f"{left} {relation} {total} ;")
    position = demine.loads("\n".join(lines))
    wanted = {
        frozenset(v for v in range(variables) if values[v])
        for values in product((0, 1), repeat=variables)
        if all(_holds(values, *row) for row in rows)
    }
    found = [frozenset(c for c in s if c < variables) for s in position.solutions()]
    assert len(found) == len(wanted)
    assert set(found) == wanted


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("+4 x1 +6 x2 = 3 ;", 0),
        ("+4 x1 +6 x2 = 10 ;", 1),
        ("+99999998 x1 +99999998 x2 = 99999998 ;", 2),
        ("+99999998 x1 +99999998 x2 >= 1 ;", 3),
        ("+6 x1 +6 x2 >= 7 ;", 1),
        ("+6 x1 +6 x2 <= 11 ;", 3),
        (f"+1{'0' * 45} x1 = 1{'0' * 45} ;", 1),  # a long number is not cut
        ("+1 x0000000002 +1 x1 = 2 ;", 1),
    ],
)
def test_what_coefficients_share_is_divided_by(text: str, count: int) -> None:
    assert demine.loads(text).count() == count


def _holds(values: tuple[int, ...], terms: Any, relation: str, total: int) -> bool:
    left = sum(c * (1 - values[v - 1] if negated else values[v - 1]) for c, v, negated in terms)
    return bool({"=": left == total, ">=": left >= total, "<=": left <= total}[relation])


def test_what_opb_writes_is_read_again() -> None:
    for name in ("expert.mine", "torus.json", "petersen.gr"):
        position = demine.read(GALLERY.parent / name)
        again = demine.loads(demine.dumps(position, "opb"))
        assert again.count() == position.count()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("min: +1 x1 ;\n+1 x1 >= 1 ;", "line 1: an objective: expected constraints alone"),
        ("* a\n+1 x1 x2 >= 1 ;", "line 2: .*expected a term like"),
        ("+1 x1 > 1 ;", "line 1: .*expected '=', '>=' or '<='"),
        ("+1 x1 = 1", "line 1: .*expected ';'"),
        ("+1 x0 = 1 ;", "line 1: x0: expected x1 to"),
        ("* #variable= 99999999999\n+1 x1 = 1 ;", "line 1: 99999999999 variables: expected at"),
        ("* a\n\n+99999999 x1 +1 x2 = 1 ;", "line 3: coefficients of more than"),
        ("+99999999 x1 +2 x2 >= 1 ;", "line 1: coefficients of more than"),
        (f"+1 x1 = {'9' * 500} ;", "line 1: a number of 500 digits: expected at most 400"),
    ],
)
def test_bad_constraints(text: str, message: str) -> None:
    with pytest.raises(demine.FormatError, match=message):
        demine.loads(text)


def test_every_page_of_the_gallery_is_a_program(gallery: Any) -> None:
    for path in sorted(GALLERY.glob("*.py")):
        module: ModuleType = gallery(path.stem)
        assert module.__doc__
