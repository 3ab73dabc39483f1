"""Puzzles: boards graded by the hardest step they need, clue puzzles, and sheets to print.

In come a board, a number of mines and a seed, or a position. Out go a `Grade`, a `Puzzle` from
which no number can be left out, and pages of puzzles with their solutions.
"""

from demine.puzzles.clues import Puzzle as Puzzle
from demine.puzzles.clues import deal_mines as deal_mines
from demine.puzzles.clues import is_minimal as is_minimal
from demine.puzzles.clues import minimal as minimal
from demine.puzzles.grade import GRADES as GRADES
from demine.puzzles.grade import Grade as Grade
from demine.puzzles.grade import GradeName as GradeName
from demine.puzzles.grade import grade_game as grade_game
from demine.puzzles.grade import grade_puzzle as grade_puzzle
from demine.puzzles.sheet import PAPER_SIZES as PAPER_SIZES
from demine.puzzles.sheet import Paper as Paper
from demine.puzzles.sheet import sheet as sheet
