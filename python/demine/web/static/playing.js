// The running game on the play page: its state, how it looks, and the moves of its player.
import { BoardView, COVERED, MINED } from "./board.js";
import { boardTitle, presetOf } from "./boards.js";
import * as engine from "./engine.js";
import { address, announce, byId, clock, complain, h, many, preferences, t } from "./page.js";

export const view = new BoardView(byId("viewport"), t("play.grid"), false);

/** What the page knows now. `game` is as the server describes it; `pending` waits for its first cell. */
export const now = {
  /** @type {any} */ game: null,
  /** @type {Set<number>} */ flags: new Set(),
  /** For how many mines each flag stands. @type {Map<number, number>} */ counts: new Map(),
  /** @type {Set<number>} */ questions: new Set(),
  /** @type {any} */ pending: null,
  /** @type {any} */ settings: {},
  /** @type {any} */ odds: null,
  risks: false,
  tier: 0,
  synced: 0,
  busy: Promise.resolve(),
  /** The module for endless games, loaded with the first of them. @type {typeof import("./endless.js")} */
  endless: /** @type {any} */ (null),
  /** Starts the search for a board without guesses. @type {(cell: number) => Promise<void>} */
  search: async () => {},
};

export async function loadEndless() {
  if (now.endless) return;
  now.endless = await import("./endless.js");
  now.endless.drag(view, () => Boolean(now.game?.endless), pan);
}

export const isOver = () => now.game?.mined !== undefined;
/** Whether it is the game of another player, at which one may only look. */
export const isForeign = () => now.game?.yours === false;
/** The window on an endless game, for the server. */
export const seen = () => now.game.endless && now.endless.moved(now.game, view.viewport, 0, 0);

// ---- Showing the game ----

/** @param {number} cell @returns {import("./board.js").Look} */
export function look(cell) {
  const { game, odds, flags } = now;
  const code = game.codes[cell];
  if (code >= 0) return { kind: "open", count: code };
  if (game.paused) return { kind: "covered" };
  if (code === MINED) return { kind: "hit", count: game.heldBy.get(cell) };
  if (isOver()) return lookAfter(cell);
  if (flags.has(cell)) return { kind: "flag", count: shownCount(now.counts.get(cell)) };
  if (now.questions.has(cell)) return { kind: "question" };
  if (!odds) return { kind: "covered" };
  if (odds.safeSet.has(cell)) return { kind: "safe" };
  if (odds.minedSet.has(cell)) return { kind: "mined" };
  return { kind: "risk", risk: odds.floats[odds.kind[cell]], estimate: !odds.exact };
}

/** The number of mines that a sign shows: none where a cell holds one at most. @param {number | undefined} count */
const shownCount = (count) => ((now.game.capacity ?? 1) > 1 ? count : undefined);

/** A covered cell of a finished game. @param {number} cell @returns {import("./board.js").Look} */
function lookAfter(cell) {
  const isMine = now.game.minedSet.has(cell);
  const held = isMine ? now.game.heldBy.get(cell) ?? 1 : 0;
  const count = shownCount(held);
  if (now.flags.has(cell)) return now.counts.get(cell) === held ? { kind: "flag", count } : { kind: "wrong", count };
  return { kind: !isMine ? "covered" : now.game.status === "won" ? "flag" : "mine", count };
}

/** @param {Iterable<number>} [cells] all, if none are given */
export function paint(cells) {
  for (const cell of cells ?? now.game.codes.keys()) view.paint(cell, look(cell));
}

export function showStatus() {
  const { game, pending } = now;
  const isClosed = isOver() || Boolean(pending) || game.paused || isForeign();
  byId("left").textContent = String(game.status === "won" ? 0 : game.mines_left);
  byId("game-line").textContent = pending ? t("play.pending") : gameLine();
  byId("curtain").hidden = !game.paused;
  byId("go-on").hidden = isForeign();
  byId("viewport").classList.toggle("hidden-board", Boolean(game.paused));
  byId("pause").disabled = game.status !== "playing" || isForeign();
  byId("undo").disabled = !game.clicks || game.paused || isForeign();
  byId("hint").disabled = byId("risks").disabled = isClosed;
  document.body.dataset.status = game.status;
  showChips();
  showClock();
}

/** Mark the chip of the board that is shown. */
function showChips() {
  const { game } = now;
  const preset = presetOf(game.board, game.mines);
  for (const chip of document.querySelectorAll("#chips [data-preset]")) {
    chip.setAttribute("aria-pressed", String(preset === chip.getAttribute("data-preset")));
  }
  byId("chip-no-guess").setAttribute("aria-pressed", String(Boolean(game.no_guess)));
}

function gameLine() {
  const { game } = now;
  if (game.endless) return now.endless.gameLine(game);
  const parts = [boardTitle(view.geometry.name, view.count), many("play.mines", game.mines), t(`first.${game.first}`)];
  if (game.daily) parts.unshift(t("play.daily", { day: game.daily }));
  if (game.no_guess) parts.push(t("play.no_guess"));
  if (game.rules) parts.push(game.rules);
  if (game.fair) parts.push(t(`fair.${game.fair}`));
  if (game.practice) parts.push(t("play.practice"));
  else if (game.helped) parts.push(t("play.helped"));
  else if (game.shared) parts.push(t("play.shared"));
  return parts.join(" · ");
}

/** Seconds of play so far. */
export function seconds() {
  const { game } = now;
  const running = game.status === "playing" && !game.paused;
  return game.seconds + (running ? (performance.now() - now.synced) / 1000 : 0);
}

export function showClock() {
  if (!now.game) return;
  byId("clock").textContent = clock(isOver() ? Math.round(seconds()) : seconds());
  byId("live-line").hidden = !preferences.live || !now.game.clicks;
  if (preferences.live && now.game.clicks && !now.game.endless) import("./counting.js").then(({ showLive }) => showLive());
}

/** Show a whole game. @param {any} state */
export async function showGame(state, keepBoard = false) {
  if (!keepBoard || view.geometry?.name !== state.board) {
    const geometry = await engine.board(state.board);
    view.active = state.endless ? (geometry.addresses.length + state.endless.columns) >> 1 : 0;
    view.show(geometry);
  }
  if (state.endless) {
    await loadEndless();
    view.rename(now.endless.addresses(state.endless));
  }
  view.viewport.classList.toggle("endless", Boolean(state.endless));
  if (state.key !== now.game?.key) now.questions.clear();
  updateGame(state);
  await refresh();
}

/** Forget the hint and its marks. */
export function clearMarks() {
  for (const name of ["cited", "step", "target", "best", "refused"]) view.ring(name, []);
  now.tier = 0;
}

/** Show the game after a change. @param {Iterable<number>} [cells] the cells that changed; all, if none are given */
export async function refresh(cells) {
  clearMarks();
  await refreshOdds();
  paint(isOver() || now.odds ? undefined : cells);
  showStatus();
}

/** Take over what the server says about the game. @param {any} state */
export function updateGame(state) {
  now.game = { ...(state.board ? {} : now.game), ...state, minedSet: new Set(state.mined ?? []), heldBy: new Map(state.held ?? []) };
  if (state.mined === undefined) delete now.game.mined;
  if (state.paused) now.game.codes = new Array(view.count).fill(COVERED); // the server sends no cell
  if (state.paused || state.flags) {
    now.flags = new Set(state.flags);
    now.counts = new Map(state.counts ?? (state.flags ?? []).map((/** @type {number} */ cell) => [cell, 1]));
  }
  now.synced = performance.now();
}

export async function refreshOdds() {
  const { game } = now;
  now.odds = null;
  if (!now.risks || !game.key || isOver() || game.status === "ready" || game.paused || isForeign()) return;
  const found = await engine.risks(game.key, seen());
  game.helped = true;
  now.odds = { ...found, safeSet: new Set(found.safe), minedSet: new Set(found.mined) };
}

/** @param {string} heading @param {...any} body */
export function showMessage(heading, ...body) {
  delete document.body.dataset.sheet;
  byId("said-title").textContent = heading;
  byId("said-body").scrollTop = 0;
  byId("said-body").replaceChildren(...body.filter(Boolean).map((part) => (typeof part === "string" ? h("p", {}, part) : part)));
}

/** The same; on a phone it lies over the lower part of the page. @param {string} heading @param {...any} body */
export function showSheet(heading, ...body) {
  showMessage(heading, ...body);
  document.body.dataset.sheet = "open";
}

// ---- Moves ----

/** Do one thing after the other. @param {() => Promise<unknown>} work */
export function enqueue(work) {
  now.busy = now.busy.then(async () => void (await work())).catch(complain);
  return now.busy;
}

/** @param {number} cell @param {string} how "main", "flag" or "chord" */
export function press(cell, how) {
  if (!now.game || now.game.paused || isForeign() || isOver()) return;
  if (now.pending) return how === "flag" ? undefined : enqueue(() => now.search(cell));
  if (now.game.codes[cell] >= 0) return how === "flag" ? undefined : chord(cell, how);
  if (how === "flag" || (how === "main" && isFlagging())) return mark(cell);
  if (how === "main" && !now.flags.has(cell)) enqueue(() => move("open", cell));
}

const isFlagging = () => byId("flagging").getAttribute("aria-pressed") === "true";

/** Open around a number, or show why not. @param {number} cell @param {string} how */
function chord(cell, how) {
  if (preferences.chord === "off" || (how === "main" && preferences.chord === "both")) return;
  enqueue(async () => {
    if (isOver() || !(now.game.codes[cell] > 0 || now.game.rules)) return;
    const around = view.neighbours(cell).filter((other) => now.game.codes[other] < 0);
    const flagged = around.filter((other) => now.flags.has(other)).length;
    const { rules, codes, endless } = now.game;
    if (endless || (!rules && flagged === codes[cell])) return void (await move("chord", cell));
    if (rules && (await move("chord", cell))) return; // the server knows what the rules allow
    refuse(cell, around, around.reduce((sum, other) => sum + (now.counts.get(other) ?? 0), 0));
  });
}

/** A refused chord: the covered neighbours flash. @param {number} cell @param {number[]} around @param {number} flagged */
function refuse(cell, around, flagged) {
  view.ring("refused", around);
  setTimeout(() => view.ring("refused", []), 450);
  announce(many("said.refused", flagged, { at: view.geometry.addresses[cell], count: now.game.codes[cell] }));
}

/** Flags for 1 mine, 2 mines …, question mark, nothing: drawn at once; the server gets the flag afterwards. @param {number} cell */
function mark(cell) {
  const { counts, questions } = now;
  if (questions.delete(cell)) return paint([cell]);
  const count = ((counts.get(cell) ?? 0) + 1) % ((now.game.capacity ?? 1) + 1);
  if (!count && preferences.question) questions.add(cell);
  if (!now.game.endless) setFlag(cell, count);
  enqueue(() => move("flag", cell));
}

/** How many mines have no flag yet. */
const minesLeft = () => now.game.mines - [...now.counts.values()].reduce((sum, count) => sum + count, 0);

/** Draw a flag for so many mines, or take it away. @param {number} cell @param {number} count */
function setFlag(cell, count) {
  now.flags[count ? "add" : "delete"](cell);
  if (count) now.counts.set(cell, count);
  else now.counts.delete(cell);
  now.game.mines_left = minesLeft();
  byId("left").textContent = String(now.game.mines_left);
  paint([cell]);
}

/** @param {string} kind @param {number} cell @returns {Promise<boolean | void>} whether something changed */
export async function move(kind, cell) {
  if (isOver()) return;
  if (now.game.endless) return explore(kind, cell);
  const { key } = now.game;
  const answer = await engine.move(key, kind, cell).catch((error) => recover(kind, cell, error));
  if (!answer || now.game.key !== key) return;
  now.game.wasted = answer.wasted ?? now.game.wasted;
  if (!answer.changed.length) return kind === "flag" ? setFlag(cell, 0) : undefined;
  takeChanges(answer);
  await refresh(answer.changed.map((/** @type {number[]} */ c) => c[0]));
  if (!isOver()) sayMove(kind, cell, answer.changed.length);
  else await showEnding(true);
  if (kind !== "flag" && preferences.autoflag && !isOver()) await (await import("./counting.js")).flagProved();
  return true;
}

/** A move that failed: a flag that was drawn is taken back. @param {string} kind @param {number} cell @param {any} error */
function recover(kind, cell, error) {
  complain(error);
  const most = (now.game.capacity ?? 1) + 1;
  if (kind === "flag") setFlag(cell, ((now.counts.get(cell) ?? 0) + most - 1) % most);
}

/** Flags are drawn before they are sent, so an answer takes flags away only where a cell is open. @param {any} answer */
function takeChanges(answer) {
  for (const [changed, code] of answer.changed) {
    now.game.codes[changed] = code;
    if (code === COVERED) continue;
    now.questions.delete(changed);
    now.flags.delete(changed);
    now.counts.delete(changed);
  }
  updateGame(answer);
  now.game.mines_left = minesLeft();
}

/** Move in an endless game. @param {string} kind @param {number} cell */
async function explore(kind, cell) {
  const before = now.game.endless.cells;
  await showGame(await engine.move(now.game.key, kind, view.geometry.addresses[cell], seen()), true);
  view.enter();
  if (isOver()) return showEnding(true);
  sayMove(kind, cell, Math.max(1, now.game.endless.cells - before));
}

/** Show another part of an endless game. @param {any} window */
export async function visit(window) {
  await showGame(await engine.move(now.game.key, "look", undefined, window), true);
  view.enter();
  announce(t("said.moved", { at: view.geometry.addresses[view.active] }));
}

/** Move the window of an endless game. @param {number} dx @param {number} dy */
export function pan(dx, dy) {
  if (!now.game?.endless || now.game.paused || isForeign() || (!dx && !dy)) return;
  enqueue(() => visit(now.endless.moved(now.game, view.viewport, dx, dy)));
}

/** Say what to do once the game has begun. */
function showNextStep() {
  showMessage(t("play.going_title"), t("play.going"), h("p", { class: "quiet" }, t("play.keys")));
}

/** Say what one can do with a game that was opened. */
export function showWhatNext() {
  if (isForeign()) return showMessage(t("foreign.title"), t("foreign.line"), isOver() && reviewLink());
  if (isOver()) return showEnding(false);
  if (now.game.status === "playing") showNextStep();
}

const reviewLink = () => h("p", { class: "row", hidden: !engine.offers("review") }, h("a", { class: "button", href: `${address("review")}?game=${now.game.key}` }, t("end.review")));

/** @param {string} kind @param {number} cell @param {number} opened */
function sayMove(kind, cell, opened) {
  const title = byId("said-title").textContent;
  if (title === t("play.welcome_title") || document.body.dataset.sheet) showNextStep();
  const at = view.geometry.addresses[cell];
  if (kind === "flag") announce(many(now.flags.has(cell) ? "said.flag" : "said.unflag", now.game.mines_left, { at }));
  else announce(opened === 1 ? view.describe(cell, look(cell)) : many("said.opened", opened, { at }));
}

/** @param {boolean} isNew whether the game ended just now */
async function showEnding(isNew) {
  const ending = await import("./ending.js");
  if (isNew) (await import("./effects.js")).celebrate(now.game.status);
  await (now.game.endless ? ending.showLost(now.game, showSheet) : ending.showEnding(now.game, showSheet));
}
