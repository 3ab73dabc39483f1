// A hint, tier by tier, and a proof step by step: each step with its sentence and its cells.
import { announce, byId, h, many, percent, say, sayAll, t } from "./page.js";

/** Pixels between a cell of a hint and the sheet below it. */
const SPARE = 12;
const NAMES = ["guess", "where", "why", "show"];

/** Ask for the next tier of a hint on the play page, and show it. @param {() => void} more */
export async function askHint(more) {
  const [{ now, showSheet, showStatus, view, visit, seen }, engine] = await Promise.all([import("./playing.js"), import("./engine.js")]);
  let answer = await engine.hint(now.game.key, now.tier, seen());
  const outside = [answer.cell ?? 0, ...(answer.numbers ?? [])].find((cell) => cell >= view.count);
  if (now.game.endless && outside !== undefined) { // the window does not show the cell, or a number
    const { tier } = answer;
    await visit(now.endless.around(answer.address ?? answer.addresses[outside], view.viewport));
    now.tier = tier;
    answer = await engine.hint(now.game.key, tier, seen());
  }
  now.game.helped ||= !answer.free;
  showStatus();
  const flagged = answer.cell !== undefined && now.flags.has(answer.cell);
  showHint(view, { ...answer, flagged }, showSheet, more);
}

/** What the colours of the risks mean. */
export async function showLegend() {
  const [{ now, showMessage }, { heat }] = await Promise.all([import("./playing.js"), import("./board.js")]);
  const swatches = [0.02, 0.1, 0.25, 0.5, 0.8].map((p) => {
    const swatch = h("span", { class: "swatch" }, percent(p).replace(".0", ""));
    [swatch.style.background, swatch.style.color] = heat(p);
    return swatch;
  });
  showMessage(t("risks.title"), t("risks.line"), now.odds.exact ? "" : t("risks.estimated"), h("p", { class: "legend" }, ...swatches));
}

/**
 * @param {import("./board.js").BoardView} view @param {any} hint
 * @param {(heading: string, ...body: any[]) => void} showMessage @param {() => void} more
 */
export function showHint(view, hint, showMessage, more) {
  if (hint.free) {
    showMessage(t("hint.title"), t("hint.first"));
    announce(t("hint.first"));
    return;
  }
  view.ring("cited", hint.numbers ?? []);
  view.ring("target", hint.cell === undefined ? [] : [hint.cell]);
  if (hint.cell !== undefined && hint.tier > 3) view.activate(hint.cell);
  const tiers = h("ol", { class: "tiers" }, ...NAMES.map((name, i) =>
    h("li", { class: i < hint.tier ? "done" : "", "aria-current": i === hint.tier - 1 ? "step" : null }, t(`hint.${name}`))));
  const addresses = Object.assign([...view.geometry.addresses], hint.addresses);
  const body = reasonOf(view, hint, addresses);
  const next = hint.tier < 4 ? h("p", {}, h("button", { id: "more", class: "main-button", click: more }, t(`hint.next.${NAMES[hint.tier]}`))) : null;
  const said = sayAll(hint.lines, addresses);
  showMessage(t("hint.title"), tiers, hint.tier === 3 ? null : h("p", { class: "spoken" }, said), flagLine(hint), body, next);
  announce(said);
  uncover(view, [...(hint.numbers ?? []), ...(hint.cell === undefined ? [] : [hint.cell])]);
}

/** Move the sheet of a phone, or the page below it, so that it hides none of these cells. @param {import("./board.js").BoardView} view @param {number[]} cells */
function uncover(view, cells) {
  if (!document.body.dataset.sheet || !cells.length || getComputedStyle(byId("said")).position !== "fixed") return;
  view.cells[cells[cells.length - 1]].scrollIntoView({ block: "nearest", inline: "nearest" });
  const boxes = cells.map((cell) => view.cells[cell].getBoundingClientRect());
  if (byId("said").offsetWidth < innerWidth) {
    const middle = boxes.reduce((sum, box) => sum + box.left + box.right, 0) / (2 * boxes.length);
    document.body.dataset.sheet = middle > innerWidth / 2 ? "left" : "open";
    return;
  }
  const hidden = Math.max(...boxes.map((box) => box.bottom)) - byId("said").getBoundingClientRect().top;
  if (hidden > -SPARE) scrollBy(0, hidden + SPARE);
}

/** What is wrong with the flags: that one is, or which one if the hint names its cell. @param {any} hint */
function flagLine({ flagged, wrong_flags }) {
  if (!flagged && !wrong_flags) return null;
  return h("p", { class: "bad" }, t(flagged ? "hint.flagged" : "hint.wrong_flags"));
}

/**
 * A proof to step through, with the cells of each step outlined.
 * @param {import("./board.js").BoardView} view @param {any} reason @param {string[]} [addresses]
 */
export function proofSteps(view, reason, addresses = view.geometry.addresses) {
  const steps = reason.steps;
  let at = -1;
  const list = h("ol", { class: "steps" }, ...steps.map((/** @type {any} */ step, /** @type {number} */ i) =>
    h("li", { class: `deep-${Math.min(step.depth ?? 0, 3)}` }, h("button", { class: "plain step", click: () => goTo(i) }, say(step, addresses)))));
  const place = h("span", { class: "quiet" }, many("proof.steps", steps.length));
  const bar = h("p", { class: "row" },
    h("button", { id: "step-back", "aria-label": t("proof.back"), title: `${t("key")} [`, click: () => goTo(at - 1) }, "◀"),
    place,
    h("button", { id: "step-on", "aria-label": t("proof.on"), title: `${t("key")} ]`, click: () => goTo(at + 1) }, "▶"));

  /** @param {number} i */
  function goTo(i) {
    at = Math.min(Math.max(i, 0), steps.length - 1);
    [...list.children].forEach((item, j) => item.classList.toggle("now", j === at));
    place.textContent = t("proof.step", { i: at + 1, n: steps.length });
    view.ring("cited", steps[at].numbers ?? []);
    view.ring("step", steps[at].cells ?? []);
    announce(say(steps[at], addresses));
    uncover(view, [...(steps[at].numbers ?? []), ...(steps[at].cells ?? [])]);
  }
  const head = reason.proved ? t(`proof.${reason.proved}`, { at: addresses[reason.cell], n: reason.numbers.length }) : "";
  return h("div", { class: "proof" }, h("p", {}, h("strong", {}, head)), list, bar);
}

/** @param {import("./board.js").BoardView} view @param {any} hint @param {string[]} addresses */
function reasonOf(view, hint, addresses) {
  if (!hint.reason) return null;
  return hint.reason.steps?.length ? proofSteps(view, hint.reason, addresses) : riskTable(view, hint.reason, addresses);
}

/**
 * The risk of a cell that no number decides, and of the best other cells.
 * @param {import("./board.js").BoardView} view @param {any} reason @param {string[]} [addresses]
 */
export function riskTable(view, reason, addresses = view.geometry.addresses) {
  return h("div", {}, ...reason.lines.map((/** @type {any} */ line) => h("p", {}, say(line, addresses))),
    !reason.candidates?.length ? null : h("table", { class: "odds" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("guess.cell")), h("th", { scope: "col" }, t("guess.risk")), h("th", { scope: "col" }, t("guess.exact")))),
      h("tbody", {}, ...reason.candidates.map((/** @type {any} */ one) => h("tr", {},
        h("th", { scope: "row" }, h("button", { class: "plain link", click: () => one.cell < view.count && view.activate(one.cell) }, addresses[one.cell])),
        h("td", {}, (reason.exact ? "" : "≈ ") + percent(one.float)), h("td", { class: "digits" }, shorten(one.fraction)))))),
    reason.more ? h("p", { class: "quiet" }, t("guess.more", { n: reason.more })) : null);
}

/** A fraction if it is short enough to read; an estimate has none. @param {string | null} fraction */
export function shorten(fraction) {
  return fraction === null ? "–" : fraction.length > 22 ? "…" : fraction;
}
