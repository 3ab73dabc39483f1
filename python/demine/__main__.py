"""`python -m demine` is the command line, and so is `demine`."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; an interrupt during the imports ends it with a message."""
    try:
        from demine.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_say_interrupted())


def _say_interrupted() -> int:
    if sys.stderr is not None:
        sys.stderr.write("demine: interrupted\n")
    return 130


# Processes for strategies import this module under another name, and must not run it.
if __name__ == "__main__":
    main()
