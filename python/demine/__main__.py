"""`python -m demine` is the command line, and so is `demine`."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; whoever interrupts it while it is still being loaded gets a line."""
    try:
        from demine.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(_say_interrupted())


def _say_interrupted() -> int:
    if sys.stderr is not None:
        sys.stderr.write("demine: interrupted\n")
    return 130


# Processes that play strategies import the module that runs here, under another name.
if __name__ == "__main__":
    main()
