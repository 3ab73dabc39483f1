"""Where the tests find the repository, the examples, the committed data and one another's code."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLES: Final = ROOT / "examples"
BEGINNER: Final = EXAMPLES / "beginner.mine"
DATA: Final = ROOT / "tests" / "data"
SUPPORT: Final = ROOT / "tests" / "support"
