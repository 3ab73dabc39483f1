// The records of this player: per board the rates, streaks and times; the curve of one board; CSV.
import { boardTitle, gameTitle, loadOffers } from "./boards.js";
import { chart } from "./chart.js";
import { readCsv, writeCsv } from "./csv.js";
import * as engine from "./engine.js";
import { complain, dialog, download, fixed, h, many, t } from "./page.js";

const IMPORTED = "demine.imported";
const BARS = 12;

/** @typedef {Record<string, any>} Row a finished game */

/** The finished games: those of the server, and those that were read from files. @returns {Promise<Row[]>} */
async function allGames() {
  const { games } = await engine.history();
  const known = new Set(games.map((/** @type {Row} */ row) => row.key));
  const read = JSON.parse(localStorage.getItem(IMPORTED) ?? "[]").filter((/** @type {Row} */ row) => !known.has(row.key));
  return [...read, ...games].sort((a, b) => a.made - b.made);
}

export async function records() {
  if (!engine.offers("history")) return oldRecords();
  const [games] = await Promise.all([allGames(), loadOffers()]);
  const [place, said] = [h("div", {}), h("p", { class: "bad", role: "alert" })];
  const show = () => place.replaceChildren(...content(games, (file) => load(file).catch((error) => (said.textContent = error.message))));
  /** @param {File} file */
  async function load(file) {
    const added = merge(games, readCsv(await file.text()));
    localStorage.setItem(IMPORTED, JSON.stringify([...JSON.parse(localStorage.getItem(IMPORTED) ?? "[]"), ...added]));
    said.textContent = "";
    show();
  }
  show();
  dialog(t("records.title"), () => [place, said]).classList.add("wide");
}

/** Add the games that are not there yet. @param {Row[]} games @param {Row[]} read @returns {Row[]} */
function merge(games, read) {
  const known = new Set(games.map((row) => row.key));
  const added = read.filter((row) => !known.has(row.key));
  games.push(...added);
  games.sort((a, b) => a.made - b.made);
  return added;
}

/** @param {Row[]} games @param {(file: File) => void} load @returns {any[]} */
function content(games, load) {
  const groups = grouped(games).map((rows) => summary(rows)).sort((a, b) => b.games - a.games);
  const detail = h("div", { id: "record-detail" });
  const file = h("input", { type: "file", class: "sr", id: "csv-in", accept: ".csv,text/csv", change: () => load(file.files[0]) });
  const end = h("div", {}, h("p", { class: "quiet" }, t("records.line")),
    h("p", { class: "row" }, h("button", { id: "csv-out", disabled: !games.length, click: () => download(writeCsv(games), "demine-games.csv") }, t("records.export")), file, h("label", { class: "button", for: "csv-in" }, t("records.import"))));
  if (!groups.length) return [h("p", {}, t("records.none")), end];
  detail.replaceChildren(...details(groups[0]));
  return [h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("records.title") }, table(groups, (group) => detail.replaceChildren(...details(group)))), detail, end];
}

/** Games of one kind are compared with each other. @param {Row} row */
const kindOf = (row) => [row.board, row.mines, row.first, row.fair ?? "", row.rules ?? "", row.no_guess].join(" ");
/** @param {Row[]} games @returns {Row[][]} */
function grouped(games) {
  const kinds = new Map();
  for (const row of games) kinds.set(kindOf(row), [...(kinds.get(kindOf(row)) ?? []), row]);
  return [...kinds.values()];
}

/** Whether a game counts: without help, on a board that nobody chose. @param {Row} row */
const counts = (row) => !row.helped && !row.shared;

/** @param {Row[]} rows */
function summary(rows) {
  const [last] = rows.slice(-1);
  const counted = rows.filter(counts);
  const won = counted.filter((row) => row.status === "won");
  const times = won.map((row) => row.seconds);
  const { now, longest } = streaks(counted);
  const clicks = won.reduce((sum, row) => sum + row.clicks + (row.wasted ?? 0), 0);
  return { title: titleOf(last), rows, won, times, games: rows.length, played: counted.length, now, longest,
    rate: counted.length ? won.length / counted.length : null, best: times.length ? Math.min(...times) : null,
    average: times.length ? times.reduce((a, b) => a + b, 0) / times.length : null,
    efficiency: clicks ? won.reduce((sum, row) => sum + row.three_bv, 0) / clicks : null };
}

/** @param {Row[]} rows */
function streaks(rows) {
  let [now, longest] = [0, 0];
  for (const row of rows) {
    now = row.status === "won" ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}

/** The name of a preset, or the board in words. @param {Row} row */
function titleOf(row) {
  const kinds = [row.no_guess && t("chip.no_guess"), row.fair && t(`fair.${row.fair}`), row.rules, row.first !== "safe" && !row.no_guess && t(`first.${row.first}`)].filter(Boolean);
  const title = gameTitle(row.board, row.mines);
  return kinds.length ? `${title} (${kinds.join(", ")})` : title;
}

const seconds = (/** @type {number | null} */ value) => (value === null ? "–" : `${fixed(value, 1)} s`);
const share = (/** @type {number | null} */ value) => (value === null ? "–" : `${Math.round(value * 100)} %`);

/** @param {any[]} groups @param {(group: any) => void} choose */
function table(groups, choose) {
  const heads = ["board", "games", "rate", "streak", "best", "average", "efficiency"];
  return h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, t(`records.${name}`))))),
    h("tbody", {}, ...groups.map((one) => h("tr", {}, h("th", { scope: "row" }, h("button", { class: "plain link", click: () => choose(one) }, one.title)),
      h("td", {}, String(one.games)), h("td", {}, share(one.rate)), h("td", {}, t("records.streaks", { now: one.now, longest: one.longest })),
      h("td", {}, seconds(one.best)), h("td", {}, seconds(one.average)), h("td", {}, share(one.efficiency))))));
}

/** The curve of the times of wins, and how often they occur. @param {any} group */
function details({ title, times, rows }) {
  if (times.length < 2) return [h("h3", {}, title), latest(rows)];
  const [least, most] = [Math.min(...times), Math.max(...times)];
  const wide = Math.max((most - least) / BARS, 0.1);
  const bars = Array.from({ length: BARS }, (_, i) => times.filter((/** @type {number} */ time) => Math.min(Math.floor((time - least) / wide), BARS - 1) === i).length);
  const range = { least: fixed(least, 1), most: fixed(most, 1) };
  return [h("h3", {}, title), h("div", { class: "charts" },
    h("figure", {}, chart({ values: times, first: 1, label: t("records.curve", range), ticks: [[most, String(Math.round(most))], [0, "0"]] }), h("figcaption", { class: "quiet" }, t("records.curve_line"))),
    h("figure", {}, chart({ values: bars, first: 1, bars: true, label: t("records.histogram", range), ticks: [[Math.max(...bars), String(Math.max(...bars))]] }), h("figcaption", { class: "quiet" }, t("records.histogram", range)))), latest(rows)];
}

/** The latest games of a board. @param {Row[]} rows */
function latest(rows) {
  return h("p", { class: "row latest" }, ...rows.slice(-12).reverse().map((row) =>
    h("a", { class: row.status === "won" ? "good" : "bad", href: `review?game=${row.key}` }, `${t(`review.${row.status}`)} ${fixed(row.seconds, 1)} s${row.helped ? ` (${t("play.helped")})` : ""}`)));
}

/** The records where only those are kept. */
async function oldRecords() {
  const [{ records: rows }] = await Promise.all([engine.records(), loadOffers()]);
  const heads = ["board", "games", "won", "best", "efficiency"];
  dialog(t("records.title"), () => [
    rows.length === 0 ? h("p", {}, t("records.none")) : h("table", {},
      h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, t(`records.${name}`))))),
      h("tbody", {}, ...rows.map((/** @type {any} */ row) => h("tr", {},
        h("th", { scope: "row" }, `${boardTitle(row.board)} · ${many("play.mines", row.mines)}`, h("small", {}, ` ${t(`first.${row.first}`)}${row.no_guess ? `, ${t("play.no_guess")}` : ""}`)),
        h("td", {}, String(row.games)), h("td", {}, `${row.won}`), h("td", {}, seconds(row.best)), h("td", {}, share(row.efficiency)))))),
    h("p", { class: "quiet" }, t("records.line")),
    engine.offers("kept") ? keeping() : null].filter(Boolean));
}

/** Save all games and settings as one file, and take those of such a file. */
function keeping() {
  const said = h("p", { class: "quiet", role: "status" });
  const save = async () => download(JSON.stringify(await engine.kept()), "demine-games.json");
  const take = async (/** @type {File} */ file) => {
    const { added } = await engine.takeKept(JSON.parse(await file.text()));
    said.textContent = many("kept.added", added);
  };
  const fail = () => complain(new Error(t("kept.wrong")));
  const file = h("input", { type: "file", id: "kept", accept: ".json", "aria-label": t("kept.take"), change: () => take(file.files[0]).catch(fail) });
  return h("div", {}, h("p", { class: "row" }, h("button", { id: "save-kept", click: () => save().catch(complain) }, t("kept.save")),
    h("label", {}, `${t("kept.take")} `, file)), said);
}
