"""Positions as text and as pictures, with or without the probabilities of an analysis.

Every drawing can be read without colour: what is safe and what is mined has a symbol of its own,
and every other covered cell shows its probability in percent.
"""

from demine.draw.svg import svg as svg
from demine.draw.text import text as text

__all__ = ["svg", "text"]
