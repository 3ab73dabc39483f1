"""Figures with options, in every format; LaTeX compiles those in TikZ."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import demine
from command import say
from demine import FormatError, Position, draw, grid
from demine.draw import CITED, SUBJECT, palette, typeset
from paths import BEGINNER, EXAMPLES

IMPOSSIBLE = "2x2x?\n10\nHH\n"


def rings(svg: str, colour: palette.Colour) -> int:
    return len(re.findall(f'stroke="{palette.hexadecimal(colour)}" stroke-width="3.5"', svg))


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def test_options_of_a_position() -> None:
    position = Position(grid(2, 3), ["?", 1, "?", "?", "?", "?"], mines=1)
    plain = position.figure().svg()
    assert ({"a", "b", "c", "2"} <= set(words(plain)), rings(plain, SUBJECT)) == (True, 0)
    bare = position.figure(coordinates=False, highlight=["a1", (1, 2)])
    assert words(bare.svg()) == ["1"]
    assert rings(bare.svg(), SUBJECT) == 2
    likely = position.figure(probabilities=True).svg()
    assert words(likely).count("20%") == 5
    assert position.analyze().figure().svg() == likely
    assert position.figure(highlight="b2").svg() == position.figure(highlight=["b2"]).svg()
    assert repr(bare) == "<Figure: grid(2, 3) with 1 mines>"


def test_a_proof_is_drawn_step_by_step() -> None:
    proof = demine.read(BEGINNER).explain("d2")
    assert isinstance(proof, demine.Proof)
    assert repr(proof) == "<Proof: d2 is safe, by 2 numbers>"
    whole, first = proof.svg(), proof.figure(step=1).svg()
    assert (rings(whole, CITED), rings(whole, SUBJECT)) == (2, 1)
    assert (rings(first, CITED), rings(first, SUBJECT)) == (1, 2)  # c3 and e4 are mines
    assert proof.figure(step=2).svg().count("so d2") + whole.count("so d2") == 2
    with pytest.raises(ValueError, match="step is 3: expected 1 to 2"):
        proof.figure(step=3)


def test_a_conflict_is_drawn() -> None:
    found = demine.loads(IMPOSSIBLE).conflict()
    assert found is not None
    assert rings(found.svg(), CITED) == 2
    assert "cannot both be true" in found.svg()
    assert found._repr_svg_() == found.svg()


def test_a_cell_without_a_proof_is_drawn_with_the_probabilities() -> None:
    found = demine.loads("2x1x1\nHH\n").explain("a1")
    assert isinstance(found, demine.Undecided)
    assert words(found.svg()).count("50%") == 2
    assert rings(found.svg(), SUBJECT) == 1


@pytest.mark.parametrize("position", ["explain", "conflict", "undecided"])
def test_explain_draws_in_every_format(position: str, tmp_path: Path) -> None:
    file = tmp_path / "position.mine"
    texts = {"explain": BEGINNER.read_text(), "conflict": IMPOSSIBLE, "undecided": "2x1x1\nHH\n"}
    file.write_text(texts[position])
    kinds = {"svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG", "tikz": b"\\documentclass"}
    names = {kind: tmp_path / f"out.{'tex' if kind == 'tikz' else kind}" for kind in kinds}
    said = say(" ".join([f"explain {file}", *(f"--{kind} {names[kind]}" for kind in kinds)]))
    assert said[0] == (1 if position == "conflict" else 0), said
    for kind, start in kinds.items():
        assert names[kind].read_bytes().startswith(start), kind


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("d2 --step 1", "--step and --no-coordinates need"),
        ("d2 --step 9 --svg x.svg", "--step 9: the proof has 2 sentences"),
        ("a1 --step 1 --svg x.svg", "--step needs a proof"),
        ("d2 --tikz x.svg", "expected a name that ends in .tex"),
    ],
)
def test_options_that_cannot_be_drawn(options: str, said: str, tmp_path: Path) -> None:
    position = BEGINNER
    if options.startswith("a1"):
        position = tmp_path / "even.mine"
        position.write_text("2x1x1\nHH\n")
    code, line = say(f"explain {position} {options}")
    assert code != 0
    assert said in line


def test_a_name_of_another_format_is_refused(tmp_path: Path) -> None:
    position = demine.read(BEGINNER)
    with pytest.raises(FormatError, match=r"a drawing in TikZ: expected a name in \.tex"):
        position.tikz(tmp_path / "x.pdf")
    with pytest.raises(FormatError, match=r"a drawing in PDF: expected a name in \.pdf"):
        position.pdf(tmp_path / "x.svg")


JAPANESE = (
    "b2の2（隣に判明した地雷1個）の隣には閉じたマスがc2の1マスしか残っていないので、地雷です。"
)


def test_sentences_without_spaces_have_lines_as_well() -> None:
    """Each line fits, none begins with a closing sign, and no letter is lost."""
    for width in (60.0, 100.0, 300.0):
        lines = list(typeset.wrap(JAPANESE, width, 14))
        assert "".join(lines) == JAPANESE
        assert all(typeset.most_width(line, 14) <= width for line in lines)
        assert not any(line.startswith(("、", "。", "）")) for line in lines)


def test_sentences_are_never_drawn_without_their_letters(tmp_path: Path) -> None:
    figure = draw.figure(demine.read(BEGINNER), notes=[JAPANESE, "\N{LINEAR B SYLLABLE B008 A}"])
    for save in (figure.pdf, figure.tikz, figure.png):
        suffix = {"pdf": "pdf", "tikz": "tex", "png": "png"}[save.__name__]
        with pytest.raises(FormatError, match=r"font.+: write SVG"):
            save(tmp_path / f"figure.{suffix}")
    assert "\N{LINEAR B SYLLABLE B008 A}" in figure.svg()


def pictures() -> dict[str, str]:
    """Documents of every shape: polygons, discs, lines, bends, signs and hard letters."""
    words = Position(demine.from_edges(3, [(0, 1), (1, 2)]), ["?", 1, "*"])
    named = demine.from_networkx(_named())
    return {
        "proof": demine.read(BEGINNER).explain("d2").tikz(),
        "odds": demine.read(EXAMPLES / "hexagonal.json").analyze().tikz(),
        "graph": words.tikz(),
        "names": named.tikz(),
        "diagram": demine.loads("2x2x?\n1H\nHH\n").solutions().tikz(),
        "long": demine.grid(1, 1000).tikz(),
    }


def _named() -> object:
    import networkx as nx

    return nx.Graph([("a_b%$#&{}", "~^\\<>"), ('"', "é ř 星")])


@pytest.mark.parametrize("name", ["proof", "odds", "graph", "names", "diagram", "long"])
def test_tikz_is_well_formed(name: str) -> None:
    """What TeX would stop at: brackets, lines without a semicolon, exponents, too large lengths."""
    text = pictures()[name]
    body = text[text.index("\\path") : text.index("\\end{tikzpicture}")]
    for line in body.splitlines():
        plain = re.sub(r"\\[{}]", "", line)
        assert (plain.count("{"), plain[-1]) == (plain.count("}"), ";")
        assert re.match(r"\\(path|node)\[", line)
    assert all(abs(float(length)) < 16383 for length in re.findall(r"-?\d+(?:\.\d+)?", body))
    assert re.search(r"\de[+-]?\d", body) is None
    assert text.isascii() or name == "names"


def test_every_shape_is_there() -> None:
    position = demine.read(BEGINNER)
    drawn, text = position.svg(), position.tikz()
    assert text.count("cycle;") == drawn.count("<polygon")
    assert text.count("circle[") == drawn.count("<circle")
    assert text.count("\\node") == drawn.count("<text")


def _has_latex() -> bool:
    if shutil.which("pdflatex") is None:
        return False
    return subprocess.run(["kpsewhich", "standalone.cls"], capture_output=True).returncode == 0


@pytest.mark.skipif(not _has_latex(), reason="needs pdflatex with TikZ and the class standalone")
@pytest.mark.parametrize("name", ["proof", "odds", "graph", "names", "diagram", "long"])
def test_pdflatex_compiles_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "figure.tex").write_text(pictures()[name], encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "figure.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")


def test_the_module_offers_figures() -> None:
    position = demine.read(BEGINNER)
    drawn = draw.figure(position, highlight=["a1"], notes=["A note."])
    assert "A note." in drawn.svg()
