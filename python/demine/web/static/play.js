// The play page: one game, its moves, and the messages about it.
import { BoardView, MINED } from "./board.js";
import { boardTitle, loadOffers } from "./boards.js";
import * as engine from "./engine.js";
import { pointer, walk } from "./input.js";
import { announce, byId, clock, complain, h, many, open, percent, t } from "./page.js";

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
  byId("viewport").classList.toggle("hidden-board", Boolean(game.paused));
  byId("pause").disabled = game.status !== "playing";
  byId("undo").disabled = !game.clicks;
  byId("hint").disabled = byId("risks").disabled = game.mined !== undefined || Boolean(pending);
  document.body.dataset.status = game.status;
  showClock();
}

function gameLine() {
  const parts = [boardTitle(view.geometry.name, view.count), many("play.mines", game.mines), t(`first.${game.first}`)];
  if (game.no_guess) parts.push(t("play.no_guess"));
  if (game.helped) parts.push(t("play.helped"));
  return parts.join(" · ");
}

function showClock() {
  if (!game) return;
  const running = game.status === "playing" && !game.paused;
  const seconds = game.seconds + (running ? (performance.now() - synced) / 1000 : 0);
  byId("clock").textContent = clock(seconds);
}

/** Show a whole game. @param {any} state */
async function showGame(state, keepBoard = false) {
  if (!keepBoard || view.geometry?.name !== state.board) {
    const geometry = await engine.board(state.board);
    view.active = 0;
    view.show(geometry);
  }
  updateGame(state);
  flags = new Set(state.flags);
  await refresh();
}

/** Show the game after a change. @param {Iterable<number>} [cells] the cells that changed; all, if none are given */
async function refresh(cells) {
  for (const name of ["cited", "step", "target", "best"]) view.ring(name, []);
  tier = 0;
  await refreshOdds();
  paint(game.mined !== undefined || odds ? undefined : cells);
  showStatus();
}

/** Take over what the server says about the game. @param {any} state */
function updateGame(state) {
  const over = state.mined !== undefined;
  game = { ...(state.codes ? {} : game), ...state, minedSet: new Set(state.mined ?? []) };
  if (!over) delete game.mined;
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
    if (game.paused) return;
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

/** Say what to do once the game has begun. */
function showNextStep() {
  showMessage(t("play.going_title"), t("play.going"), h("p", { class: "quiet" }, t("play.keys")));
}

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
  const won = game.status === "won";
  const heading = t(won ? "end.won" : "end.lost");
  announce(`${heading} ${t("end.time", { time: game.seconds.toFixed(1) })}`);
  const fair = h("dd", {}, "…");
  const links = h("p", { class: "row" }, h("a", { class: "button", href: `/review?game=${game.key}` }, t("end.review")),
    h("button", { click: () => save("replay") }, t("end.replay")));
  if (game.no_guess) links.append(h("button", { click: () => save("certificate") }, t("end.certificate")));
  showMessage(heading, game.helped ? t("end.helped") : await recordLine(won), endFacts(fair), links);
  const { isVerified } = await import("./verify.js");
  const good = isVerified(game.nonce, game.id, game.commitment);
  fair.textContent = t(good ? verified() : "end.cheated");
  fair.className = good ? "good" : "bad";
  fair.title = `SHA-256(${game.nonce}:${game.id}) = ${game.commitment}`;
}

/** The list of facts about a finished game. @param {any} fair the element that says whether play was fair */
function endFacts(fair) {
  const facts = { "end.seconds": `${game.seconds.toFixed(1)} s`, "end.three_bv": String(game.three_bv), "end.clicks": String(game.clicks),
    ...(game.efficiency ? { "end.efficiency": `${Math.round(game.efficiency * 100)} %` } : {}) };
  return h("dl", { class: "facts" }, ...Object.entries(facts).flatMap(([name, value]) => [h("dt", {}, t(name)), h("dd", {}, value)]),
    h("dt", {}, t("end.fair")), fair);
}

/** The text that says when the server fixed the seed, and what the mines follow from. */
function verified() {
  if (game.no_guess) return "end.verified.no_guess";
  return game.first === "risky" ? "end.verified.risky" : "end.verified";
}

/** @param {boolean} won */
async function recordLine(won) {
  if (!won) return t("end.lost_line");
  const { records } = await engine.records();
  const mine = records.find((/** @type {any} */ r) => r.board === game.board && r.mines === game.mines && r.first === game.first && r.no_guess === game.no_guess);
  if (!mine || mine.best === null) return t("end.won_line");
  return t(mine.best >= game.seconds - 0.0005 ? "end.record" : "end.best", { best: mine.best.toFixed(1) });
}

/** @param {"replay" | "certificate"} what */
async function save(what) {
  const { download } = await import("./page.js");
  download(await engine.file(game.key, what), what === "replay" ? "demine-replay.jsonl" : "demine-certificate.json");
}

// ---- New games ----

/** @param {any} wanted */
async function begin(wanted) {
  const state = wanted.no_guess ? null : await engine.create(wanted);
  settings = { ...settings, wanted };
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
    if (pending || game.mined !== undefined || game.paused) return;
    tier = Math.min(tier + 1, 4);
    const answer = await engine.hint(game.key, tier);
    game.helped ||= !answer.free;
    showStatus();
    const { showHint } = await import("./hint.js");
    showHint(view, answer, showMessage, hint);
  });
}

async function refreshOdds() {
  odds = null;
  if (!risks || !game.key || game.mined !== undefined || game.status === "ready") return;
  const found = await engine.risks(game.key);
  game.helped = true;
  odds = { ...found, safeSet: new Set(found.safe), minedSet: new Set(found.mined) };
}

function toggleRisks() {
  enqueue(async () => {
    risks = !risks;
    byId("risks").setAttribute("aria-pressed", String(risks));
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
    if (!game.clicks || pending) return;
    await showGame(await engine.move(game.key, "undo"), true);
    showMessage(t("undo.title"), many("undo.line", game.undos));
    announce(t("undo.title"));
  });
}

function pause() {
  enqueue(async () => {
    if (game.status !== "playing") return;
    const answer = await engine.move(game.key, game.paused ? "resume" : "pause");
    updateGame(answer);
    showStatus();
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
  n: newGame, u: undo, p: pause, H: hint, "?": () => location.assign("/help"),
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
  if (onBoard && walk(view, event, settings.vi)) return;
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

/** Continue the last game, or begin one. */
async function resume() {
  const [answer] = await Promise.all([engine.session(), loadOffers()]);
  settings = answer.settings;
  const named = new URLSearchParams(location.search).get("game");
  if (named || answer.game) {
    await showGame(named ? await engine.show(named) : answer.game);
    if (game.status === "playing") showNextStep();
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
