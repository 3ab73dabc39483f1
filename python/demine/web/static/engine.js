// The engine: the only module that knows where answers come from. That is the server or, on pages that
// `demine site` wrote, the engine compiled to WebAssembly in a worker of this browser.
import { failure, t } from "./page.js";

/** An error that the server reports. */
export class Problem extends Error {
  /** @param {{error?: string, kind?: string}} said @param {number} status */
  constructor(said, status) {
    super(said.error ? failure(said.kind ?? "", said.error) : t("problem.unknown"));
    this.kind = said.kind ?? "Unknown";
    this.status = status;
  }
}

/**
 * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(method, path, body, signal) {
  const headers = body === undefined ? undefined : { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(path, { method, headers, signal, body: JSON.stringify(body) });
  } catch (error) {
    if (/** @type {any} */ (error)?.name === "AbortError") throw error;
    throw new Problem({ error: t("problem.offline"), kind: "Offline" }, 0);
  }
  if (!response.ok) throw new Problem(await response.json().catch(() => ({})), response.status);
  return response;
}

/** What these pages offer, by name; a server offers everything. @type {string[] | undefined} */
const offered = document.documentElement.dataset.offers?.split(" ");

if (offered) import("./browser.js").then(({ begin }) => begin()); // it loads while the page is laid out

/** @param {string} what */
export const offers = (what) => offered?.includes(what) ?? true;

/**
 * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal]
 * @param {(tried: number) => void} [progress] of a search, in the browser
 */
async function json(method, path, body, signal, progress) {
  if (!offered) return (await send(method, path, body, signal)).json();
  const { ask } = await import("./browser.js");
  const answer = await ask(method, path, body, signal, progress);
  if (answer.status >= 400) throw new Problem(answer.body, answer.status);
  return answer.body;
}

/** Whether a server sent this page and the engine beside it. */
const hasBoth = "engine" in document.documentElement.dataset;

/**
 * A question about a position or a board: analyse, cell, curve, guesses, explain, solutions …
 * @param {string} question @param {any} given @param {AbortSignal} [signal]
 */
export async function ask(question, given, signal) {
  const near = hasBoth && (await import("./near.js"));
  const answer = near && (await near.ask(question, given, signal));
  if (answer) return answer;
  try {
    return await json("POST", `/api/${question}`, given, signal);
  } catch (error) {
    const late = near && /** @type {any} */ (error).kind === "Offline" && (await near.ask(question, given, signal, true));
    if (!late) throw error;
    return late;
  }
}

/** @param {string} name */
export function board(name) {
  if (name.length > 1500) return ask("board", { board: name });
  return json("GET", `/api/boards/${encodeURIComponent(name)}`);
}

export const session = () => json("GET", "/api/session");
export const latest = () => json("GET", "/api/games");
export const records = () => json("GET", "/api/records");
export const about = () => json("GET", "/api/about");
/** All games and settings that the browser keeps. */
export const kept = () => json("GET", "/api/kept");
/** @param {any} kept such games and settings */
export const takeKept = (kept) => json("POST", "/api/kept", kept);
/** @param {any} settings */
export const saveSettings = (settings) => json("PUT", "/api/settings", settings);
/** @param {any} wanted */
export const create = (wanted) => json("POST", "/api/games", wanted);
/** @param {string} key */
export const show = (key) => json("GET", `/api/games/${key}`);
/** @param {string} key @param {string} move @param {number | string} [cell] @param {any} [seen] the window on an endless game */
export const move = (key, move, cell, seen) => json("POST", `/api/games/${key}/moves`, { move, cell, ...seen });
/** @param {string} key @param {number} tier @param {any} [seen] */
export const hint = (key, tier, seen) => json("POST", `/api/games/${key}/hint`, { tier, ...seen });
/** @param {string} key @param {any} [seen] */
export const risks = (key, seen) => json("POST", `/api/games/${key}/risks`, seen);
/** A practice game: that of an id after some moves. @param {any} begun */
export const practise = (begun) => json("POST", "/api/practice", begun);
/** A practice game in a position. @param {any} position */
export const layOut = (position) => json("POST", "/api/layout", position);
export const history = () => json("GET", "/api/history");
/** @param {string} day */
export const daily = (day) => json("GET", `/api/daily?day=${day}`);
/** @param {string} key */
export const review = (key) => json("GET", `/api/games/${key}/review`);
/** @param {string} key @param {"replay" | "certificate"} what */
export const file = async (key, what) => (offered ? json("GET", `/api/games/${key}/${what}`) : (await send("GET", `/api/games/${key}/${what}`)).text());

/**
 * Search for a game without guesses; `progress` receives the number of boards tried so far.
 * @param {any} wanted @param {(tried: number) => void} progress @param {AbortSignal} signal
 */
export async function search(wanted, progress, signal) {
  const given = { ...wanted, no_guess: true };
  if (offered) return json("POST", "/api/games", given, signal, progress);
  const response = await send("POST", "/api/games", given, signal);
  for await (const said of linesOf(response)) {
    if (said.problem) throw new Problem(said.problem, 422);
    if (said.game) return said.game;
    progress(said.tried);
  }
  throw new Problem({}, 500);
}

/** @param {Response} response */
async function* linesOf(response) {
  const reader = /** @type {ReadableStream} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}
