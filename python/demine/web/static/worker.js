// The worker: it runs the desk. On pages without a server it keeps games and settings in IndexedDB.
import { openDesk } from "./desk.js";

const worker = /** @type {any} */ (self);
/** Milliseconds between two reports of progress. */
const OFTEN = 200;
/** Whether a server sent the page: it keeps the games, and lays out irregular boards. */
const isServed = location.search === "?server";
const near = (/** @type {string} */ path) => new URL(path, import.meta.url);

/** @type {IDBDatabase | null} */
let base = null;
let isKept = true;

/** Open the storage of the browser; it may refuse, as in some private windows. @returns {Promise<IDBDatabase>} */
function openBase() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("demine", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = opening.onblocked = () => reject(opening.error);
  });
}

/** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => T} work @returns {Promise<T>} */
function inBase(mode, work) {
  return new Promise((resolve, reject) => {
    if (!base) throw new Error("there is no storage");
    const transaction = base.transaction("kept", mode);
    const done = work(transaction.objectStore("kept"));
    transaction.oncomplete = () => resolve(done);
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

/** The rows of earlier visits. @returns {Promise<[string, any][]>} */
async function readKept() {
  if (isServed) return [];
  try {
    base = await openBase();
    const [keys, values] = await inBase("readonly", (store) => [store.getAllKeys(), store.getAll()]);
    return keys.result.map((key, i) => [String(key), values.result[i]]);
  } catch {
    isKept = false;
    return [];
  }
}

/** @param {[string, any][]} rows */
async function keep(rows) {
  if (!rows.length || !base) return;
  try {
    await inBase("readwrite", (store) => rows.map(([key, row]) => (row === null ? store.delete(key) : store.put(row, key))));
  } catch {
    isKept = false;
  }
}

/** @param {string} path */
async function json(path) {
  const response = await fetch(near(path)).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** @param {string} path @returns {Promise<ArrayBuffer | null>} */
async function bytes(path) {
  const response = await fetch(near(path)).catch(() => null);
  return response?.ok ? response.arrayBuffer() : null;
}

/** The engine, compiled while it arrives if the host names its type. */
async function compile() {
  try {
    return await WebAssembly.compileStreaming(fetch(near("engine.wasm")));
  } catch {
    return bytes("engine.wasm");
  }
}

async function open() {
  const [engine, about, kept] = await Promise.all([compile(), json("about.json"), readKept()]);
  if (!engine || !about) throw new Error("the engine could not be loaded");
  const boards = isServed ? ["../api/boards/", ""] : ["boards/", ".json"];
  return openDesk(engine, about, kept, { geometry: (name) => json(boards.join(encodeURIComponent(name))), weights: () => bytes("learned.bin") });
}

const desk = open();

// The page sends one request at a time, and waits for its reply.
worker.onmessage = async (/** @type {MessageEvent} */ event) => {
  const { method, path, body } = event.data;
  let last = 0;
  const progress = (/** @type {number} */ tried) => {
    if (performance.now() - last < OFTEN) return;
    last = performance.now();
    worker.postMessage({ tried });
  };
  try {
    const reply = await (await desk)(method, path, body, progress);
    await keep(reply.kept);
    worker.postMessage({ status: reply.status, body: reply.body, isKept });
  } catch (error) {
    worker.postMessage({ failure: String(error) });
  }
};
