"""Many: the analyses of many positions on one board, as arrays, in one call of the engine.

For training networks and for studying positions by the million.
"""

from demine.many.analyses import Analyses as Analyses
from demine.many.analyses import Verdict as Verdict
from demine.many.analyses import analyze_many as analyze_many
