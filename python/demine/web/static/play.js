// The play page: how games begin, its buttons and its keys.
import { loadOffers } from "./boards.js";
import * as engine from "./engine.js";
import { pointer, walk } from "./input.js";
import { address, announce, byId, chosenKeys, complain, h, many, open, pastedText, t } from "./page.js";
import {
  clearMarks, enqueue, isForeign, isOver, loadEndless, move, now, paint, pan, press, refresh, refreshOdds, seen, showClock, showGame,
  showMessage, showStatus, showWhatNext, updateGame, view, visit,
} from "./playing.js";

const DEFAULT = { preset: "beginner", first: "safe" };

// ---- New games ----

/** @param {any} wanted */
async function begin(wanted) {
  if (wanted.endless) {
    await loadEndless();
    wanted = { ...wanted, no_guess: false };
  }
  const { seed, start, daily, ...usual } = wanted;
  if (wanted.no_guess && daily) return enter(await searchFor(wanted), wanted);
  const state = wanted.no_guess ? null : await engine.create({ ...wanted, ...(wanted.endless ? now.endless.fitting(view.viewport) : {}) });
  if (wanted.endless || (!daily && seed === undefined)) keep(usual);
  await enter(state, wanted);
}

/** Remember what was chosen: the next game is like this one. @param {any} wanted */
function keep(wanted) {
  if (JSON.stringify(wanted) === JSON.stringify(now.settings.wanted ?? DEFAULT)) return;
  now.settings = { ...now.settings, wanted };
  engine.saveSettings(now.settings).catch(() => {});
}

/** Show a game that begins. @param {any} state none if its board is still to be found @param {any} wanted */
async function enter(state, wanted) {
  history.replaceState(null, "", state?.endless ? now.endless.link(state) : address("play"));
  setRisks(false); // a new game begins without help
  now.pending = state ? null : wanted;
  if (state) await showGame(state, true);
  else await showPending(wanted);
  focusBoard();
  showMessage(t("play.welcome_title"), t(now.pending ? "play.pending_welcome" : "play.welcome"), !now.pending && engine.offers("server") && t("play.promise"), h("p", { class: "quiet" }, t("play.keys")));
  if (state?.fair) showMessage(t(`fair.${state.fair}`), t(`fair.${state.fair}_line`));
  if (state?.status === "playing") showWhatNext();
  announce(t("said.new", { board: byId("game-line").textContent ?? "" }));
}

/** Show a covered board until the first cell is known. @param {any} wanted */
async function showPending(wanted) {
  const { presets } = await loadOffers();
  const { board, mines } = wanted.preset ? presets[wanted.preset] : wanted;
  const geometry = await engine.board(board);
  view.show(geometry);
  now.flags = new Set();
  now.odds = null;
  now.game = { board, mines, first: "opening", no_guess: true, codes: new Array(geometry.addresses.length).fill(-1), mines_left: mines, seconds: 0, status: "ready", clicks: 0, minedSet: new Set() };
  showStatus();
}

/** Search for a board without guesses, and show how many were tried. @param {any} wanted @returns {Promise<any>} the game */
async function searchFor(wanted) {
  const stop = new AbortController();
  const tried = h("strong", {}, "0");
  const cancel = h("button", { click: () => stop.abort() }, t("cancel"));
  showMessage(t("search.title"), h("p", { class: "spin" }, t("search.tried"), " ", tried), h("p", {}, cancel));
  try {
    return await engine.search({ ...wanted, first: "opening" }, (n) => (tried.textContent = String(n)), stop.signal);
  } catch (error) {
    showMessage(t("search.none"), stop.signal.aborted ? t("search.cancelled") : String(/** @type {any} */ (error).message));
    throw stop.signal.aborted ? new DOMException("", "AbortError") : error;
  }
}

/** @param {number} cell */
now.search = async function search(cell) {
  view.ring("target", [cell]);
  try {
    const { preset, board, mines, grade } = now.pending;
    const found = await searchFor({ ...(preset ? { preset } : { board, mines }), ...(grade ? { grade } : {}), start: cell });
    now.pending = null;
    await showGame(found, true);
    showMessage(t("search.found"), t("search.found_line"));
    await move("open", cell);
  } catch {
    view.ring("target", []);
  }
};

function newGame() {
  enqueue(() => begin(now.settings.wanted ?? DEFAULT));
}

/** @param {any} changed what is different from the last game */
function newLike(changed) {
  enqueue(() => begin({ ...(now.settings.wanted ?? DEFAULT), ...changed }));
}

/** Begin after everything that was asked before; the caller gets the error. @param {any} wanted */
function beginInTurn(wanted) {
  const begun = now.busy.then(() => begin(wanted));
  now.busy = begun.catch(() => {});
  return begun;
}

/** Move the focus to the board, unless a field or a dialog has it. */
function focusBoard() {
  if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, select, textarea")) return;
  if (now.game.paused) byId("go-on").focus();
  else view.enter();
}

/** @param {boolean} own whether to begin with a board of one's own */
async function choose(own) {
  const { options } = await import("./options.js");
  const { preset, endless, ...others } = now.settings.wanted ?? DEFAULT;
  const last = own && !others.board ? { ...others, board: now.game?.endless ? "grid-16x16" : now.game.board, mines: now.game?.mines ?? 40 } : now.settings.wanted;
  const box = await options(own ? { ...last, preset: undefined, endless: undefined } : last, async (wanted) => {
    await beginInTurn(wanted);
    box.addEventListener("close", focusBoard);
  });
}

async function chooseDaily() {
  if (!engine.offers("daily")) return;
  const { dailyBoards } = await import("./daily.js");
  await dailyBoards((wanted) => beginInTurn(wanted));
}

async function settle() {
  const { settings } = await import("./settings.js");
  settings(now.settings, (changed) => {
    now.settings = { ...now.settings, ...changed };
    engine.saveSettings(now.settings).catch(() => {});
  }, () => {
    keys = bindKeys();
    showClock();
  });
}

// ---- Help ----

function hint() {
  enqueue(async () => {
    if (now.pending || isOver() || now.game.paused || isForeign() || !engine.offers("hint")) return;
    const { tier } = now;
    now.tier = Math.min(tier + 1, 4);
    await (await import("./hint.js")).askHint(hint).catch((error) => {
      now.tier = tier; // the next try asks the same again
      throw error;
    });
  });
}

/** @param {boolean} on */
function setRisks(on) {
  now.risks = on;
  byId("risks").setAttribute("aria-pressed", String(on));
}

function toggleRisks() {
  enqueue(async () => {
    setRisks(!now.risks);
    clearMarks();
    await refreshOdds();
    paint();
    showStatus();
    if (now.odds) (await import("./hint.js")).showLegend();
    else if (!now.risks) showWhatNext();
  });
}

function undo() {
  enqueue(async () => {
    const { game } = now;
    if (!game.clicks || now.pending || game.paused || isForeign()) return;
    await showGame(await engine.move(game.key, "undo", undefined, seen()), true);
    const copied = now.game.key !== game.key;
    if (copied) history.replaceState(null, "", address("play"));
    showMessage(t(copied ? "practice.title" : "undo.title"), copied ? t("practice.line") : many("undo.line", now.game.undos));
    announce(byId("said-title").textContent);
  });
}

function pause() {
  enqueue(async () => {
    if (now.game.status !== "playing" || isForeign()) return;
    updateGame(await engine.move(now.game.key, now.game.paused ? "resume" : "pause", undefined, seen()));
    await refresh();
    announce(t(now.game.paused ? "play.paused" : "said.resumed"));
    if (now.game.paused) byId("go-on").focus();
    else view.activate(view.active);
  });
}

function flagging() {
  const button = byId("flagging");
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  announce(t(on ? "said.flagging" : "said.opening"));
}

// ---- Keys ----

/** What a key does anywhere, by the name under which it can be changed. */
const ACTIONS = /** @type {Record<string, () => void>} */ ({
  new: newGame, undo, pause, hint, risks: toggleRisks, boards: () => choose(false), settings: settle, daily: chooseDaily,
});
/** What a key does in a cell. */
const IN_CELLS = /** @type {Record<string, string>} */ ({ flag: "flag", chord: "chord" });
const FIXED = /** @type {Record<string, () => void>} */ ({
  H: hint, "?": () => location.assign(address("help") ?? ""), "+": () => view.zoom(1.2), "=": () => view.zoom(1.2), "-": () => view.zoom(1 / 1.2),
  "]": () => byId("step-on")?.click(), "[": () => byId("step-back")?.click(),
});
/** The action of each key. @returns {Record<string, string>} */
const bindKeys = () => Object.fromEntries(Object.entries(chosenKeys()).map(([action, key]) => [key, action]));

let keys = bindKeys();

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  const onBoard = target.closest("[data-cell]") !== null;
  if (onBoard && walk(view, event, now.settings.vi, pan)) return;
  if (now.game?.endless && event.key === "0") return void enqueue(() => visit(now.endless.around("0,0", view.viewport)));
  const act = actionOf(event.key, onBoard);
  if (!act) return;
  act();
  event.preventDefault();
}

/** @param {string} key @param {boolean} onBoard @returns {(() => void) | null} */
function actionOf(key, onBoard) {
  if (onBoard && (key === "Enter" || key === " ")) return () => press(view.active, "main");
  const action = keys[key];
  if (action in IN_CELLS) return onBoard ? () => press(view.active, IN_CELLS[action]) : null;
  if (key === "Escape" && document.body.dataset.sheet) return closeSheet;
  return ACTIONS[action] ?? FIXED[key] ?? null;
}

function closeSheet() {
  delete document.body.dataset.sheet;
  focusBoard();
}

// ---- Files and links ----

/** @param {DragEvent} event */
async function onDrop(event) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  const { playFile } = await import("./options.js");
  playFile(file, (wanted) => enqueue(() => begin(wanted))).catch(complain);
}

/** @param {ClipboardEvent} event */
function onPaste(event) {
  const text = document.querySelector("dialog[open]") ? "" : pastedText(event);
  if (text) enqueue(async () => (await import("./pasted.js")).pasteOnGame(text, showPractice));
}

/** The game of a link; none if it does not exist any more. @param {string} key */
async function findGame(key) {
  try {
    return await engine.show(key);
  } catch (error) {
    if (/** @type {any} */ (error).kind !== "NotFound") throw error;
    complain(t("play.no_such_game"));
    return null;
  }
}

/** The game that a link with a seed describes. @param {URLSearchParams} asked */
function linked(asked) {
  if (asked.has("daily")) return { preset: asked.get("preset") ?? "beginner", no_guess: asked.get("kind") !== "any", daily: asked.get("daily") };
  if (!asked.has("seed")) return null;
  const said = Object.fromEntries(["seed", "board", "preset", "first", "fair", "rules"].flatMap((name) => (asked.has(name) ? [[name, asked.get(name)]] : [])));
  const numbers = ["mines", "start"].flatMap((name) => (asked.has(name) ? [[name, Number(asked.get(name))]] : []));
  return { ...(said.board ? {} : { preset: "beginner" }), ...said, ...Object.fromEntries(numbers) };
}

/** Continue the last game, or begin one. */
async function resume() {
  const [answer] = await Promise.all([engine.session(), loadOffers()]);
  now.settings = answer.settings;
  const asked = new URLSearchParams(location.search);
  if (asked.has("endless")) await loadEndless();
  const wanted = asked.has("endless") ? now.endless.linked(asked) : linked(asked);
  const isShown = asked.has("endless") && now.endless.isLinked(answer.game, wanted);
  const key = asked.get("game");
  if (!key && wanted && !isShown) return begin(wanted);
  const shown = key ? await findGame(key) : answer.game;
  if (!shown) return begin(now.settings.wanted ?? DEFAULT);
  await showGame(shown);
  showWhatNext();
  focusBoard();
}

function listenToButtons() {
  const buttons = { new: newGame, hint, risks: toggleRisks, undo, pause, "go-on": pause, flagging, choose: () => choose(false), "chip-own": () => choose(true), "chip-daily": chooseDaily,
    settings: settle, "close-sheet": closeSheet };
  for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
  for (const chip of document.querySelectorAll("#chips [data-preset]")) {
    chip.addEventListener("click", () => newLike({ preset: chip.getAttribute("data-preset"), board: undefined, endless: undefined, rules: undefined }));
  }
  byId("chip-no-guess").addEventListener("click", () => newLike({ no_guess: !now.game?.no_guess, endless: undefined, fair: undefined, rules: undefined }));
  byId("records").addEventListener("click", async () => (await import("./records.js")).records());
}

async function start() {
  open();
  view.wire();
  pointer(view, press);
  addEventListener("keydown", onKey);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", onDrop);
  addEventListener("paste", onPaste);
  addEventListener("demine:begin", (event) => enqueue(() => begin(/** @type {CustomEvent} */ (event).detail)));
  addEventListener("demine:show", (event) => enqueue(() => showPractice(/** @type {CustomEvent} */ (event).detail)));
  listenToButtons();
  setInterval(showClock, 250);
  await enqueue(() => resume().catch((error) => {
    if (error.kind !== "Offline") throw error;
    showMessage(t("offline.title"), t("offline.line"));
  }));
  document.documentElement.dataset.ready = "yes";
}

/** Show a practice game that was made elsewhere. @param {any} state */
async function showPractice(state) {
  history.replaceState(null, "", address("play"));
  setRisks(false);
  now.pending = null;
  await showGame(state, true);
  showMessage(t("practice.title"), t("practice.again"));
  focusBoard();
}

start();
