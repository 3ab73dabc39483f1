// The analyser: a position that is drawn, pasted, dropped or linked, and its analysis.
import { BoardView } from "./board.js";
import * as engine from "./engine.js";
import { EXAMPLES } from "./examples.js";
import { walk } from "./input.js";
import { address, announce, byId, complain, h, many, named, open, t } from "./page.js";
import { EditedPosition, readLink } from "./position.js";
import * as show from "./results.js";
import { working } from "./working.js";

const view = new BoardView(byId("viewport"), t("analyse.grid"));
/** The tool that changes nothing. */
const LOOK = "look";
const BRUSHES = [LOOK, "?", 0, 1, 2, 3, 4, 5, 6, 7, 8, "□", "*", "F"];
const KEYS = /** @type {Record<string, string>} */ ({ ".": "?", Delete: "?", Backspace: "?", x: "?", s: "□", m: "*", f: "F" });

/** Milliseconds between the last cell of a stroke and the question. */
const PAINTING = 80;
/** States that are soon spent: what is too wide for them is estimated. */
const ESTIMATE_STATES = 50000;

/** @type {EditedPosition} */
let edited;
/** @type {string | number} */
let brush = LOOK;
/** @type {any} */
let found = null;
/** Cells that were read from a picture and may be something else. @type {Set<number>} */
let doubtful = new Set();
/** The mines of the solution being shown, or the colours of guess components. @type {Map<number, any> | null} */
let overlaid = null;
let asking = new AbortController();
let later = 0;
let picked = 0;

// ---- Showing ----

/** @param {number} cell @returns {import("./board.js").Look} */
function look(cell) {
  const label = edited.labels[cell];
  if (overlaid?.has(cell)) return overlaid.get(cell);
  if (typeof label === "number") return { kind: "open", count: label };
  if (label === "□") return { kind: "free" };
  if (label === "*") return { kind: "mine" };
  const flag = label === "F";
  if (!found?.consistent || overlaid) return { kind: flag ? "flag" : "covered" };
  if (found.safeSet.has(cell)) return { kind: "safe" };
  if (found.minedSet.has(cell)) return { kind: flag ? "flag" : "mined" };
  return { kind: "risk", risk: found.floats[found.kind[cell]], estimate: !found.exact };
}

function paint() {
  for (let cell = 0; cell < view.count; cell++) view.paint(cell, look(cell));
  view.ring("unsure", doubtful);
  view.ring("best", found?.consistent && !overlaid ? found.best : []);
  view.ring("conflict", found && !found.consistent ? found.conflict?.numbers ?? [] : []);
}

// ---- Asking ----

/** Show a change at once, and analyse the position; `wait` milliseconds later while somebody paints. */
async function refresh(wait = 0) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  clearTimeout(later);
  overlaid = null;
  byId("undo").disabled = !edited.past.length;
  byId("redo").disabled = !edited.future.length;
  show.mines(edited);
  for (let cell = 0; cell < view.count; cell++) {
    if (typeof edited.labels[cell] === "number") view.paint(cell, look(cell));
  }
  if (wait) await new Promise((go) => setTimeout(go, wait));
  if (!signal.aborted) await analyse(signal);
}

/** @param {AbortSignal} signal */
async function analyse(signal) {
  try {
    found = complete(await working(askOrEstimate(signal), cancel));
    paint();
    show.result(view, edited, found);
    document.documentElement.dataset.analysed = String(Number(document.documentElement.dataset.analysed ?? 0) + 1);
    later = setTimeout(() => details(signal).catch(logError), 60);
  } catch (error) {
    showWhyNot(/** @type {any} */ (error), signal);
  }
  history.replaceState(null, "", `#${edited.fragment}`);
}

/** The analysis; estimates if the exact one takes too long. @param {AbortSignal} signal */
async function askOrEstimate(signal) {
  try {
    return await engine.ask("analyse", edited.given, signal);
  } catch (error) {
    if (/** @type {any} */ (error).kind !== "Timeout") throw error;
    return engine.ask("analyse", { ...edited.given, states: ESTIMATE_STATES }, signal);
  }
}

let isCancelled = false;

function cancel() {
  isCancelled = true;
  asking.abort();
}

/** @param {any} error @param {AbortSignal} signal */
function showWhyNot(error, signal) {
  const isNewer = error.name === "AbortError" && !isCancelled;
  if (isNewer || signal !== asking.signal) return;
  found = null;
  paint();
  show.showFailure(isCancelled ? new Error(t("working.cancelled")) : error);
  if (isCancelled) view.enter(); // the button that had the focus is gone
  isCancelled = false;
}

/** @param {unknown} error */
function logError(error) {
  if (/** @type {any} */ (error).name !== "AbortError") console.info(String(error));
}

/** @param {any} answer */
function complete(answer) {
  if (!answer.consistent) return { ...answer, open: [], best: [] };
  const safeSet = new Set(answer.safe);
  const minedSet = new Set(answer.mined);
  const open = [...safeSet].filter((cell) => ["?", "F"].includes(String(edited.labels[cell])));
  const full = { ...answer, safeSet, minedSet, open };
  return { ...full, best: engine.offers("guesses") || open.length ? [] : leastRisky(full) };
}

/** The least risky guess, where there is nothing better to compare by. @param {any} answer */
function leastRisky(answer) {
  const risk = (/** @type {number} */ cell) => answer.floats[answer.kind[cell]];
  const guesses = [...edited.labels.keys()].filter((cell) => edited.labels[cell] === "?" && risk(cell) < 1);
  return guesses.sort((a, b) => risk(a) - risk(b)).slice(0, 1);
}

/** Show the candidates, and mark the best one on the board as in the table. @param {any} answer */
function showGuesses(answer) {
  found.best = answer.candidates.slice(0, 1).map((/** @type {any} */ one) => one.cell);
  show.guesses(view, answer, pick);
  if (!overlaid) view.ring("best", found.best);
}

/** Ask for the results that take longer or stand below the board. @param {AbortSignal} signal */
async function details(signal) {
  if (!found?.consistent) {
    show.clear();
    return;
  }
  await inspect(picked, signal);
  await Promise.all([
    askFor("curve", signal, (answer) => show.curve(edited, answer, setMines)),
    engine.offers("guesses") && askFor("guesses", signal, showGuesses),
  ]);
}

/** @param {string} question @param {AbortSignal} signal @param {(answer: any) => void} receive */
async function askFor(question, signal, receive) {
  try {
    receive(await engine.ask(question, edited.given, signal));
  } catch (error) {
    if (/** @type {any} */ (error).name !== "AbortError") show.showMissing(question, /** @type {Error} */ (error));
  }
}

/** @param {number} cell */
function pick(cell) {
  picked = cell;
  inspect(cell, asking.signal).catch(logError);
}

let inspected = 0;

/** @param {number} cell @param {AbortSignal} signal */
async function inspect(cell, signal) {
  const mine = ++inspected;
  const label = edited.labels[cell];
  show.cell(view, edited, found, cell);
  if (!found?.consistent || typeof label === "number") return;
  const certain = engine.offers("explain") && (found.safeSet.has(cell) || found.minedSet.has(cell));
  const [answer, reason] = await Promise.all([
    found.minedSet.has(cell) ? null : engine.ask("cell", { ...edited.given, cell }, signal),
    certain && (label === "?" || label === "F") ? engine.ask("explain", { ...edited.given, cell }, signal) : null,
  ]);
  if (mine === inspected) show.cell(view, edited, found, cell, answer, reason);
}

// ---- Editing ----

/** @param {number} cell @param {string | number} label */
function write(cell, label) {
  const before = edited.labels[cell];
  const next = label === "F" && before === "F" ? "?" : label;
  if (before === next) return;
  edited.mark();
  set(cell, next);
  refresh();
}

/** @param {number} cell @param {string | number} label */
function set(cell, label) {
  edited.set(cell, label);
  doubtful.delete(cell);
}

/** Use the chosen tool. @param {number} cell */
function draw(cell) {
  if (brush !== LOOK) write(cell, brush);
}

/** @param {number} cell @param {number} way */
function changeNumber(cell, way) {
  const label = edited.labels[cell];
  const most = view.neighbours(cell).length;
  const now = typeof label === "number" ? label : -1;
  const next = now + way < 0 ? (now === 0 || way < 0 ? -1 : 0) : Math.min(now + way, most);
  write(cell, next < 0 ? "?" : next);
}

/** @param {number | null} mines */
function setMines(mines) {
  if (edited.mines === mines) return;
  edited.mark();
  edited.mines = mines;
  refresh();
}

/** @param {string | number} chosen */
function choose(chosen) {
  brush = chosen;
  for (const button of byId("brushes").children) {
    const on = button.dataset.brush === String(chosen);
    button.setAttribute("aria-checked", String(on));
    button.tabIndex = on ? 0 : -1;
  }
}

/** Whether some cell of the board can show this label. @param {string | number} label */
const fits = (label) => typeof label !== "number" || edited.labels.some((_, cell) => view.neighbours(cell).length >= label);

/** Disable the numbers that the board cannot show. */
function offerBrushes() {
  for (const label of BRUSHES) byId("brushes").querySelector(`[data-brush="${label}"]`).disabled = !fits(label);
  if (!fits(brush)) choose(LOOK);
}

function listenToBrushes() {
  for (const button of byId("brushes").children) {
    const one = BRUSHES.find((label) => String(label) === button.dataset.brush) ?? LOOK;
    button.addEventListener("click", () => choose(one));
    button.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const fitting = BRUSHES.filter(fits);
      const next = fitting[(fitting.indexOf(one) + step + fitting.length) % fitting.length];
      choose(next);
      byId("brushes").querySelector(`[data-brush="${next}"]`).focus();
    });
  }
}

function listenToPointer() {
  const { viewport } = view;
  /** @type {number | null} */
  let last = null;
  let drawn = false;
  viewport.addEventListener("pointerdown", (event) => {
    const cell = BoardView.cellOf(event.target);
    if (cell === null || event.pointerType === "touch") return;
    event.preventDefault();
    view.activate(cell);
    if (event.button === 2 && typeof edited.labels[cell] !== "number") write(cell, "F");
    if (event.button !== 0 || brush === LOOK) return;
    last = cell;
    drawn = false;
    stroke(cell);
  });
  viewport.addEventListener("pointermove", (event) => {
    const cell = last === null ? null : BoardView.cellOf(event.target);
    if (cell !== null && cell !== last) {
      last = cell;
      stroke(cell);
    }
  });
  addEventListener("pointerup", () => (last = null));
  // A touch scrolls; a tap draws.
  viewport.addEventListener("click", (event) => {
    const cell = BoardView.cellOf(event.target);
    if (cell !== null && /** @type {PointerEvent} */ (event).pointerType === "touch") {
      view.activate(cell);
      draw(cell);
    }
  });
  viewport.addEventListener("contextmenu", (event) => event.preventDefault());
  viewport.addEventListener("wheel", (event) => {
    const cell = BoardView.cellOf(event.target);
    const fits = viewport.scrollHeight <= viewport.clientHeight && viewport.scrollWidth <= viewport.clientWidth;
    if (cell === null || brush === LOOK || event.ctrlKey || !(fits || event.altKey)) return;
    event.preventDefault();
    changeNumber(cell, event.deltaY < 0 ? 1 : -1);
  }, { passive: false });

  /** @param {number} cell */
  function stroke(cell) {
    const label = brush === "F" && edited.labels[cell] === "F" ? "?" : brush;
    if (edited.labels[cell] === label) return;
    if (!drawn) edited.mark();
    drawn = true;
    set(cell, label);
    refresh(PAINTING);
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (document.querySelector("dialog[open]") || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
    return;
  }
  if (!target.closest("[data-cell]")) return;
  if (walk(view, event, false)) return;
  const cell = view.active;
  if (/^[0-9]$/.test(event.key)) write(cell, Number(event.key));
  else if (event.key in KEYS) write(cell, KEYS[event.key]);
  else if (event.key === "+" || event.key === "=") changeNumber(cell, 1);
  else if (event.key === "-") changeNumber(cell, -1);
  else if (event.key === " " || event.key === "Enter") draw(cell);
  else if (event.key === "]") byId("step-on")?.click();
  else if (event.key === "[") byId("step-back")?.click();
  else return;
  event.preventDefault();
}

function undo() {
  retrace(() => edited.undo());
}

function redo() {
  retrace(() => edited.redo());
}

/** @param {() => boolean} step undo or redo, which may change the board */
function retrace(step) {
  const { geometry } = edited;
  if (!step()) return;
  if (edited.geometry === geometry) refresh();
  else showEdited();
}

// ---- Positions from elsewhere ----

/** @param {any} geometry @param {(string | number)[] | null} labels @param {number | null} mines */
function place(geometry, labels, mines) {
  if (edited) edited.replace(geometry, labels, mines);
  else edited = new EditedPosition(geometry, labels ?? undefined, mines);
  return showEdited();
}

/** Show another position and drop the results of the last one. */
function showEdited() {
  const { geometry } = edited;
  found = null;
  doubtful = new Set();
  show.clear();
  if (view.geometry?.name !== geometry.name || String(view.geometry.names) !== String(geometry.names)) {
    view.active = 0;
    view.show(geometry);
    offerBrushes();
  }
  picked = Math.max(edited.labels.indexOf("?"), 0);
  return refresh();
}

/** @param {any} given a text or data in any format */
async function read(given) {
  const own = given.text && (await import("./pasted.js")).ownAddress(given.text);
  if (own && !own.includes("#")) return location.assign(own);
  const answer = await engine.ask("read", given);
  await place(answer.board, answer.labels, answer.mines);
  announce(t("analyse.read", { n: answer.labels.length }));
}

/** The position in a file or in a picture of a board. @param {File} file */
async function readFile(file) {
  const { isPicture, readPicture } = await import("./picture.js");
  if (!isPicture(file)) {
    const { load } = await import("./boards.js");
    const answer = await load(file);
    return place(answer.geometry, answer.labels, answer.mines);
  }
  const stop = new AbortController();
  const answer = await working(readPicture(file, stop.signal), () => stop.abort());
  await place(answer.board, answer.labels, answer.mines);
  doubtful = new Set(answer.unsure);
  paint();
  announce(t("analyse.read", { n: answer.labels.length }));
  if (doubtful.size) complain(many("picture.doubtful", doubtful.size));
}

/** @param {any} position board, labels, mines */
async function fetchAndPlace(position) {
  const geometry = await engine.board(position.board);
  const cells = geometry.addresses.length;
  const labels = position.labels?.length === cells ? position.labels : null;
  if (position.labels && !labels) complain(t("analyse.bad_link"));
  await place(geometry, labels, position.mines);
}

/** @param {any} example */
async function openExample(example) {
  if (example.text) await read({ text: example.text });
  else await fetchAndPlace(example);
  view.viewport.scrollIntoView({ block: "nearest" });
  if (example.onemine) byId("onemine").click();
}

/** @param {DragEvent} event */
async function onDrop(event) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) await readFile(file);
}

/** @param {ClipboardEvent} event */
async function onPaste(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|TEXTAREA)$/.test(target.tagName)) return;
  const text = event.clipboardData?.getData("text/plain");
  const file = event.clipboardData?.files[0];
  if (text) await read({ text });
  else if (file) await readFile(file);
}

function listenToButtons() {
  const dialogs = () => import("./dialogs.js");
  const acts = {
    undo, redo,
    board: async () => (await dialogs()).boardDialog(fetchAndPlace),
    load: async () => (await dialogs()).openDialog(read, readFile),
    save: async () => (await dialogs()).saveDialog(edited),
    link: async () => (await import("./sharing.js")).shareDialog(view, edited),
    "play-it": async () => {
      await engine.layOut(edited.given);
      location.assign(address("play") ?? "./");
    },
    onemine: async () => (await import("./solutions.js")).oneMine(view, edited, overlay),
    sample: async () => (await import("./solutions.js")).walkThrough(view, edited, "sample", overlay),
    all: async () => (await import("./solutions.js")).walkThrough(view, edited, "first", overlay),
    cheapest: async () => (await import("./solutions.js")).walkThrough(view, edited, "cheapest", overlay),
    diagram: async () => (await import("./solutions.js")).diagram(edited),
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => Promise.resolve(act()).catch(complain));
  byId("mines").addEventListener("input", () => {
    const { value } = byId("mines");
    if (value !== "") setMines(Math.min(Math.max(Math.floor(Number(value)), 0), view.count));
  });
  byId("unknown").addEventListener("change", () => setMines(byId("unknown").checked ? null : show.likelyMines()));
  byId("slide").addEventListener("input", () => setMines(Number(byId("slide").value)));
}

/** Show other looks in some cells until the position changes. @param {Map<number, any> | null} looks */
function overlay(looks) {
  overlaid = looks;
  paint();
}

async function start() {
  open();
  listenToBrushes();
  listenToPointer();
  view.wire();
  listenToButtons();
  addEventListener("keydown", onKey);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => onDrop(event).catch(complain));
  addEventListener("paste", (event) => onPaste(event).catch(complain));
  addEventListener("hashchange", () => {
    const position = readLink(location.hash);
    if (position && location.hash !== `#${edited.fragment}`) fetchAndPlace(position).catch(complain);
  });
  view.viewport.addEventListener("cell", (event) => pick(/** @type {CustomEvent} */ (event).detail));
  view.viewport.addEventListener("pointerover", (event) => {
    const cell = BoardView.cellOf(event.target);
    if (cell !== null && cell !== picked && event.pointerType !== "touch") pick(cell);
  });
  byId("examples").append(...EXAMPLES.map((example) => h("button", { click: () => openExample(example).catch(complain) },
    h("strong", {}, named(example.title)), h("small", {}, named(example.line)))));
  const position = readLink(location.hash);
  const begun = position ? fetchAndPlace(position) : openExample(EXAMPLES[0]);
  await begun.catch((error) => {
    complain(error);
    return edited ?? fetchAndPlace({ board: "grid-9x9", labels: null, mines: 10 });
  }).catch(complain);
  document.documentElement.dataset.ready = "yes";
}

start();
