// Questions about positions on the pages of a server: the engine in this browser answers them without a
// round trip. The server answers until it is loaded, and what it cannot answer exactly within a moment.
import { ask as askWorker } from "./browser.js";

/** Questions that the engine answers as the server does. */
const NEAR = ["analyse", "cell", "curve", "explain", "guesses"];
/** Seconds that the engine gets: the server has more time and memory. */
const MOMENT = 2;

let isLoaded = false;
/** @type {Promise<void> | null} */
let loading = null;

/** Load the engine in the background. */
function load() {
  loading ??= askWorker("GET", "/api/about").then(({ status }) => void (isLoaded = status === 200));
  return loading;
}

/** @param {string} question @param {any} given */
const isNear = (question, given) => NEAR.includes(question) && Boolean(given.labels) && !given.rules && !given.board.startsWith("graph");

/**
 * The answer of the engine in this browser; null if the server has to be asked.
 * @param {string} question @param {any} given @param {AbortSignal} [signal] @param {boolean} [isPatient] whether to wait until the engine is loaded
 */
export async function ask(question, given, signal, isPatient = false) {
  if (!isNear(question, given)) return null;
  const loaded = load();
  if (isPatient) await loaded;
  if (!isLoaded) return null;
  const seconds = Math.min(given.seconds ?? MOMENT, MOMENT);
  const { status, body } = await askWorker("POST", `/api/${question}`, { ...given, seconds }, signal);
  return status === 200 && body.exact !== false ? body : null;
}
