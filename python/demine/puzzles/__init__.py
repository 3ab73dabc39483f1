"""Puzzles: grades of difficulty, puzzles in which every number is needed, and sheets to print.

`grade_game` and `grade_puzzle` return a `Grade`. `minimal` makes a `Puzzle`, `under_rules` one
under other rules, and `opening` one of a game without guesses. `sheet` lays out pages of puzzles
with their solutions.
"""

from demine.puzzles.clues import Puzzle as Puzzle
from demine.puzzles.clues import deal_mines as deal_mines
from demine.puzzles.clues import is_minimal as is_minimal
from demine.puzzles.clues import minimal as minimal
from demine.puzzles.daily import DAILY_LEVELS as DAILY_LEVELS
from demine.puzzles.daily import daily as daily
from demine.puzzles.daily import daily_setup as daily_setup
from demine.puzzles.daily import daily_streak as daily_streak
from demine.puzzles.daily import daily_title as daily_title
from demine.puzzles.daily import graded as graded
from demine.puzzles.daily import settle_setup as settle_setup
from demine.puzzles.daily import today as today
from demine.puzzles.grade import GRADES as GRADES
from demine.puzzles.grade import Grade as Grade
from demine.puzzles.grade import GradeName as GradeName
from demine.puzzles.grade import grade_game as grade_game
from demine.puzzles.grade import grade_puzzle as grade_puzzle
from demine.puzzles.openings import opening as opening
from demine.puzzles.ruled import under_rules as under_rules
from demine.puzzles.seeds import of_seeds as of_seeds
from demine.puzzles.sheet import PAPER_SIZES as PAPER_SIZES
from demine.puzzles.sheet import Paper as Paper
from demine.puzzles.sheet import sheet as sheet
