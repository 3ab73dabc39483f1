"""Saves pictures: as SVG, or in the format that the suffix of the file names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from demine.draw.pdf import pdf_bytes, spell
from demine.draw.pictures import picture
from demine.draw.pixels import save_png
from demine.draw.shapes import Picture, sentences, stack
from demine.draw.tikz import tikz_text
from demine.draw.vector import svg_text
from demine.errors import FormatError
from demine.files import write_bytes
from demine.position import Analysis, Position


def svg(position: Position, analysis: Analysis | None = None) -> str:
    """The position as SVG; with an analysis, also a heat map and percentages."""
    return svg_text(picture(position, analysis))


def save_svg(drawn: Picture, path: str | os.PathLike[str] | None = None) -> str:
    """The picture as SVG, which is also written to the path if there is one.

    `FormatError` if the path names another format.
    """
    text = svg_text(drawn)
    if path is not None:
        _check_name(path, ".svg", "SVG")
        write_bytes(path, text.encode())
    return text


def save_pages(pages: Sequence[Picture], path: str | os.PathLike[str], title: str = "") -> None:
    """Write pages as PDF, or below each other as SVG or PNG, by the suffix of the path."""
    suffix = Path(path).suffix.lower()
    if suffix == ".pdf":
        write_bytes(path, pdf_bytes(pages, title))
    elif suffix == ".svg":
        save_svg(stack(pages, 12), path)
    elif suffix == ".png":
        save_png(stack(pages, 12), path)
    else:
        raise FormatError(f"{os.fspath(path)}: a sheet is .pdf, .svg or .png")


def save_tikz(drawn: Picture, path: str | os.PathLike[str] | None = None) -> str:
    """The picture as a LaTeX document, which is also written to the path if there is one."""
    _check_letters(drawn, "LaTeX")
    text = tikz_text(drawn)
    if path is not None:
        _check_name(path, ".tex", "TikZ")
        write_bytes(path, text.encode())
    return text


def save_pdf(drawn: Picture, path: str | os.PathLike[str]) -> None:
    """The picture as PDF."""
    _check_name(path, ".pdf", "PDF")
    _check_letters(drawn, "a PDF")
    write_bytes(path, pdf_bytes([drawn], drawn.title))


def _check_letters(drawn: Picture, format: str) -> None:
    """`FormatError` if the fonts of a format lack a letter of the picture."""
    for letter in "".join(sentences(drawn.shapes)):
        if letter != "?" and spell(letter) == "?":
            raise FormatError(f"the fonts of {format} have no {letter}: write SVG instead")


def _check_name(path: str | os.PathLike[str], suffix: str, format: str) -> None:
    """`FormatError` if the path names another format."""
    if Path(path).suffix.lower() != suffix:
        raise FormatError(f"{os.fspath(path)}: a drawing in {format}: expected a name in {suffix}")
