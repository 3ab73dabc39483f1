"""Errors, one class per kind.

Every message is one sentence that says what was wrong, where, and what was expected.
"""


class DemineError(Exception):
    """Base of every error that demine raises on purpose."""


class InvalidBoard(DemineError, ValueError):
    """The cells and edges do not make a simple graph."""


class InvalidPosition(DemineError, ValueError):
    """The labels or the number of mines do not fit the board."""


class InvalidGame(DemineError, ValueError):
    """There is no such game, or its state does not allow the call."""


class StrategyError(DemineError):
    """A strategy failed: it raised, chose a cell that cannot be opened, or did not answer."""


class FormatError(DemineError, ValueError):
    """A text or file breaks its format; the message names the line if there is one."""


class NoLegalAssignment(DemineError, ValueError):
    """The position contradicts itself, so it has no probabilities."""


class NotFound(DemineError, LookupError):
    """A search ended without a result."""


class TooWide(DemineError):
    """The work would exceed its budget of states; a larger `states=` may succeed."""


class Timeout(DemineError, TimeoutError):
    """The work exceeded its budget of seconds."""


class MissingExtra(DemineError, ImportError):
    """A package is not installed; the message says how to install it."""
