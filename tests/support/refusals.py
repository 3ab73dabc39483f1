"""Wrong arguments: a case is a call, the error that it must raise, and a part of the message."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Case = tuple[Callable[[], object], type[Exception], str]


def check_refusal(case: Case) -> None:
    """The call of the case raises its error with its message."""
    call, error, said = case
    with pytest.raises(error, match=said):
        call()
