// The play page: one game, its moves, and what is said about it.
import { BoardView } from "./board.js";
import * as engine from "./engine.js";
import { pointer, walk } from "./input.js";
import { MINED } from "./labels.js";
import { announce, byId, clock, complain, h, many, open, percent, t } from "./page.js";

const view = new BoardView(byId("viewport"), t("play.grid"), false);

/** What the page knows of the game: what the server told. @type {any} */
let game = null;
/** @type {Set<number>} */
let flags = new Set();
/** The wish for a board without guesses that still lacks its first cell. @type {any} */
let wish = null;
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

function status() {
  byId("left").textContent = String(game.status === "won" ? 0 : game.mines_left);
  byId("game-line").textContent = wish ? t("play.wish") : line();
  byId("curtain").hidden = !game.paused;
  byId("viewport").classList.toggle("hidden-board", Boolean(game.paused));
  byId("pause").disabled = game.status !== "playing";
  byId("undo").disabled = !game.clicks;
  byId("hint").disabled = byId("risks").disabled = game.mined !== undefined || Boolean(wish);
  document.body.dataset.status = game.status;
  tick();
}

function line() {
  const parts = [title(view.geometry), many("play.mines", game.mines), t(`first.${game.first}`)];
  if (game.no_guess) parts.push(t("play.no_guess"));
  if (game.helped) parts.push(t("play.helped"));
  return parts.join(" · ");
}

/** @param {any} geometry */
function title(geometry) {
  const [topology, sizes, ...options] = geometry.name.split("-");
  if (topology === "graph") return t("board.graph", { n: geometry.addresses.length });
  const extra = options.map(optionText).join(", ");
  return `${t(`board.${topology}`)} ${sizes.replaceAll("x", " × ")}${extra ? ` (${extra})` : ""}`;
}

/** An option of a board in words; `r2` and `s7` hold a number. @param {string} word */
function optionText(word) {
  const numbered = word.match(/^([rs])([0-9]+)$/);
  if (!numbered) return t(`board.${word}`);
  return t(numbered[1] === "r" ? "board.radius" : "board.seed", { n: numbered[2] });
}

function tick() {
  if (!game) return;
  const running = game.status === "playing" && !game.paused;
  const seconds = game.seconds + (running ? (performance.now() - synced) / 1000 : 0);
  byId("clock").textContent = clock(seconds);
}

/** Take in what the server says of the whole game. @param {any} state */
async function sit(state, keepBoard = false) {
  if (!keepBoard || view.geometry?.name !== state.board) {
    const geometry = await engine.board(state.board);
    view.active = 0;
    view.show(geometry);
  }
  take(state);
  flags = new Set(state.flags);
  for (const name of ["cited", "step", "target", "best"]) view.ring(name, []);
  tier = 0;
  await refreshOdds();
  paint();
  status();
}

/** @param {any} state */
function take(state) {
  const over = state.mined !== undefined;
  game = { ...(state.codes ? {} : game), ...state, minedSet: new Set(state.mined ?? []) };
  if (!over) delete game.mined;
  synced = performance.now();
}

/** @param {string} heading @param {...any} body */
function say(heading, ...body) {
  byId("said-title").textContent = heading;
  byId("said-body").replaceChildren(...body.filter(Boolean).map((part) => (typeof part === "string" ? h("p", {}, part) : part)));
}

// ---- Moves ----

/** One thing after the other, in the order in which it was done. @param {() => Promise<void>} work */
function enqueue(work) {
  busy = busy.then(work).catch(complain);
  return busy;
}

/** @param {number} cell @param {string} how */
function press(cell, how) {
  enqueue(async () => {
    if (game.paused) return;
    if (wish) return how === "flag" ? undefined : search(cell);
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
  const told = await engine.move(game.key, kind, cell);
  if (!told.changed.length) return;
  for (const [changed, code, flag] of told.changed) {
    game.codes[changed] = code;
    flags[flag ? "add" : "delete"](changed);
  }
  take({ ...told, codes: game.codes, board: game.board, mines: game.mines, first: game.first, no_guess: game.no_guess, commitment: game.commitment });
  tier = 0;
  for (const name of ["cited", "step", "target", "best"]) view.ring(name, []);
  await refreshOdds();
  paint(game.mined !== undefined || odds ? undefined : told.changed.map((/** @type {number[]} */ c) => c[0]));
  status();
  report(kind, cell, told);
}

/** What to do next, once the game has begun. */
function tellGoing() {
  say(t("play.going_title"), t("play.going"), h("p", { class: "quiet" }, t("play.keys")));
}

/** @param {string} kind @param {number} cell @param {any} told */
function report(kind, cell, told) {
  if (game.mined !== undefined) return ending();
  if (byId("said-title").textContent === t("play.welcome_title")) tellGoing();
  const at = view.geometry.addresses[cell];
  if (kind === "flag") {
    announce(many(flags.has(cell) ? "said.flag" : "said.unflag", game.mines_left, { at }));
  } else {
    const opened = told.changed.length;
    announce(opened === 1 ? view.describe(cell, look(cell)) : many("said.opened", opened, { at }));
  }
}

async function ending() {
  const won = game.status === "won";
  const heading = t(won ? "end.won" : "end.lost");
  announce(`${heading} ${t("end.time", { time: game.seconds.toFixed(1) })}`);
  const facts = h("dl", { class: "facts" });
  const fact = (/** @type {string} */ name, /** @type {any} */ value) => facts.append(h("dt", {}, t(name)), h("dd", {}, value));
  fact("end.seconds", `${game.seconds.toFixed(1)} s`);
  fact("end.three_bv", String(game.three_bv));
  fact("end.clicks", String(game.clicks));
  if (game.efficiency) fact("end.efficiency", percentage(game.efficiency));
  const fair = h("dd", {}, "…");
  facts.append(h("dt", {}, t("end.fair")), fair);
  const links = h("p", { class: "row" }, h("a", { class: "button", href: `/review?game=${game.key}` }, t("end.review")),
    h("button", { click: () => save("replay") }, t("end.replay")));
  if (game.no_guess) links.append(h("button", { click: () => save("certificate") }, t("end.certificate")));
  say(heading, game.helped ? t("end.helped") : await record(won), facts, links);
  const { isVerified } = await import("./verify.js");
  const good = isVerified(game.nonce, game.id, game.commitment);
  fair.textContent = t(good ? verified() : "end.cheated");
  fair.className = good ? "good" : "bad";
  fair.title = `SHA-256(${game.nonce}:${game.id}) = ${game.commitment}`;
}

/** The text for what was promised: with the seed alone, or for the first cell. */
function verified() {
  if (game.no_guess) return "end.verified.no_guess";
  return game.first === "risky" ? "end.verified.risky" : "end.verified";
}

/** @param {number} share */
const percentage = (share) => `${Math.round(share * 100)} %`;

/** @param {boolean} won */
async function record(won) {
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
  engine.keep(settings).catch(() => {});
  wish = state ? null : wanted;
  if (state) await sit(state, true);
  else await makeWish(wanted);
  enter();
  say(t("play.welcome_title"), t(wish ? "play.wish_welcome" : "play.welcome"), h("p", { class: "quiet" }, t("play.keys")));
  announce(t("said.new", { board: byId("game-line").textContent ?? "" }));
}

/** A board without guesses is dealt around its first cell: until then it is only a picture. @param {any} wanted */
async function makeWish(wanted) {
  const { presets } = await engine.about();
  const board = wanted.preset ? presets[wanted.preset].board : wanted.board;
  const mines = wanted.preset ? presets[wanted.preset].mines : wanted.mines;
  const geometry = await engine.board(board);
  view.show(geometry);
  flags = new Set();
  odds = null;
  game = { board, mines, first: "opening", no_guess: true, codes: new Array(geometry.addresses.length).fill(-1), mines_left: mines, seconds: 0, status: "ready", clicks: 0, minedSet: new Set() };
  status();
}

/** @param {number} cell */
async function search(cell) {
  const stop = new AbortController();
  const tried = h("strong", {}, "0");
  const cancel = h("button", { click: () => stop.abort() }, t("cancel"));
  say(t("search.title"), h("p", { class: "spin" }, t("search.tried"), " ", tried), h("p", {}, cancel));
  view.ring("target", [cell]);
  try {
    const { preset, board, mines } = wish;
    const wanted = preset ? { preset } : { board, mines };
    const found = await engine.search({ ...wanted, first: "opening", start: cell }, (n) => (tried.textContent = String(n)), stop.signal);
    wish = null;
    await sit(found, true);
    say(t("search.found"), t("search.found_line"));
    await move("open", cell);
  } catch (error) {
    view.ring("target", []);
    say(t("search.none"), stop.signal.aborted ? t("search.cancelled") : String(/** @type {any} */ (error).message));
  }
}

function again() {
  enqueue(() => begin(settings.wanted ?? { preset: "beginner", first: "safe" }));
}

/** Begin in turn; whoever asks hears what is wrong. @param {any} wanted */
function beginNext(wanted) {
  const begun = busy.then(() => begin(wanted));
  busy = begun.catch(() => {});
  return begun;
}

/** Keys reach the board, unless somebody writes or a dialog is open. */
function enter() {
  if (document.querySelector("dialog[open]") || document.activeElement?.matches("input, select, textarea")) return;
  if (game.paused) byId("go-on").focus();
  else view.enter();
}

async function choose() {
  const { options } = await import("./options.js");
  const box = options(settings.wanted, settings, async (wanted) => {
    await beginNext(wanted);
    box.addEventListener("close", enter);
  }, (/** @type {any} */ changed) => {
    settings = { ...settings, ...changed };
    engine.keep(settings).catch(() => {});
  });
}

// ---- Help ----

function hint() {
  enqueue(async () => {
    if (wish || game.mined !== undefined || game.paused) return;
    tier = Math.min(tier + 1, 4);
    const told = await engine.hint(game.key, tier);
    game.helped ||= !told.free;
    status();
    const { tell } = await import("./hint.js");
    tell(view, told, say, hint);
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
    status();
    if (odds) say(t("risks.title"), t("risks.line"), odds.exact ? "" : t("risks.estimated"), legend());
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
    if (!game.clicks || wish) return;
    await sit(await engine.move(game.key, "undo"), true);
    say(t("undo.title"), many("undo.line", game.undos));
    announce(t("undo.title"));
  });
}

function pause() {
  enqueue(async () => {
    if (game.status !== "playing") return;
    const told = await engine.move(game.key, game.paused ? "resume" : "pause");
    take({ ...game, ...told });
    status();
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
  n: again, u: undo, p: pause, H: hint, "?": () => location.assign("/help"),
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
  const { fromFile } = await import("./options.js");
  fromFile(file, (wanted) => enqueue(() => begin(wanted))).catch(complain);
}

/** Go on where the player was, or begin. */
async function resume() {
  const told = await engine.session();
  settings = told.settings;
  const named = new URLSearchParams(location.search).get("game");
  if (named || told.game) {
    await sit(named ? await engine.show(named) : told.game);
    if (game.status === "playing") tellGoing();
    enter();
  } else await begin(settings.wanted ?? { preset: "beginner", first: "safe" });
}

async function start() {
  open();
  view.wire();
  pointer(view, press);
  addEventListener("keydown", onKey);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", onDrop);
  const buttons = { new: again, hint, risks: toggleRisks, undo, pause, "go-on": pause, flagging, choose };
  for (const [id, act] of Object.entries(buttons)) byId(id).addEventListener("click", act);
  byId("records").addEventListener("click", async () => (await import("./records.js")).records(title));
  setInterval(tick, 250);
  await enqueue(() => resume().catch((error) => {
    if (error.kind !== "Offline") throw error;
    say(t("offline.title"), t("offline.line"));
  }));
  document.documentElement.dataset.ready = "yes";
}

start();
