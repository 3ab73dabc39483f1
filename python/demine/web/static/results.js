// The results of an analysis: the summary, a cell, the best guesses, the curve by number of mines.
import { chart } from "./chart.js";
import { proofSteps } from "./hint.js";
import { byId, h, many, percent, roundDigits, t } from "./page.js";

/** What candidates are compared by, as the table shows it. */
const MEASURES = ["risk", "win", "next", "progress", "opening"];
/** @type {number | null} */
let mostLikely = null;

/** @param {import("./board.js").BoardView} view @param {any} edited @param {any} found */
export function result(view, edited, found) {
  byId("conflict").hidden = found.consistent;
  if (!found.consistent) return showConflict(view, found);
  const digits = h("p", { class: "digits all", hidden: true }, found.count ?? "");
  const more = found.exact && found.count.length > 9
    ? h("button", { class: "plain link", "aria-expanded": "false", click: (/** @type {any} */ event) => {
        digits.hidden = !digits.hidden;
        event.target.setAttribute("aria-expanded", String(!digits.hidden));
      } }, t("result.digits")) : null;
  const mined = found.mined.filter((/** @type {number} */ cell) => edited.labels[cell] !== "*").length;
  byId("result").replaceChildren(
    h("dl", { class: "facts big" },
      h("dt", {}, t("result.count")), h("dd", {}, h("strong", { id: "count" }, found.exact ? roundDigits(found.count) : t("result.too_wide")), " ", more),
      h("dt", {}, t("result.safe")), h("dd", {}, h("strong", { class: "good" }, String(found.open.length))),
      h("dt", {}, t("result.mined")), h("dd", {}, h("strong", {}, String(mined))),
      h("dt", {}, t("result.expected")), h("dd", {}, h("strong", {}, decimals(found.expected.float)), exactFraction(found.expected.fraction))),
    digits);
}

/** @param {number} value */
const decimals = (value) => (Math.abs(value - Math.round(value)) < 1e-9 * Math.max(value, 1) ? String(Math.round(value)) : value.toFixed(2));

/** @param {string | null} fraction */
function exactFraction(fraction) {
  return fraction && fraction.includes("/") && fraction.length < 26 ? h("span", { class: "quiet digits" }, ` = ${fraction}`) : null;
}

/** @param {import("./board.js").BoardView} view @param {any} found */
function showConflict(view, found) {
  const { conflict } = found;
  byId("result").replaceChildren(h("p", { class: "bad" }, h("strong", {}, t("result.impossible")), ` ${t("result.none")}`));
  const { addresses } = view.geometry;
  const places = (conflict?.numbers ?? []).map((/** @type {number} */ cell) => h("button", { class: "plain link", click: () => view.activate(cell) }, addresses[cell]));
  byId("conflict-body").replaceChildren(
    h("p", {}, !conflict ? t("conflict.unknown") : many(conflict.counter ? "conflict.counted" : "conflict.numbers", places.length), " ", ...places),
    ...(conflict?.steps?.length ? [proofSteps(view, conflict)] : []));
  clear();
}

/** @param {Error} error */
export function showFailure(error) {
  byId("result").replaceChildren(h("p", { class: "bad" }, error.message));
  clear();
}

/** Show an error in place of one of the smaller results. @param {string} id @param {Error} error */
export function showMissing(id, error) {
  byId(id).replaceChildren(h("p", { class: "quiet" }, error.message));
}

/** Remove all results but the summary. */
export function clear() {
  mostLikely = null;
  byId("cell-title").textContent = t("analyse.cell");
  byId("cell-body").replaceChildren(h("p", { class: "quiet" }, t("analyse.cell_hint")));
  byId("slide").disabled = true;
  byId("slide-line").textContent = "";
  byId("guesses").replaceChildren(h("p", { class: "quiet" }, "–"));
  byId("curve").replaceChildren(h("p", { class: "quiet" }, "–"));
}

/** @param {any} edited */
export function mines(edited) {
  const field = byId("mines");
  byId("unknown").checked = edited.mines === null;
  if (document.activeElement !== field) field.value = edited.mines ?? "";
  field.max = edited.labels.length;
  field.placeholder = t("analyse.unknown_number");
}

/** The most likely number of mines. */
export const likelyMines = () => mostLikely ?? 0;

/** @param {import("./board.js").BoardView} view @param {any} edited @param {any} found @param {number} cell */
export function cell(view, edited, found, cell, details = /** @type {any} */ (null), reason = /** @type {any} */ (null)) {
  const at = view.geometry.addresses[cell];
  const label = edited.labels[cell];
  const name = view.geometry.names?.[cell];
  byId("cell-title").textContent = t("cell.title", { at: name ? `${at} (${name})` : at });
  const body = byId("cell-body");
  if (typeof label === "number") return body.replaceChildren(h("p", {}, many("cell.shows", label)), around(view, edited, cell));
  if (!found?.consistent) return body.replaceChildren(h("p", { class: "quiet" }, "–"));
  const risk = found.floats[found.kind[cell]];
  const fraction = found.fractions?.[found.kind[cell]] ?? details?.probability;
  const head = h("p", { class: "odd" }, h("strong", {}, found.safeSet.has(cell) ? t("cell.is_safe") : found.minedSet.has(cell) ? t("cell.is_mined") : `${found.exact ? "" : "≈ "}${t("cell.is_risk", { risk: percent(risk) })}`),
    fraction && risk > 0 && risk < 1 ? h("span", { class: "digits fraction", title: fraction }, ` = ${fraction.length > 60 ? `${fraction.slice(0, 40)}…` : fraction}`) : "");
  body.replaceChildren(head, ...(details ? [numberBars(details.shows)] : []), ...(reason?.steps ? [proofSteps(view, reason)] : []));
}

/** @param {import("./board.js").BoardView} view @param {any} edited @param {number} cell */
function around(view, edited, cell) {
  const cells = view.neighbours(cell);
  const covered = cells.filter((other) => ["?", "F"].includes(String(edited.labels[other]))).length;
  return h("p", { class: "quiet" }, t("cell.around", { n: cells.length, covered }));
}

/** The numbers that a cell may show, with their chances. @param {any[]} shows */
function numberBars(shows) {
  return h("div", { class: "shows" }, h("p", { class: "quiet" }, t("cell.would")),
    h("ul", {}, ...shows.map((one) => {
      const bar = h("span", { class: "share-bar", "aria-hidden": "true" });
      bar.style.inlineSize = `${Math.max(one.float * 100, 0.5)}%`;
      return h("li", { title: one.fraction }, h("span", { class: `digit n${Math.min(one.count, 9)}` }, String(one.count)),
        h("span", { class: "track" }, bar), h("span", { class: "value" }, percent(one.float)), h("span", { class: "digits quiet" }, one.fraction));
    })));
}

/** @param {any} chance */
const written = (chance) => (chance.estimate ? "≈ " : "") + percent(chance.float);

/** Why the first candidate is the best one. @param {any[]} candidates @param {string[]} addresses */
function reasonFor(candidates, addresses) {
  const [best] = candidates;
  const less = candidates.find((one) => one.risk.float < best.risk.float);
  const but = less ? t(isClear(best, less) ? "guess.best.but" : "guess.best.unclear", { at: addresses[less.cell], risk: percent(less.risk.float) }) : "";
  return `${t("guess.best", { at: addresses[best.cell], why: whyBest(best) })} ${but}`.trim();
}

/** Whether one candidate certainly wins more often than another: estimates only if their intervals part. @param {any} one @param {any} other */
function isClear({ win: one }, { win: other }) {
  return Boolean(one && other) && one.float - (one.margin ?? 0) > other.float + (other.margin ?? 0);
}

/** @param {any} best */
function whyBest({ risk, win }) {
  if (risk.float === 0) return t("guess.best.safe");
  if (!win) return t("guess.best.risk", { risk: written(risk) });
  const margin = percent(win.margin ?? 0);
  return t(win.estimate ? "guess.best.played" : "guess.best.win", { win: percent(win.float), margin });
}

/** @param {import("./board.js").BoardView} view @param {any} details @param {(cell: number) => void} pick */
export function guesses(view, details, pick) {
  const columns = MEASURES.filter((name) => details.candidates.some((/** @type {any} */ one) => one[name] !== null));
  if (!details.candidates.length) return byId("guesses").replaceChildren(h("p", { class: "quiet" }, t("guess.none")));
  const line = h("p", { class: "quiet exactly", "aria-live": "polite" }, t("guess.line"));
  byId("guesses").replaceChildren(
    h("p", { id: "best-move" }, reasonFor(details.candidates, view.geometry.addresses)),
    h("table", { class: "odds", click: showFraction },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("guess.cell")), ...columns.map((name) => h("th", { scope: "col", title: t(`guess.${name}_hint`) }, t(`guess.${name}`))))),
      h("tbody", {}, ...details.candidates.map((/** @type {any} */ one, /** @type {number} */ place) => h("tr", { class: place ? false : "best-row" },
        h("th", { scope: "row" }, h("button", { class: "plain link", click: () => { view.activate(one.cell); pick(one.cell); } }, view.geometry.addresses[one.cell])),
        ...columns.map((name) => h("td", { title: one[name]?.fraction ?? "" }, one[name] === null ? "–" : written(one[name]))))))),
    line);
  /** @param {MouseEvent} event */
  function showFraction(event) {
    const cell = /** @type {HTMLElement} */ (event.target).closest("td");
    if (!cell?.title) return;
    const [at, what] = [cell.parentElement?.firstChild, byId("guesses").querySelectorAll("thead th")[cell.cellIndex]];
    line.textContent = t("guess.exactly", { at: at?.textContent ?? "", what: what.textContent, fraction: cell.title });
  }
}

/** @param {any} edited @param {any} details @param {(mines: number) => void} choose */
export function curve(edited, details, choose) {
  const { first, shares, counts, logs } = details;
  if (!shares.length) return byId("curve").replaceChildren(h("p", { class: "quiet" }, "–"));
  const high = Math.max(...shares);
  const best = first + shares.indexOf(high);
  mostLikely = best;
  const at = edited.mines;
  const share = at === null ? null : shares[at - first];
  byId("curve").replaceChildren(
    chart({ values: shares, first, mark: at ?? best, bars: shares.length < 120, choose, label: t("curve.label", { first, last: first + shares.length - 1, best }), ticks: [[0, "0"], [high, percent(high)]] }),
    h("p", { class: "quiet" }, shares.length === 1 && at === null ? many("analyse.only", first) : at === null || share === undefined ? t("curve.line", { first, last: first + shares.length - 1, best })
      : many("curve.at", at, { count: counts[at - first] ? roundDigits(counts[at - first]) : `10^${logs[at - first]}`, share: percent(share ?? 0) })));
  const slide = byId("slide");
  slide.disabled = false;
  slide.min = first;
  slide.max = first + shares.length - 1;
  slide.value = at ?? best;
  slide.disabled = shares.length === 1;
  byId("slide-line").textContent = shares.length === 1 ? many("analyse.only", first) : t("analyse.range", { first, last: first + shares.length - 1 });
}
