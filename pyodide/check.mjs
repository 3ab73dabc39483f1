// Tests the wheel in Pyodide, in node: `node check.mjs PYODIDE WHEEL POSITION EXPECTED`. Positions need numpy,
// which Pyodide loads from its own host. Without that host, the rest is tested, and this says so.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, wheel, position, expected] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(readFileSync(wheel), "wheel");
const started = performance.now();
const said = python.runPython(`
import demine
from demine import _native
from demine.words import catalogue, languages
assert demine.__version__ == _native.VERSION
assert _native.without_spaces("1 ? 1\\n? 2 ?") == "1?1\\n?2?"
assert catalogue("ja").messages["language"] != catalogue("en").messages["language"]
len(languages())
`);
console.log(`demine is imported in ${(performance.now() - started).toFixed(0)} ms; it speaks ${said} languages`);

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
assert {"count": str(analysis.count), "floats": floats} == json.loads(expected)
`);
  console.log("the analysis is bit-identical to the native one");
}
