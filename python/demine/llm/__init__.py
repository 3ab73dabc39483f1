"""Minesweeper as text, for language models: tasks, exact rewards, and games.

A `Task` is a position with a prompt; `verify` reads an answer and returns the exact reward. The
reward of a move is the probability of winning that it loses against perfect play, negative, so it
is 0 for perfect play. `tasks` makes any number of tasks, and `TextGame` is a whole game, with
`reset` and `step`. Nothing here needs more than the plain install.
"""

from demine.llm.games import TextGame as TextGame
from demine.llm.games import TextStep as TextStep
from demine.llm.loss import Loss as Loss
from demine.llm.loss import move_loss as move_loss
from demine.llm.tasks import KINDS as KINDS
from demine.llm.tasks import Task as Task
from demine.llm.tasks import Verified as Verified
from demine.llm.tasks import reward as reward
from demine.llm.tasks import tasks as tasks
from demine.llm.words import FORMS as FORMS
from demine.llm.words import Form as Form
from demine.llm.words import describe as describe
from demine.llm.words import read_cells as read_cells
