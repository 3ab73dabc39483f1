// Solutions one by one, the diagram of a small set, and boards with one mine.
import * as engine from "./engine.js";
import { byId, h, many, roundDigits, t } from "./page.js";

const WANTED = 50;

/**
 * Step through some solutions on the board.
 * @param {import("./board.js").BoardView} view @param {any} edited @param {"sample" | "first" | "cheapest"} way
 * @param {(looks: Map<number, any> | null) => void} overlay
 */
export async function walkThrough(view, edited, way, overlay) {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const answer = await engine.ask("solutions", { ...edited.given, way, number: WANTED, seed });
  const { solutions } = answer;
  if (!solutions.length) return byId("solutions").replaceChildren(h("p", {}, t("solutions.none")));
  let at = 0;
  const place = h("span", { "aria-live": "polite" });
  const goTo = (/** @type {number} */ i) => {
    at = (i + solutions.length) % solutions.length;
    place.textContent = many("solutions.place", solutions[at].length, { i: at + 1, n: solutions.length, mines: solutions[at].length });
    overlay(looks(edited, new Set(solutions[at])));
  };
  byId("solutions").replaceChildren(
    h("p", {}, t(`solutions.${way}_line`, { count: roundDigits(answer.count), n: solutions.length })),
    h("p", { class: "row" }, h("button", { "aria-label": t("solutions.back"), click: () => goTo(at - 1) }, "◀"), place,
      h("button", { id: "next-solution", "aria-label": t("solutions.on"), click: () => goTo(at + 1) }, "▶"),
      h("button", { click: () => { overlay(null); byId("solutions").replaceChildren(); } }, t("solutions.end"))));
  goTo(0);
}

/** The looks of a solution: mines, and free cells elsewhere. @param {any} edited @param {Set<number>} mined */
function looks(edited, mined) {
  const found = new Map();
  edited.labels.forEach((/** @type {any} */ label, /** @type {number} */ cell) => {
    if (typeof label !== "number") found.set(cell, { kind: mined.has(cell) ? "mined" : "free" });
  });
  return found;
}

/** @param {any} edited */
export async function diagram(edited) {
  const answer = await engine.ask("solutions", { ...edited.given, way: "diagram" });
  if (answer.count === "0") return byId("solutions").replaceChildren(h("p", {}, t("solutions.none")));
  const body = [h("p", {}, many("solutions.nodes", answer.nodes, { count: roundDigits(answer.count) }))];
  if (answer.svg) {
    const url = URL.createObjectURL(new Blob([answer.svg], { type: "image/svg+xml" }));
    body.push(h("a", { href: url, target: "_blank" }, h("img", { class: "diagram", src: url, alt: t("solutions.picture", { nodes: answer.nodes }) })));
  } else body.push(h("p", { class: "quiet" }, answer.said ?? t("solutions.too_large")));
  byId("solutions").replaceChildren(...body);
}

/**
 * Show guess components in colours, P* and the best first moves.
 * @param {import("./board.js").BoardView} view @param {any} edited @param {(looks: Map<number, any> | null) => void} overlay
 */
export async function oneMine(view, edited, overlay) {
  const answer = await engine.ask("one-mine", { board: edited.geometry.name });
  const found = new Map();
  const large = answer.parts.filter((/** @type {any} */ part) => part.cells.length > 1);
  large.forEach((/** @type {any} */ part, /** @type {number} */ i) => {
    for (const cell of part.cells) found.set(cell, { kind: "part", count: i + 1 });
  });
  for (let cell = 0; cell < view.count; cell++) if (!found.has(cell)) found.set(cell, { kind: "covered" });
  overlay(found);
  view.ring("best", answer.best.length <= 200 ? answer.best : []);
  const best = answer.best.slice(0, 12).map((/** @type {number} */ cell) => view.geometry.addresses[cell]).join(", ");
  byId("onemine-body").replaceChildren(
    h("p", {}, h("strong", {}, `P* = ${answer.probability}`), ` ≈ ${answer.float.toFixed(6)}`),
    h("p", {}, t("onemine.best", { cells: best, more: answer.best.length > 12 ? " …" : "" })),
    h("p", { class: "quiet" }, t(`onemine.${answer.kind}`, { n: answer.parts.length, large: large.length })),
    h("p", {}, h("button", { click: () => { overlay(null); view.ring("best", []); byId("onemine-body").replaceChildren(); } }, t("solutions.end"))));
}
