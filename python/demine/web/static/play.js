// The play page: one game, its moves, and the messages about it.
import { BoardView, COVERED, MINED } from "./board.js";
import { boardTitle, loadOffers } from "./boards.js";
import * as engine from "./engine.js";
import { pointer, walk } from "./input.js";
import { address, announce, byId, clock, complain, h, many, open, percent, t } from "./page.js";

const DEFAULT = { preset: "beginner", first: "safe" };
const view = new BoardView(byId("viewport"), t("play.grid"), false);

/** The game as the server describes it. @type {any} */
let game = null;
/** @type {Set<number>} */
let flags = new Set();
/** A game without guesses that waits for its first cell: the server searches for a board then. @type {any} */
let pending = null;
/** @type {any} */
let settings = {};
let synced = 0;
let tier = 0;
let risks = false;
/** @type {any} */
let odds = null;
let busy = Promise.resolve();
/** The module for endless games, loaded with the first of them. @type {typeof import("./endless.js")} */
let endless = /** @type {any} */ (null);

async function loadEndless() {
  if (endless) return;
  endless = await import("./endless.js");
  endless.drag(view, () => Boolean(game?.endless), pan);
}

// ---- Showing the game ----

/** @param {number} cell @returns {import("./board.js").Look} */
function look(cell) {
  const code = game.codes[cell];
  const over = game.mined !== undefined;
  if (code >= 0) return { kind: "open", count: code };
  if (code === MINED) return { kind: "hit" };
  if (flags.has(cell)) return { kind: over && !game.minedSet.has(cell) ? "wrong" : "flag" };
  if (over && game.minedSet.has(cell)) return { kind: game.status === "won" ? "flag" : "mine" };
  if (!odds || over) return { kind: "covered" };
  if (odds.safeSet.has(cell)) return { kind: "safe" };
  if (odds.minedSet.has(cell)) return { kind: "mined" };
  return { kind: "risk", risk: odds.floats[odds.kind[cell]], estimate: !odds.exact };
}

/** @param {Iterable<number>} [cells] all, if none are given */
function paint(cells) {
  for (const cell of cells ?? game.codes.keys()) view.paint(cell, look(cell));
}

function showStatus() {
  byId("left").textContent = String(game.status === "won" ? 0 : game.mines_left);
  byId("game-line").textContent = pending ? t("play.pending") : gameLine();
  byId("curtain").hidden = !game.paused;
  byId("go-on").hidden = isForeign();
  byId("viewport").classList.toggle("hidden-board", Boolean(game.paused));
  byId("pause").disabled = game.status !== "playing" || isForeign();
  byId("undo").disabled = !game.clicks || game.paused || isForeign();
  byId("hint").disabled = byId("risks").disabled = game.mined !== undefined || Boolean(pending) || game.paused || isForeign();
  document.body.dataset.status = game.status;
  showClock();
}

/** Whether it is the game of another player, at which one may only look. */
const isForeign = () => game.yours === false;

function gameLine() {
  if (game.endless) return endless.gameLine(game);
  const parts = [boardTitle(view.geometry.name, view.count), many("play.mines", game.mines), t(`first.${game.first}`)];
  if (game.no_guess) parts.push(t("play.no_guess"));
  if (game.practice) parts.push(t("play.practice"));
  else if (game.helped) parts.push(t("play.helped"));
  return parts.join(" · ");
}

function showClock() {
  if (!game) return;
  const running = game.status === "playing" && !game.paused;
  const seconds = game.seconds + (running ? (performance.now() - synced) / 1000 : 0);
  byId("clock").textContent = clock(game.mined === undefined ? seconds : Math.round(seconds));
}

/** Show a whole game. @param {any} state */
async function showGame(state, keepBoard = false) {
  if (!keepBoard || view.geometry?.name !== state.board) {
    const geometry = await engine.board(state.board);
    view.active = state.endless ? (geometry.addresses.length + state.endless.columns) >> 1 : 0;
    view.show(geometry);
  }
  if (state.endless) {
    await loadEndless();
    view.rename(endless.addresses(state.endless));
  }
  view.viewport.classList.toggle("endless", Boolean(state.endless));
  updateGame(state);
  await refresh();
}

/** Forget the hint and its marks. */
function clearMarks() {
  for (const name of ["cited", "step", "target", "best"]) view.ring(name, []);
  tier = 0;
}

/** Show the game after a change. @param {Iterable<number>} [cells] the cells that changed; all, if none are given */
async function refresh(cells) {
  clearMarks();
  await refreshOdds();
  paint(game.mined !== undefined || odds ? undefined : cells);
  showStatus();
}

/** Take over what the server says about the game. @param {any} state */
function updateGame(state) {
  const over = state.mined !== undefined;
  game = { ...(state.board ? {} : game), ...state, minedSet: new Set(state.mined ?? []) };
  if (!over) delete game.mined;
  if (state.paused) game.codes = new Array(view.count).fill(COVERED); // the server sends no cell
  if (state.paused || state.flags) flags = new Set(state.flags);
  synced = performance.now();
}

/** @param {string} heading @param {...any} body */
function showMessage(heading, ...body) {
  byId("said-title").textContent = heading;
  byId("said-body").replaceChildren(...body.filter(Boolean).map((part) => (typeof part === "string" ? h("p", {}, part) : part)));
}

// ---- Moves ----

/** Do one thing after the other. @param {() => Promise<void>} work */
function enqueue(work) {
  busy = busy.then(work).catch(complain);
  return busy;
}

/** @param {number} cell @param {string} how */
function press(cell, how) {
  enqueue(async () => {
    if (game.paused || isForeign()) return;
    if (pending) return how === "flag" ? undefined : search(cell);
    if (game.mined !== undefined) return;
    const flagged = flags.has(cell);
    if (how === "chord") return move("chord", cell);
    if (game.codes[cell] >= 0) return how === "main" ? move("chord", cell) : undefined;
    const flagging = how === "flag" || byId("flagging").getAttribute("aria-pressed") === "true";
    if (flagging) return move("flag", cell);
    if (!flagged) return move("open", cell);
  });
}

/** @param {string} kind @param {number} cell */
async function move(kind, cell) {
  if (game.endless) return explore(kind, cell);
  const answer = await engine.move(game.key, kind, cell);
  if (!answer.changed.length) return;
  for (const [changed, code, flag] of answer.changed) {
    game.codes[changed] = code;
    flags[flag ? "add" : "delete"](changed);
  }
  updateGame(answer);
  await refresh(answer.changed.map((/** @type {number[]} */ c) => c[0]));
  announceMove(kind, cell, answer);
}

/** Move in an endless game. @param {string} kind @param {number} cell */
async function explore(kind, cell) {
  const before = game.endless.cells;
  const answer = await engine.move(game.key, kind, view.geometry.addresses[cell], endless.moved(game, view.viewport, 0, 0));
  await showGame(answer, true);
  view.enter();
  if (game.mined !== undefined) return showEnding();
  announceMove(kind, cell, { changed: { length: Math.max(1, game.endless.cells - before) } });
}

/** Show another part of an endless game. @param {any} seen the window */
async function visit(seen) {
  await showGame(await engine.move(game.key, "look", undefined, seen), true);
  view.enter();
  announce(t("said.moved", { at: view.geometry.addresses[view.active] }));
}

/** Move the window of an endless game. @param {number} dx @param {number} dy */
function pan(dx, dy) {
  if (!game?.endless || game.paused || isForeign() || (!dx && !dy)) return;
  enqueue(() => visit(endless.moved(game, view.viewport, dx, dy)));
}

/** Say what to do once the game has begun. */
function showNextStep() {
  showMessage(t("play.going_title"), t("play.going"), h("p", { class: "quiet" }, t("play.keys")));
}

/** Say what one can do with a game that was opened. */
function showWhatNext() {
  if (isForeign()) return showMessage(t("foreign.title"), t("foreign.line"), game.mined && reviewLink());
  if (game.mined !== undefined) return showEnding();
  if (game.status === "playing") showNextStep();
}

const reviewLink = () => h("p", { class: "row", hidden: !engine.offers("review") }, h("a", { class: "button", href: `${address("review")}?game=${game.key}` }, t("end.review")));

/** @param {string} kind @param {number} cell @param {any} answer */
function announceMove(kind, cell, answer) {
  if (game.mined !== undefined) return showEnding();
  if (byId("said-title").textContent === t("play.welcome_title")) showNextStep();
  const at = view.geometry.addresses[cell];
  if (kind === "flag") {
    announce(many(flags.has(cell) ? "said.flag" : "said.unflag", game.mines_left, { at }));
  } else {
    const opened = answer.changed.length;
    announce(opened === 1 ? view.describe(cell, look(cell)) : many("said.opened", opened, { at }));
  }
}

async function showEnding() {
  const ending = await import("./ending.js");
  await (game.endless ? ending.showLost(game, showMessage) : ending.showEnding(game, showMessage));
}

// ---- New games ----

/** @param {any} wanted */
async function begin(wanted) {
  if (wanted.endless) {
    await loadEndless();
    wanted = { ...wanted, no_guess: false };
  }
  const state = wanted.no_guess ? null : await engine.create({ ...wanted, ...(wanted.endless ? endless.fitting(view.viewport) : {}) });
  if (!state?.endless) history.replaceState(null, "", address("play"));
  else history.replaceState(null, "", endless.link(state));
  delete wanted.seed; // the next game is another one
  delete wanted.daily;
  settings = { ...settings, wanted };
  setRisks(false); // a new game begins without help
  engine.saveSettings(settings).catch(() => {});
  pending = state ? null : wanted;
  if (state) await showGame(state, true);
  else await showPending(wanted);
  focusBoard();
  showMessage(t("play.welcome_title"), t(pending ? "play.pending_welcome" : "play.welcome"), h("p", { class: "quiet" }, t("play.keys")));
  announce(t("said.new", { board: byId("game-line").textContent ?? "" }));
}

/** Show a covered board until the first cell is known. @param {any} wanted */
async function showPending(wanted) {
  const { presets } = await loadOffers();
  const { board, mines } = wanted.preset ? presets[wanted.preset] : wanted;
  const geometry = await engine.board(board);
  view.show(geometry);
  flags = new Set();
  odds = null;
  game = { board, mines, first: "opening", no_guess: true, codes: new Array(geometry.addresses.length).fill(-1), mines_left: mines, seconds: 0, status: "ready", clicks: 0, minedSet: new Set() };
  showStatus();
}

/** @param {number} cell */
async function search(cell) {
  const stop = new AbortController();
  const tried = h("strong", {}, "0");
  const cancel = h("button", { click: () => stop.abort() }, t("cancel"));
  showMessage(t("search.title"), h("p", { class: "spin" }, t("search.tried"), " ", tried), h("p", {}, cancel));
  view.ring("target", [cell]);
  try {
    const { preset, board, mines } = pending;
    const wanted = preset ? { preset } : { board, mines };
    const found = await engine.search({ ...wanted, first: "opening", start: cell }, (n) => (tried.textContent = String(n)), stop.signal);
    pending = null;
    await showGame(found, true);
    showMessage(t("search.found"), t("search.found_line"));
    await move("open", cell);
  } catch (error) {
    view.ring("target", []);
    showMessage(t("search.none"), stop.signal.aborted ? t("search.cancelled") : String(/** @type {any} */ (error).message));
  }
}

function newGame() {
  enqueue(() => begin(settings.wanted ?? DEFAULT));
}

/** Begin after everything that was asked before; the caller gets the error. @param {any} wanted */
function beginInTurn(wanted) {
  const begun = busy.then(() => begin(wanted));
  busy = begun.catch(() => {});
  return begun;
}

/** Move the focus to the board, unless a field or a dialog has it. */
function focusBoard() {
  if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, select, textarea")) return;
  if (game.paused) byId("go-on").focus();
  else view.enter();
}

async function choose() {
  const { options } = await import("./options.js");
  const box = await options(settings.wanted, settings, async (wanted) => {
    await beginInTurn(wanted);
    box.addEventListener("close", focusBoard);
  }, (/** @type {any} */ changed) => {
    settings = { ...settings, ...changed };
    engine.saveSettings(settings).catch(() => {});
  });
}

// ---- Help ----

function hint() {
  enqueue(async () => {
    if (pending || game.mined !== undefined || game.paused || isForeign() || !engine.offers("hint")) return;
    tier = Math.min(tier + 1, 4);
    const seen = game.endless && endless.moved(game, view.viewport, 0, 0);
    let answer = await engine.hint(game.key, tier, seen);
    if (game.endless && (answer.cell ?? 0) >= view.count) answer = await hintElsewhere(answer);
    game.helped ||= !answer.free;
    showStatus();
    const { showHint } = await import("./hint.js");
    const flagged = answer.cell !== undefined && flags.has(answer.cell);
    showHint(view, { ...answer, flagged }, showMessage, hint);
  });
}

/** Go to the cell of a hint that the window does not show. @param {any} answer */
async function hintElsewhere(answer) {
  const asked = answer.tier;
  await visit(endless.around(answer.address, view.viewport));
  tier = asked;
  return engine.hint(game.key, asked, endless.moved(game, view.viewport, 0, 0));
}

async function refreshOdds() {
  odds = null;
  if (!risks || !game.key || game.mined !== undefined || game.status === "ready" || game.paused || isForeign()) return;
  const found = await engine.risks(game.key, game.endless && endless.moved(game, view.viewport, 0, 0));
  game.helped = true;
  odds = { ...found, safeSet: new Set(found.safe), minedSet: new Set(found.mined) };
}

/** @param {boolean} on */
function setRisks(on) {
  risks = on;
  byId("risks").setAttribute("aria-pressed", String(on));
}

function toggleRisks() {
  enqueue(async () => {
    setRisks(!risks);
    clearMarks();
    await refreshOdds();
    paint();
    showStatus();
    if (odds) showMessage(t("risks.title"), t("risks.line"), odds.exact ? "" : t("risks.estimated"), legend());
  });
}

function legend() {
  const shares = [0.02, 0.1, 0.25, 0.5, 0.8];
  return h("p", { class: "legend" }, ...shares.map((p) => {
    const swatch = h("span", { class: "swatch" }, percent(p).replace(".0", ""));
    import("./board.js").then(({ heat }) => ([swatch.style.background, swatch.style.color] = heat(p)));
    return swatch;
  }));
}

function undo() {
  enqueue(async () => {
    if (!game.clicks || pending || game.paused || isForeign()) return;
    const before = game.key;
    await showGame(await engine.move(game.key, "undo", undefined, game.endless && endless.moved(game, view.viewport, 0, 0)), true);
    const copied = game.key !== before;
    if (copied) history.replaceState(null, "", address("play"));
    showMessage(t(copied ? "practice.title" : "undo.title"), copied ? t("practice.line") : many("undo.line", game.undos));
    announce(byId("said-title").textContent);
  });
}

function pause() {
  enqueue(async () => {
    if (game.status !== "playing" || isForeign()) return;
    const seen = game.endless && endless.moved(game, view.viewport, 0, 0);
    updateGame(await engine.move(game.key, game.paused ? "resume" : "pause", undefined, seen));
    await refresh();
    announce(t(game.paused ? "play.paused" : "said.resumed"));
    if (game.paused) byId("go-on").focus();
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

const KEYS = /** @type {Record<string, () => void>} */ ({
  n: newGame, u: undo, p: pause, H: hint, "?": () => location.assign(address("help") ?? ""),
  "+": () => view.zoom(1.2), "=": () => view.zoom(1.2), "-": () => view.zoom(1 / 1.2),
  o: () => choose(), "]": () => byId("step-on")?.click(), "[": () => byId("step-back")?.click(),
  r: toggleRisks,
});

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
  const onBoard = target.closest("[data-cell]") !== null;
  if (onBoard && walk(view, event, settings.vi, pan)) return;
  if (game?.endless && event.key === "0") return void enqueue(() => visit(endless.around("0,0", view.viewport)));
  if (event.key === "h" && !settings.vi) hint();
  else if (onBoard && (event.key === "Enter" || event.key === " ")) press(view.active, "main");
  else if (onBoard && event.key === "f") press(view.active, "flag");
  else if (onBoard && event.key === "c") press(view.active, "chord");
  else if (KEYS[event.key]) KEYS[event.key]();
  else return;
  event.preventDefault();
}

// ---- Files dropped on the page ----

/** @param {DragEvent} event */
async function onDrop(event) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  const { playFile } = await import("./options.js");
  playFile(file, (wanted) => enqueue(() => begin(wanted))).catch(complain);
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

/** Continue the last game, or begin one. */
async function resume() {
  const [answer] = await Promise.all([engine.session(), loadOffers()]);
  settings = answer.settings;
  const asked = new URLSearchParams(location.search);
  if (asked.has("endless")) await loadEndless();
  const [named, wanted] = [asked.get("game"), asked.has("endless") ? endless.linked(asked) : null];
  if (!named && wanted && !endless.isLinked(answer.game, wanted)) return begin(wanted);
  const shown = named ? await findGame(named) : answer.game;
  if (shown) {
    await showGame(shown);
    showWhatNext();
    focusBoard();
  } else await begin(settings.wanted ?? DEFAULT);
}

async function start() {
  open();
  view.wire();
  pointer(view, press);
  addEventListener("keydown", onKey);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", onDrop);
  const buttons = { new: newGame, hint, risks: toggleRisks, undo, pause, "go-on": pause, flagging, choose };
  for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
  byId("records").addEventListener("click", async () => (await import("./records.js")).records());
  setInterval(showClock, 250);
  await enqueue(() => resume().catch((error) => {
    if (error.kind !== "Offline") throw error;
    showMessage(t("offline.title"), t("offline.line"));
  }));
  document.documentElement.dataset.ready = "yes";
}

start();
