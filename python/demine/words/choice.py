"""Which language proofs and hints speak.

English, unless `demine.language` or the variable DEMINE_LANG asks for another one. So files, pipes
and tests stay English. The command line follows the system's language on a terminal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from demine.arguments import show
from demine.errors import FormatError
from demine.words.catalogue import FOLDER, catalogue

DEFAULT: Final = "en"
"""The language if nobody asks for another one."""

VARIABLE: Final = "DEMINE_LANG"
"""The environment variable that asks for a language."""

_SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables with the language of the system, the strongest first."""

_chosen: list[str] = []
"""The chosen language, if one was chosen: one of a process, as its locale is."""


@cache
def languages() -> tuple[str, ...]:
    """The languages that demine speaks, by their codes: `('de', 'en', 'ja')`."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def language(chosen: str | None = None) -> str:
    """The language of proofs and hints; choose one for this process by its code, such as `de`.

    Until one is chosen, the variable DEMINE_LANG decides. Without it, the language is English.
    """
    if chosen is not None:
        _chosen[:] = [_check(chosen, "language")]
    if _chosen:
        return _chosen[0]
    return _check(os.environ.get(VARIABLE) or DEFAULT, VARIABLE)


def follow_system(environment: Mapping[str, str]) -> None:
    """Choose the language of the system, unless DEMINE_LANG or the program chose one."""
    wanted = next(filter(None, map(environment.get, _SYSTEM)), "")
    if not _chosen and not environment.get(VARIABLE) and _code(wanted) in languages():
        _chosen[:] = [_code(wanted)]


def _check(wanted: str, what: str) -> str:
    if _code(wanted) not in languages():
        known = ", ".join(languages())
        raise FormatError(f"{what} is {show(wanted)}: expected one of {known}")
    return _code(wanted)


def _code(locale: str) -> str:
    """The code of the language of a locale: `de` for `de_AT.UTF-8`, `en` for `C.UTF-8`."""
    code = re.split(r"[-_.@]", str(locale), maxsplit=1)[0].lower()
    return DEFAULT if code in ("c", "posix") else code


def say(key: str, **arguments: object) -> str:
    """A message in the chosen language."""
    return catalogue(language()).text(key, arguments)
