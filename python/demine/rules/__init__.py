"""Rules beyond the classic ones: several mines per cell, weights, numbers that may be wrong.

Every rule is a sum: the mines in some cells, each times a weight, have one of a set of values. The
classic number is the sum of its neighbours, with weights 1 and one value. `demine.Position` takes
the rules as `capacity`, `values`, `weights` and `sums`. This module has common ones by name.
"""

from demine.rules.fillings import Filling as Filling
from demine.rules.fillings import Fillings as Fillings
from demine.rules.naming import WORD as WORD
from demine.rules.parse import NAMES as NAMES
from demine.rules.parse import describe as describe
from demine.rules.parse import parse as parse
from demine.rules.rules import Capacity as Capacity
from demine.rules.rules import Rules as Rules
from demine.rules.rules import Sum as Sum
from demine.rules.rules import Weight as Weight
from demine.rules.showing import Showing as Showing
from demine.rules.spread import Spread as Spread
from demine.rules.values import Values as Values
from demine.rules.values import at_least as at_least
from demine.rules.values import at_most as at_most
from demine.rules.values import difference as difference
from demine.rules.values import liar as liar
from demine.rules.values import modulo as modulo
from demine.rules.values import parity as parity
from demine.rules.values import within as within
from demine.rules.variants import VARIANTS as VARIANTS
from demine.rules.variants import Named as Named
from demine.rules.variants import by_letters as by_letters
