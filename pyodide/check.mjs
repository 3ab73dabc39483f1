// Tests the wheel in Pyodide, in node: `node check.mjs PYODIDE WHEEL POSITION EXPECTED`. Positions need numpy,
// which Pyodide loads from its own host. Without that host, the rest is tested, and this says so.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, wheel, position, expected] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
const started = performance.now();
python.runPython(`
import demine
from demine import _native
assert demine.__version__ == _native.VERSION
assert _native.without_spaces("1 ? 1\\n? 2 ?") == "1?1\\n?2?"
assert _native.daily_seed("demine 2026-11-18 grid-9x9-10-opening") == int(SEED)
`.replace("SEED", JSON.parse(readFileSync(expected, "utf8")).seed));
console.log(`demine is imported in ${(performance.now() - started).toFixed(0)} ms, and its engine answers`);

const quiet = { messageCallback() {}, errorCallback() {} };
await python.loadPackage("numpy", quiet).catch(() => {});
if (!python.loadedPackages.numpy) {
  console.log("NOT CHECKED: positions. They need numpy, and its host cannot be reached.");
} else {
  python.globals.set("text", readFileSync(position, "utf8"));
  python.globals.set("expected", readFileSync(expected, "utf8"));
  python.runPython(`
import json
analysis = demine.loads(text).analyze()
floats = [chance.hex() for chance in analysis.probabilities.ravel().tolist()]
told = json.loads(expected)
assert (str(analysis.count), floats) == (told["count"], told["floats"])
`);
  console.log("the analysis is bit-identical to the native one");
}
