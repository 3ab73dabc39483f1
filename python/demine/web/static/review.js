// The review: a finished game move by move, with the risk of every guess and the luck so far.
import { BoardView, COVERED, MINED } from "./board.js";
import { gameTitle, loadOffers } from "./boards.js";
import { chart } from "./chart.js";
import * as engine from "./engine.js";
import { proofSteps } from "./hint.js";
import { walk } from "./input.js";
import { address, announce, byId, clock, complain, fixed, h, many, open, pastedText, percent, sayAll, t } from "./page.js";
import { pack } from "./position.js";
import { wastedAt, wastedList, wastedRow } from "./wasted.js";

const view = new BoardView(byId("viewport"), t("review.grid"));

/** @type {any} */
let review = null;
let at = 0;
let risks = true;
/** Codes and flags of the board after each move. @type {{codes: number[], flags: Set<number>}[]} */
let frames = [];
/** @type {Map<number, any>} */
let odds = new Map();
/** How many replays were chosen so far. */
let asked = 0;

/** @param {any} found */
function show(found) {
  review = { ...found, wasted: found.wasted ?? [] };
  odds = new Map();
  frames = [{ codes: new Array(review.board.addresses.length).fill(COVERED), flags: new Set() }];
  for (const move of review.moves) {
    const last = frames[frames.length - 1];
    const next = { codes: [...last.codes], flags: new Set(last.flags) };
    for (const [cell, code, flag] of move.changed) {
      next.codes[cell] = code;
      next.flags[flag ? "add" : "delete"](cell);
    }
    frames.push(next);
  }
  byId("empty").hidden = true;
  view.show(review.board);
  byId("slider").max = review.moves.length;
  stopPlaying();
  for (const id of ["back", "on", "autoplay", "speed", "practise", "slider", "risks", "zoom-out", "zoom-fit", "zoom-in"]) byId(id).disabled = false;
  showVerdict();
  showGuesses();
  byId("wasted").replaceChildren(...wastedList(review.wasted, goTo));
  byId("wasted-card").hidden = !review.wasted.length;
  goTo(review.decided === null ? review.moves.length : review.decided - 1);
  document.documentElement.dataset.reviewed = "yes";
}

function showVerdict() {
  byId("verdict").replaceChildren(
    h("p", {}, h("strong", {}, sayAll(review.lines, review.board.addresses))),
    h("dl", { class: "facts" },
      h("dt", {}, t("review.forced")), h("dd", {}, String(review.forced)),
      h("dt", {}, t("review.needless")), h("dd", {}, String(review.needless)),
      h("dt", {}, t("review.all_luck")), h("dd", { title: review.luck.fraction }, percent(review.luck.float)),
      ...countedRows()));
  const empty = !review.guesses.length;
  byId("decided").disabled = review.decided === null;
  byId("before-guess").disabled = byId("next-guess").disabled = empty;
}

/** Whether some cell was less risky. @param {any} guess */
const wasBetter = (guess) => guess.least.float < guess.risk.float;

/** The verdict on a guess. An engine that compares no alternatives calls it risky if a cell was less risky. @param {any} guess */
const verdictOf = (guess) => guess.verdict ?? (guess.needless ? "needless" : wasBetter(guess) ? "risky" : "forced");

/** What the moves were, and how few would have done. */
function countedRows() {
  const made = (/** @type {string} */ kind) => review.moves.filter((/** @type {any} */ move) => move.move === kind).length;
  const [open, flag, chord] = ["open", "flag", "chord"].map(made);
  const rows = { "end.three_bv": review.three_bv, "end.zini": review.zini, "end.clicks": t("end.clicks_made", { all: review.moves.length, open, flag, chord }),
    "end.efficiency": review.status === "won" && review.moves.length ? `${Math.round((100 * review.three_bv) / review.moves.length)} %` : null,
    ...wastedRow(review.wasted),
    "review.helps": review.undos || review.helps?.length ? [...(review.helps ?? []).map((/** @type {string} */ help) => t(`help.${help}`)), review.undos && many("review.undos", review.undos), review.hints && many("review.hints", review.hints)].filter(Boolean).join(", ") : null };
  return Object.entries(rows).filter(([, value]) => value !== null && value !== undefined).flatMap(([name, value]) => [h("dt", {}, t(name)), h("dd", {}, String(value))]);
}

function showGuesses() {
  const body = review.guesses.length === 0 ? h("p", {}, t("review.no_guess")) : h("table", { class: "odds" },
    h("thead", {}, h("tr", {}, ...["number", "cell", "risk", "judged"].map((name) => h("th", { scope: "col" }, t(`review.${name}`))))),
    h("tbody", {}, ...review.guesses.map((/** @type {any} */ guess) => h("tr", {},
      h("th", { scope: "row" }, h("button", { class: "plain link", click: () => goTo(guess.number - 1) }, String(guess.number))),
      h("td", {}, guess.opened.map((/** @type {number} */ cell) => review.board.addresses[cell]).slice(0, 3).join(", ")),
      h("td", { title: guess.risk.fraction }, percent(guess.risk.float), guess.hit ? " ✗" : ""),
      h("td", { class: guess.needless ? "bad" : "", title: t(`verdict.${verdictOf(guess)}_line`) }, t(`verdict.${verdictOf(guess)}`))))));
  byId("guesses").replaceChildren(body);
}

/** @param {number} cell @param {any} frame @returns {import("./board.js").Look} */
function look(cell, frame) {
  const code = frame.codes[cell];
  const over = at === review.moves.length;
  if (code >= 0) return { kind: "open", count: code };
  if (code === MINED) return { kind: "hit" };
  if (frame.flags.has(cell)) return { kind: over && !review.minedSet.has(cell) ? "wrong" : "flag" };
  if (over && review.minedSet.has(cell)) return { kind: review.status === "won" ? "flag" : "mine" };
  const known = risks ? odds.get(at) : null;
  if (!known?.consistent) return { kind: "covered" };
  if (known.safeSet.has(cell)) return { kind: "safe" };
  if (known.minedSet.has(cell)) return { kind: "mined" };
  return { kind: "risk", risk: known.floats[known.kind[cell]], estimate: !known.exact };
}

function paint() {
  const frame = frames[at];
  review.minedSet ??= new Set(review.mined);
  for (let cell = 0; cell < view.count; cell++) view.paint(cell, look(cell, frame));
  const next = review.moves[at];
  const guess = review.guesses.find((/** @type {any} */ one) => one.number === at + 1);
  view.ring("step", []);
  view.ring("cited", []);
  view.ring("target", next ? (guess ? guess.opened : [next.cell]) : []);
  view.ring("best", guess && !guess.opened.includes(guess.best) ? [guess.best] : []);
}

/** Before move `place + 1`. @param {number} place */
function goTo(place) {
  if (!review) return;
  at = Math.min(Math.max(place, 0), review.moves.length);
  byId("slider").value = at;
  const where = t(at === review.moves.length ? "review.end" : "review.place", { i: at + 1, n: review.moves.length });
  byId("slider").setAttribute("aria-valuetext", where);
  byId("place").textContent = where;
  paint();
  showMove();
  showLuck();
  linkPosition();
  analyse(at).catch(complain);
}

/** The position before the move, as the engine reads it. */
const labelsAt = (/** @type {number} */ place) => frames[place].codes.map((code) => (code >= 0 ? code : code === MINED ? "*" : "?"));

/** Link the position that is shown to the analyser. */
function linkPosition() {
  const labels = labelsAt(at).map((label, cell) => (label === "?" && frames[at].flags.has(cell) ? "F" : label));
  byId("analyse-this").hidden = false;
  byId("analyse-this").href = `${address("analyse")}#b=${review.board.name}&m=${review.mines}&l=${pack(labels)}`;
}

/** Go on from the move that is shown, as practice. */
async function practise() {
  const last = at === review.moves.length ? at - 1 : at;
  const moves = review.moves.slice(0, last).map((/** @type {any} */ one) => [one.move, one.cell, one.at]);
  await engine.practise({ id: review.id, board: review.board.name, moves });
  location.assign(address("play") ?? "./");
}

/** @type {(() => void) | null} */
let stop = null;

function stopPlaying() {
  stop?.();
  stop = null;
  byId("autoplay").setAttribute("aria-pressed", "false");
}

async function play() {
  if (stop) return stopPlaying();
  const { autoplay } = await import("./autoplay.js");
  byId("autoplay").setAttribute("aria-pressed", "true");
  announce(t("review.autoplay"));
  stop = autoplay(review.moves, at, () => Number(byId("speed").value), goTo, stopPlaying);
}

/** Ask for the analysis before a move, when the move is shown. @param {number} place */
async function analyse(place) {
  if (!risks || odds.has(place) || place === review.moves.length || place === 0) return;
  const found = await engine.ask("analyse", { board: review.board.name, labels: labelsAt(place), mines: review.mines });
  odds.set(place, { ...found, safeSet: new Set(found.safe), minedSet: new Set(found.mined) });
  if (place === at) paint();
}

function showMove() {
  const next = review.moves[at];
  const body = byId("move");
  if (!next) return body.replaceChildren(h("p", {}, t(review.status === "won" ? "end.won" : "end.lost")));
  const where = review.board.addresses[next.cell];
  const guess = review.guesses.find((/** @type {any} */ one) => one.number === at + 1);
  const line = h("p", {}, h("strong", {}, t(`review.did_${next.move}`, { at: where })), ` ${t("review.after", { time: clock(next.at) })}`);
  const waste = wastedAt(review.wasted, at + 1);
  if (!guess) return body.replaceChildren(line, ...waste, h("p", { class: "good" }, t(next.move === "flag" ? "review.flagged" : at === 0 && review.first !== "risky" ? "review.first" : "review.safe_move")));
  const risk = h("p", {}, guess.risk.float === 1 ? t("review.certain_mine") : t("review.guess", { risk: percent(guess.risk.float) }), " ", h("span", { class: "digits quiet" }, guess.risk.fraction.includes("/") && guess.risk.fraction.length < 40 ? `= ${guess.risk.fraction}` : ""));
  const instead = guess.needless
    ? h("p", { class: "bad" }, many("review.instead", guess.safe.length, { cells: guess.safe.slice(0, 6).map((/** @type {number} */ cell) => review.board.addresses[cell]).join(", ") + (guess.safe.length > 6 ? " …" : "") }))
    : h("p", {}, t(wasBetter(guess) ? "review.better" : "review.forced_line", { at: review.board.addresses[guess.best], risk: percent(guess.least.float) }));
  const proof = guess.proof ? proofSteps(view, { proved: "safe", ...guess.proof }) : null;
  const judged = h("p", {}, h("strong", {}, t(`verdict.${verdictOf(guess)}`)), `: ${t(`verdict.${verdictOf(guess)}_line`)}`);
  const why = h("div", {});
  body.replaceChildren(...[line, risk, ...waste, judged, instead, proof, why].filter((part) => part !== null));
  if (!guess.needless) explain(guess, why).catch((error) => console.info(String(error)));
}

/** Say why the guess was made here, while it is shown. @param {any} guess @param {any} place */
async function explain(guess, place) {
  const { whyHere } = await import("./why.js");
  const position = { board: review.board.name, labels: labelsAt(guess.number - 1), mines: review.mines };
  place.replaceChildren(await whyHere(position, guess, review.board.addresses));
}

function showLuck() {
  const values = [1, ...review.curve];
  const points = review.guesses.map((/** @type {any} */ guess) => guess.number);
  byId("luck").replaceChildren(chart({ values, first: 0, mark: at, choose: goTo, points, label: t("review.curve", { luck: percent(review.luck.float) }), ticks: [[0, "0"], [1, "100 %"]] }),
    h("p", { class: "quiet" }, points.some((/** @type {number} */ number) => number <= at) ? t("review.so_far", { luck: percent(values[at]) }) : t("review.no_guess_yet")));
}

/** @param {number} way */
function goToGuess(way) {
  const places = review.guesses.map((/** @type {any} */ guess) => guess.number - 1);
  const next = way > 0 ? places.find((/** @type {number} */ p) => p > at) : places.findLast((/** @type {number} */ p) => p < at);
  if (next !== undefined) goTo(next);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || event.ctrlKey || event.metaKey || !review) return;
  if (target.closest("[data-cell]") && walk(view, event, false)) return;
  if (event.key === "ArrowLeft" || event.key === ",") goTo(at - 1);
  else if (event.key === "ArrowRight" || event.key === ".") goTo(at + 1);
  else if (event.key === "]") byId("step-on")?.click();
  else if (event.key === "[") byId("step-back")?.click();
  else if (event.key === "p") play();
  else if (event.key === "d" && review.decided !== null) goTo(review.decided - 1);
  else return;
  event.preventDefault();
}

/** The games of a file: the last is shown, the others can be chosen. @param {File} file */
async function load(file) {
  const replays = await replaysOf(file);
  byId("several").hidden = replays.length < 2;
  byId("which").replaceChildren(...replays.map((replay, i) => h("option", { value: replay, selected: i === replays.length - 1 }, nameOf(replay, i))));
  byId("file").value = "";
  await reviewOf(replays[replays.length - 1]);
}

/** A link of ours is followed; any other text is a replay. @param {ClipboardEvent} event */
async function onPaste(event) {
  const text = pastedText(event);
  const own = (await import("./pasted.js")).ownAddress(text);
  if (own) location.assign(own);
  else if (text) await load(new File([text], "pasted.txt"));
}

/** The games of a file. The server reads those of other programs. @param {File} file @returns {Promise<string[]>} */
async function replaysOf(file) {
  const text = await file.text();
  if (text.trimStart().startsWith("{") || !engine.offers("replays")) return splitReplays(text);
  const { contentOf } = await import("./boards.js");
  const { replays } = await engine.ask("replays", { name: file.name, data: await contentOf(file) });
  return replays;
}

/** Show the game that was chosen last: answers may arrive in another order. @param {string} replay */
async function reviewOf(replay) {
  const place = ++asked;
  const found = await engine.ask("review", { replay });
  if (place === asked) show(found);
}

/** A replay begins with the line that says so. @param {string} text @returns {string[]} at least one */
function splitReplays(text) {
  const found = text.split(/^(?=.*"replay")/m).filter((part) => part.trim());
  return found.length ? found : [text];
}

/** @param {string} replay @param {number} i */
function nameOf(replay, i) {
  const [head, ...moves] = replay.trim().split("\n");
  const board = head.match(/"id": *"([^"]*)-[^"-]*-[^"-]*-[^"-]*"/)?.[1] ?? "?";
  return many("review.game", moves.length, { i: i + 1, board: board.length > 40 ? t("nav.graph") : board });
}

async function showGames() {
  const [{ games: rows }] = await Promise.all([engine.latest(), loadOffers()]);
  const over = rows.filter((/** @type {any} */ row) => row.status === "won" || row.status === "lost");
  byId("games").replaceChildren(...(over.length ? over.slice(0, 12).map((/** @type {any} */ row) =>
    h("a", { class: "button", href: `?game=${row.key}` }, h("strong", {}, t(`review.${row.status}`)),
      h("small", {}, `${gameTitle(row.board, row.mines)} · ${fixed(row.seconds, 1)} s`))) : [h("p", { class: "quiet" }, t("review.none_yet"))]));
}

async function start() {
  open();
  view.wire();
  addEventListener("keydown", onKey);
  byId("slider").addEventListener("input", () => goTo(Number(byId("slider").value)));
  const acts = { back: () => goTo(at - 1), on: () => goTo(at + 1), autoplay: play, practise: () => practise().catch(complain), decided: () => goTo(review.decided - 1), "before-guess": () => goToGuess(-1), "next-guess": () => goToGuess(1),
    risks: () => {
      risks = !risks;
      byId("risks").setAttribute("aria-pressed", String(risks));
      goTo(at);
    } };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", () => review && act());
  byId("file").addEventListener("change", () => load(byId("file").files[0]).catch(complain));
  byId("which").addEventListener("change", () => reviewOf(byId("which").value).catch(complain));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) load(file).catch(complain);
  });
  addEventListener("paste", (event) => onPaste(event).catch(complain));
  const key = new URLSearchParams(location.search).get("game");
  try {
    byId("empty").hidden = key !== null;
    if (key) show(await engine.review(key));
    await showGames();
  } catch (error) {
    complain(error);
  }
  document.documentElement.dataset.ready = "yes";
}

start();
