// The end of a game: the result, the facts, the proof that it was fair, and what to do next.
import { link } from "./endless.js";
import * as engine from "./engine.js";
import { address, announce, download, fixed, h, many, t } from "./page.js";
import { isVerified } from "./verify.js";

/** @typedef {(heading: string, ...body: any[]) => void} Show */

/** Show how a game ended, and check that it was fair. @param {any} game @param {Show} showMessage */
export async function showEnding(game, showMessage) {
  const won = game.status === "won";
  const heading = t(won ? "end.won" : "end.lost");
  announce(`${heading} ${t("end.time", { time: fixed(game.seconds, 1) })}`);
  const fair = h("dd", {}, "…");
  const links = h("p", { class: "row" }, h("a", { class: "button", href: `${address("review")}?game=${game.key}` }, t("end.review")),
    h("button", { click: () => save(game, "replay") }, t("end.replay")));
  links.hidden = !engine.offers("review");
  if (game.no_guess) links.append(h("button", { click: () => save(game, "certificate") }, t("end.certificate")));
  showMessage(heading, resultLine(game) ?? (await recordLine(game, won)), endFacts(game, fair), links);
  if (game.commitment === null) return void (fair.textContent = t("end.own_mines"));
  const good = isVerified(game.nonce, game.id, game.commitment);
  fair.textContent = t(good ? verified(game) : "end.cheated");
  fair.className = good ? "good" : "bad";
  fair.title = `SHA-256(${game.nonce}:${game.id}) = ${game.commitment}`;
}

/** The list of facts about a finished game. @param {any} game @param {any} fair the element that says whether play was fair */
function endFacts(game, fair) {
  const facts = { "end.seconds": `${fixed(game.seconds, 1)} s`, "end.three_bv": String(game.three_bv), "end.clicks": String(game.clicks),
    ...(game.efficiency ? { "end.efficiency": `${Math.round(game.efficiency * 100)} %` } : {}) };
  return h("dl", { class: "facts" }, ...Object.entries(facts).flatMap(([name, value]) => [h("dt", {}, t(name)), h("dd", {}, value)]),
    h("dt", {}, t("end.fair")), fair);
}

/** The text that says when the server fixed the seed, and what the mines follow from. @param {any} game */
function verified(game) {
  if (game.no_guess) return "end.verified.no_guess";
  return game.first === "risky" ? "end.verified.risky" : "end.verified";
}

/** What to say of a game that is no record whatever happened. @param {any} game */
function resultLine(game) {
  if (game.practice) return t("end.practice");
  return game.helped ? t("end.helped") : null;
}

/** @param {any} game @param {boolean} won */
async function recordLine(game, won) {
  if (!won) return t("end.lost_line");
  const { records } = await engine.records();
  const mine = records.find((/** @type {any} */ r) => r.board === game.board && r.mines === game.mines && r.first === game.first && r.no_guess === game.no_guess);
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
