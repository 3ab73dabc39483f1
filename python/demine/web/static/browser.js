// The page's side of the desk in the browser: one question at a time goes to the worker. A question that
// takes long can be cancelled: that ends the worker and starts another one, and the games are kept.
import { byId, complain, h, t } from "./page.js";

/** @typedef {{status: number, body: any}} Answer */
/** @typedef {{method: string, path: string, body: any, signal?: AbortSignal, progress?: (tried: number) => void, resolve: (answer: Answer) => void, reject: (error: any) => void}} Question */

/** Milliseconds after which the page offers to cancel. */
const PATIENCE = 1500;
/** Milliseconds after which a question that nobody waits for is not left to end by itself. */
const STALE = 300;

/** @type {Worker | null} */
let worker = null;
/** @type {Question[]} */
let waiting = [];
/** @type {Question | null} */
let current = null;
let since = 0;
let later = 0;
let warned = false;
/** Whether there is no server. With one, nothing is kept here, and the asker offers to cancel. */
const isAlone = "offers" in document.documentElement.dataset;

/**
 * @param {string} method @param {string} path @param {any} [body] @param {AbortSignal} [signal]
 * @param {(tried: number) => void} [progress] of a search @returns {Promise<Answer>}
 */
export function ask(method, path, body, signal, progress) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    waiting.push({ method, path, body, signal, progress, resolve, reject });
    signal?.addEventListener("abort", () => forget(signal));
    next();
  });
}

const aborted = () => new DOMException("", "AbortError");

/** Drop the questions that nobody waits for any more. @param {AbortSignal} signal */
function forget(signal) {
  waiting.filter((one) => one.signal === signal).forEach((one) => one.reject(aborted()));
  waiting = waiting.filter((one) => one.signal !== signal);
  if (current?.signal !== signal) return;
  current?.reject(aborted());
  if (current?.progress || performance.now() - since > STALE) restart();
  next();
}

function next() {
  if (current || !waiting.length) return;
  current = /** @type {Question} */ (waiting.shift());
  since = performance.now();
  worker ??= start();
  const { method, path, body } = current;
  worker.postMessage({ method, path, body });
  if (isAlone && !current.progress) later = setTimeout(offerCancel, PATIENCE); // a search has a button of its own
}

/** Load the engine before the first question. */
export function begin() {
  worker ??= start();
}

function start() {
  const made = new Worker(new URL(isAlone ? "./worker.js" : "./worker.js?server", import.meta.url), { type: "module" });
  made.onmessage = (event) => receive(event.data);
  made.onerror = (event) => receive({ failure: event.message });
  return made;
}

/** @param {any} reply */
function receive(reply) {
  const asked = current;
  if (reply.tried !== undefined) return asked?.progress?.(reply.tried);
  if (reply.failure) restart();
  else settle();
  if (reply.isKept === false && !warned) {
    warned = true;
    complain(t("desk.not_kept"));
  }
  if (reply.failure) {
    console.error(reply.failure);
    asked?.resolve({ status: 500, body: { error: t("desk.failed"), kind: "EngineFailure" } });
  } else asked?.resolve(reply);
  next();
}

function settle() {
  clearTimeout(later);
  byId("working")?.remove();
  current = null;
}

/** End the worker; the next question starts another one. */
function restart() {
  worker?.terminate();
  worker = null;
  settle();
}

function offerCancel() {
  if (document.getElementById("cancel-work")) return; // the asker offers it
  const cancel = h("button", { id: "cancel-work", click: () => {
    const asked = current;
    restart();
    asked?.resolve({ status: 422, body: { error: t("desk.cancelled"), kind: "Cancelled" } });
    next();
  } }, t("cancel"));
  byId("notices").replaceChildren(h("div", { id: "working", class: "notice" }, h("span", {}, t("desk.working")), cancel));
}
