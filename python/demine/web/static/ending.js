// The end of a game: the result, the numbers, the proof that it was fair, and what to do next.
import { link } from "./endless.js";
import * as engine from "./engine.js";
import { address, announce, byId, download, fixed, h, many, t } from "./page.js";
import { isVerified } from "./verify.js";

/** @typedef {(heading: string, ...body: any[]) => void} Show */

/** Show how a game ended, and check that it was fair. @param {any} game @param {Show} showMessage */
export async function showEnding(game, showMessage) {
  const heading = t(game.status === "won" ? "end.won" : "end.lost");
  announce(`${heading} ${t("end.time", { time: fixed(game.seconds, 1) })}`);
  const fair = h("p", { class: "quiet" }, "…");
  showMessage(heading, resultLine(game) ?? (await recordLine(game)), links(game), endFacts(game), fair, saves(game));
  if (game.commitment === null) return void (fair.textContent = t("end.own_mines"));
  const good = isVerified(game.nonce, game.id, game.commitment);
  fair.textContent = t(good ? verified(game) : "end.cheated");
  fair.className = `fair-play ${good ? "good" : "bad"}`;
  fair.title = `SHA-256(${game.nonce}:${game.id}) = ${game.commitment}`;
}

/** What to do next. @param {any} game */
function links(game) {
  const copied = (/** @type {any} */ event) => copyLink(game, event.currentTarget);
  return h("p", { class: "row" },
    h("button", { class: "main-button of-sheet", click: () => byId("new").click() }, t("play.new")),
    h("a", { class: "button", hidden: !engine.offers("review"), href: `${address("review")}?game=${game.key}` }, t("end.review")),
    h("button", { id: "again", hidden: !engine.offers("practice"), click: () => playAgain(game) }, t("end.again")),
    h("button", { id: "copy-link", hidden: !engine.offers("seed") || isGiven(game), click: copied }, t("end.copy_link")));
}

/** What can be kept. @param {any} game */
function saves(game) {
  return h("p", { class: "row", hidden: !engine.offers("review") }, h("button", { class: "plain link", click: () => save(game, "replay") }, t("end.replay")),
    game.no_guess && h("button", { class: "plain link", click: () => save(game, "certificate") }, t("end.certificate")));
}

/** Whether its mines were given, so that no seed makes it again. @param {any} game */
const isGiven = (game) => /-m[^-]+$/.test(game.id);

/** The same mines again, opened at the same cell, as practice. @param {any} game */
async function playAgain(game) {
  const moves = game.start === null ? [] : [["open", game.start, 0]];
  const state = await engine.practise({ id: game.id, board: game.board, moves });
  dispatchEvent(new CustomEvent("demine:show", { detail: state }));
}

/** The link that begins the same game on any machine. @param {any} game */
export function gameLink(game) {
  const [mines, rule, seed] = game.id.split("-").slice(-3);
  const first = rule.split(".")[0];
  const { fair, rules } = game;
  const said = { seed, board: game.board, mines, first, ...(fair ? { fair } : {}), ...(rules ? { rules } : {}), ...(game.start === null ? {} : { start: String(game.start) }) };
  return new URL(`${address("play")}?${new URLSearchParams(said)}`, location.href).href;
}

/** @param {any} game @param {HTMLElement} button */
async function copyLink(game, button) {
  await navigator.clipboard.writeText(gameLink(game)).catch(() => {});
  button.textContent = t("analyse.copied");
  announce(t("analyse.copied"));
}

/** The list of facts about a finished game. @param {any} game */
function endFacts(game) {
  return h("dl", { class: "facts" }, ...Object.entries(counted(game)).flatMap(([name, value]) => [h("dt", {}, t(name)), h("dd", {}, value)]));
}

/** The numbers of a finished game. @param {any} game @returns {Record<string, string>} */
function counted(game) {
  const { made, zini, three_bv, seconds, wasted = 0, efficiency } = game;
  const won = game.status === "won";
  return { "end.seconds": `${fixed(seconds, 1)} s`, "end.three_bv": String(three_bv),
    ...(won && seconds > 0 ? { "end.speed": fixed(three_bv / seconds, 2) } : {}),
    "end.clicks": made ? t("end.clicks_made", { all: game.clicks, ...made }) : String(game.clicks),
    ...(wasted ? { "end.wasted": String(wasted) } : {}),
    ...(game.hints ? { "end.hints": String(game.hints) } : {}),
    ...(efficiency ? { "end.efficiency": `${Math.round(efficiency * 100)} %` } : {}),
    ...(zini ? { "end.zini": String(zini) } : {}) };
}

/** The text that says when the server fixed the seed, and what the mines follow from. @param {any} game */
function verified(game) {
  if (game.practice || game.shared || game.daily) return "end.verified.known";
  if (game.fair && game.fair !== "mercy") return "end.verified.fair";
  if (game.no_guess) return "end.verified.no_guess";
  return game.first === "risky" ? "end.verified.risky" : "end.verified";
}

/** What to say of a game that is no record whatever happened. @param {any} game */
function resultLine(game) {
  if (game.practice) return t("end.practice");
  if (game.helped) return t("end.helped");
  return game.shared ? t("end.shared") : null;
}

/** @param {any} game */
async function recordLine(game) {
  if (game.status !== "won") return t("end.lost_line");
  const { records } = await engine.records();
  const same = (/** @type {any} */ r) => r.board === game.board && r.mines === game.mines && r.first === game.first && r.no_guess === game.no_guess && (r.fair || null) === (game.fair ?? null) && (r.rules || null) === (game.rules ?? null);
  const mine = records.find(same);
  if (!mine || mine.best === null) return t("end.won_line");
  return t(mine.best >= game.seconds - 0.0005 ? "end.record" : "end.best", { best: fixed(mine.best, 1) });
}

/** @param {any} game @param {"replay" | "certificate"} what */
async function save(game, what) {
  download(await engine.file(game.key, what), what === "replay" ? "demine-replay.jsonl" : "demine-certificate.json");
}

/** The end of an endless game, which can only be lost. @param {any} game @param {Show} showMessage */
export function showLost(game, showMessage) {
  announce(t("end.lost"));
  showMessage(t("end.lost"), many("endless.end", game.endless.cells), t("endless.undo"),
    h("p", { class: "row" }, h("button", { click: () => save(game, "replay") }, t("end.replay")), h("a", { class: "button", href: link(game) }, t("endless.share"))));
}
