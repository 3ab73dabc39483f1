"""What can go wrong, one class per kind.

Every message is one sentence that says what was wrong, where, and what was expected.
"""


class DemineError(Exception):
    """Base of every error that demine raises on purpose."""


class InvalidBoard(DemineError, ValueError):
    """The cells and edges do not make a simple graph."""


class InvalidPosition(DemineError, ValueError):
    """The labels or the number of mines do not fit the board."""


class InvalidGame(DemineError, ValueError):
    """There is no such game, or it does not stand as the call expects."""


class StrategyError(DemineError):
    """A strategy failed: it raised, opened what cannot be opened, or did not answer."""


class FormatError(DemineError, ValueError):
    """A text or file is not in the format it claims; names the line where there is one."""


class NoLegalAssignment(DemineError, ValueError):
    """The position contradicts itself, so it has no probabilities."""


class NotFound(DemineError, LookupError):
    """A search ended without what was searched for."""


class TooWide(DemineError):
    """The work would pass its budget of states; a larger `states=` may succeed."""


class Timeout(DemineError, TimeoutError):
    """The work passed its budget of seconds."""


class MissingExtra(DemineError, ImportError):
    """What was asked for needs a package that is not installed; names the extra that brings it."""
