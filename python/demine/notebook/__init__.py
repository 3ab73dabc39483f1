"""Boards in a notebook that one clicks: play a game, or analyse a position and see the proofs.

`board(game)` plays, `board(position)` analyses; the value is back in Python at any time. The
drawing code is that of the web pages. Needs the extra `demine[notebook]` (anywidget).
"""

from demine.notebook.widget import BoardWidget as BoardWidget
from demine.notebook.widget import board as board
