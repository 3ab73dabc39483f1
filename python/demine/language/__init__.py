"""Minesweeper as text, for language models: tasks, exact rewards, and games.

A `Task` is a position with a prompt; `verify` reads an answer and returns the exact reward. The
reward of a move is the probability of winning that it loses against perfect play, negative, so it
is 0 for perfect play. `tasks` makes any number of tasks, and `TextGame` is a whole game, with
`reset` and `step`. Nothing here needs more than the plain install.
"""

from demine.language.games import TextGame as TextGame
from demine.language.games import TextStep as TextStep
from demine.language.loss import Loss as Loss
from demine.language.loss import move_loss as move_loss
from demine.language.tasks import KINDS as KINDS
from demine.language.tasks import Task as Task
from demine.language.tasks import Verified as Verified
from demine.language.tasks import reward as reward
from demine.language.tasks import tasks as tasks
from demine.language.words import FORMS as FORMS
from demine.language.words import Form as Form
from demine.language.words import describe as describe
from demine.language.words import read_cells as read_cells
