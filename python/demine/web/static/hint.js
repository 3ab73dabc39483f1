// A hint, tier by tier, and a proof that can be walked: each step with its sentence and its cells.
import { announce, h, many, percent, t } from "./page.js";

const NAMES = ["guess", "where", "why", "show"];

/**
 * @param {import("./board.js").BoardView} view @param {any} told
 * @param {(heading: string, ...body: any[]) => void} say @param {() => void} more
 */
export function tell(view, told, say, more) {
  if (told.free) {
    say(t("hint.title"), t("hint.first"));
    announce(t("hint.first"));
    return;
  }
  view.ring("cited", told.numbers ?? []);
  view.ring("target", told.cell === undefined ? [] : [told.cell]);
  if (told.cell !== undefined && told.tier > 3) view.activate(told.cell);
  const tiers = h("ol", { class: "tiers" }, ...NAMES.map((name, i) =>
    h("li", { class: i < told.tier ? "done" : "", "aria-current": i === told.tier - 1 ? "step" : null }, t(`hint.${name}`))));
  const body = reasonBody(view, told);
  const next = told.tier < 4 ? h("p", {}, h("button", { id: "more", class: "main-button", click: more }, t(`hint.next.${NAMES[told.tier]}`))) : null;
  say(t("hint.title"), tiers, told.tier === 3 ? null : h("p", { class: "spoken" }, told.text), body, next);
  announce(told.text);
}

/**
 * A proof, step by step: back and forth, with the cells of each step outlined.
 * @param {import("./board.js").BoardView} view @param {any} reason
 */
export function walker(view, reason) {
  const steps = reason.steps;
  let at = -1;
  const list = h("ol", { class: "steps" }, ...steps.map((/** @type {any} */ step, /** @type {number} */ i) =>
    h("li", { class: `deep-${Math.min(step.depth ?? 0, 3)}` }, h("button", { class: "plain step", click: () => go(i) }, step.sentence))));
  const place = h("span", { class: "quiet" }, many("proof.steps", steps.length));
  const bar = h("p", { class: "row" },
    h("button", { id: "step-back", "aria-label": t("proof.back"), title: `${t("key")} [`, click: () => go(at - 1) }, "◀"),
    place,
    h("button", { id: "step-on", "aria-label": t("proof.on"), title: `${t("key")} ]`, click: () => go(at + 1) }, "▶"));

  /** @param {number} i */
  function go(i) {
    at = Math.min(Math.max(i, 0), steps.length - 1);
    [...list.children].forEach((item, j) => item.classList.toggle("now", j === at));
    place.textContent = t("proof.step", { i: at + 1, n: steps.length });
    view.ring("cited", steps[at].numbers ?? []);
    view.ring("step", steps[at].cells ?? []);
    announce(steps[at].sentence);
  }
  const head = reason.proved ? t(`proof.${reason.proved}`, { at: view.geometry.addresses[reason.cell], n: reason.numbers.length }) : "";
  return h("div", { class: "proof" }, h("p", {}, h("strong", {}, head)), list, bar);
}

/** @param {import("./board.js").BoardView} view @param {any} told */
function reasonBody(view, told) {
  if (!told.reason) return null;
  return told.reason.steps?.length ? walker(view, told.reason) : undecided(view, told.reason);
}

/**
 * What is known of a cell that nothing decides, and of the others.
 * @param {import("./board.js").BoardView} view @param {any} reason
 */
export function undecided(view, reason) {
  const { addresses } = view.geometry;
  return h("div", {}, ...reason.sentences.map((/** @type {string} */ line) => h("p", {}, line)),
    !reason.candidates?.length ? null : h("table", { class: "odds" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("guess.cell")), h("th", { scope: "col" }, t("guess.risk")), h("th", { scope: "col" }, t("guess.exact")))),
      h("tbody", {}, ...reason.candidates.map((/** @type {any} */ one) => h("tr", {},
        h("th", { scope: "row" }, h("button", { class: "plain link", click: () => view.activate(one.cell) }, addresses[one.cell])),
        h("td", {}, (reason.exact ? "" : "≈ ") + percent(one.float)), h("td", { class: "digits" }, shorten(one.fraction)))))),
    reason.more ? h("p", { class: "quiet" }, t("guess.more", { n: reason.more })) : null);
}

/** A fraction, if it is not too long to read; an estimate has none. @param {string | null} fraction */
export function shorten(fraction) {
  return fraction === null ? "–" : fraction.length > 22 ? "…" : fraction;
}
