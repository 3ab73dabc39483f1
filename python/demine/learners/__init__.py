"""Learners: strategies that a program learned from games, and a cellular automaton.

Each module has `choose`, a strategy, which `demine.strategies` offers under the module's name. The
scripts in benches/learners/ make the data files; docs/learners.md compares the strategies.
"""

from demine.learners import automaton as automaton
from demine.learners import genetic as genetic
from demine.learners import network as network
from demine.learners import rules as rules
from demine.learners.around import Around as Around
from demine.learners.around import around as around
