// The wasted clicks of a reviewed game: how many, why, and at which moves.
import { h, t } from "./page.js";

const MOST_MOVES = 30;

/** @typedef {{number: number, clicks: number, kind: string}} Waste */

/** @param {Waste[]} wasted */
const total = (wasted) => wasted.reduce((sum, one) => sum + one.clicks, 0);

/** The lines about one move. @param {Waste[]} wasted of the whole game @param {number} number of the move, from 1 */
export function wastedAt(wasted, number) {
  return wasted.filter((one) => one.number === number).map((one) => h("p", {}, h("strong", {}, t("review.wasted")), `: ${one.clicks} ${t(`wasted.${one.kind}`)}`));
}

/** A line for each reason, with links to its moves. @param {Waste[]} wasted @param {(place: number) => void} goTo */
export function wastedList(wasted, goTo) {
  const kinds = [...new Set(wasted.map((one) => one.kind))];
  return kinds.flatMap((kind) => {
    const found = wasted.filter((one) => one.kind === kind);
    const moves = [...new Set(found.map((one) => one.number))];
    return [h("p", {}, h("strong", {}, String(total(found))), ` ${t(`wasted.${kind}`)}`),
      h("p", { class: "row moves" }, `${t("review.number")}`, ...moves.slice(0, MOST_MOVES).map((number) => h("button", { class: "plain link", click: () => goTo(number - 1) }, String(number))), moves.length > MOST_MOVES && "…")];
  });
}

/** The number of all, as a row of facts; nothing if there are none. @param {Waste[]} wasted @returns {Record<string, string>} */
export const wastedRow = (wasted) => (wasted.length ? { "review.wasted": String(total(wasted)) } : {});
