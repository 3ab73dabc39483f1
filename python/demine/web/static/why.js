// Why a guess was made here: the cell that was opened beside the best ones, by the same measures.
import * as engine from "./engine.js";
import { h, percent, t } from "./page.js";

const COLUMNS = ["risk", "win", "next", "opening"];
/** Answers by position: a reader goes back and forth. @type {Map<string, Promise<any>>} */
const asked = new Map();

/**
 * Compare the cells worth a guess, and say what speaks for the one that was opened.
 * @param {any} position board, labels, mines @param {any} guess @param {string[]} addresses
 */
export async function whyHere(position, guess, addresses) {
  const key = JSON.stringify(position.labels);
  if (!asked.has(key)) asked.set(key, engine.ask("guesses", position));
  const { candidates } = await asked.get(key);
  const [cell] = guess.opened;
  const mine = candidates.find((/** @type {any} */ one) => one.cell === cell);
  const shown = [...new Set([...candidates.slice(0, 4), ...(mine ? [mine] : [])])];
  if (!shown.length) return h("div");
  return h("div", {}, h("p", {}, h("strong", {}, t("why.title")), ` ${reason(candidates, cell, addresses)}`), table(shown, cell, addresses));
}

/** What the cell is best at. @param {any[]} candidates @param {number} cell @param {string[]} addresses */
function reason(candidates, cell, addresses) {
  const mine = candidates.find((one) => one.cell === cell);
  const least = (/** @type {string} */ name) => Math.min(...candidates.map((one) => one[name]?.float ?? 1));
  const most = (/** @type {string} */ name) => Math.max(...candidates.map((one) => one[name]?.float ?? 0));
  const best = t("why.best", { at: addresses[candidates[0].cell] });
  if (!mine) return `${t("why.none")} ${best}`;
  const good = [mine.risk.float <= least("risk") && "risk", ...["win", "next", "opening"].map((name) => mine[name]?.float >= most(name) && most(name) > 0 && name)].filter(Boolean);
  if (!good.length) return `${t("why.none")} ${best}`;
  return `${good.map((name) => t(`why.${name}`)).join(" ")} ${candidates[0].cell === cell ? "" : best}`.trim();
}

/** @param {any[]} candidates @param {number} cell @param {string[]} addresses */
function table(candidates, cell, addresses) {
  const columns = COLUMNS.filter((name) => candidates.some((one) => one[name]));
  return h("table", { class: "odds" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("guess.cell")), ...columns.map((name) => h("th", { scope: "col", title: t(`guess.${name}_hint`) }, t(`guess.${name}`))))),
    h("tbody", {}, ...candidates.map((one) => h("tr", { class: one.cell === cell ? "best-row" : false }, h("th", { scope: "row" }, addresses[one.cell]),
      ...columns.map((name) => h("td", {}, one[name] ? (one[name].estimate ? "≈ " : "") + percent(one[name].float) : "–"))))));
}
