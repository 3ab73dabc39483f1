"""Positions as text and as pictures, with or without the probabilities of an analysis.

In come a position and perhaps its analysis, or a diagram of solutions. Out go text, SVG and
Graphviz, and for other faces the marks and colours that they share (`Mark`, `palette`).

Every drawing can be read without colour: what is safe and what is mined has a symbol of its own,
and every other covered cell shows its probability in percent.
"""

from demine.draw import diagram as diagram
from demine.draw import palette as palette
from demine.draw.marks import Kind as Kind
from demine.draw.marks import Mark as Mark
from demine.draw.marks import percent as percent
from demine.draw.palette import Colour as Colour
from demine.draw.svg import svg as svg
from demine.draw.text import text as text
