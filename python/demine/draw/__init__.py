"""Positions as text and as pictures, with or without the probabilities of an analysis.

A position, a board or a diagram of solutions becomes text, Graphviz, or a `Picture` that can be
saved as SVG, PDF, PNG or TikZ. The terminal and the pages share its marks and colours (`Mark`,
`palette`).

Every drawing can be read without colour: safe and mined cells have their own symbols, and every
other covered cell shows its probability in percent.
"""

from demine.draw import diagram as diagram
from demine.draw import palette as palette
from demine.draw import shapes as shapes
from demine.draw.canvas import RADIUS as RADIUS
from demine.draw.canvas import Canvas as Canvas
from demine.draw.figures import Figure as Figure
from demine.draw.figures import figure as figure
from demine.draw.geometry import geometry as geometry
from demine.draw.marks import ESTIMATED as ESTIMATED
from demine.draw.marks import Mark as Mark
from demine.draw.marks import MarkKind as MarkKind
from demine.draw.marks import marks as marks
from demine.draw.marks import percent as percent
from demine.draw.palette import CITED as CITED
from demine.draw.palette import SUBJECT as SUBJECT
from demine.draw.palette import Colour as Colour
from demine.draw.pdf import has_letters as has_letters
from demine.draw.pictures import board_picture as board_picture
from demine.draw.pictures import picture as picture
from demine.draw.pixels import save_png as save_png
from demine.draw.saving import save_pages as save_pages
from demine.draw.saving import save_pdf as save_pdf
from demine.draw.saving import save_svg as save_svg
from demine.draw.saving import save_tikz as save_tikz
from demine.draw.saving import svg as svg
from demine.draw.shapes import Picture as Picture
from demine.draw.text import draw_slices as draw_slices
from demine.draw.text import heads as heads
from demine.draw.text import text as text
from demine.draw.typeset import wrap as wrap
