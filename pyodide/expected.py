"""What `check.mjs` expects of the engine in Pyodide: what the native one says, as JSON."""

import json
import sys

import demine
from demine import _native

analysis = demine.read(sys.argv[1]).analyze()
floats = [chance.hex() for chance in analysis.probabilities.ravel().tolist()]
seed = str(_native.daily_seed("demine 2026-11-18 grid-9x9-10-opening"))
print(json.dumps({"count": str(analysis.count), "floats": floats, "seed": seed}))
