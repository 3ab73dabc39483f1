// A position in a frame of another page: its risks, and the proof of the cell that is chosen. Nothing changes.
import { BoardView } from "./board.js";
import * as engine from "./engine.js";
import { proofSteps } from "./hint.js";
import { walk } from "./input.js";
import { byId, complain, h, open, percent, t } from "./page.js";
import { readLink } from "./position.js";

const view = new BoardView(byId("viewport"), t("analyse.grid"));
/** @type {any} */
let position;
/** @type {any} */
let found;

/** @param {number} cell @returns {import("./board.js").Look} */
function look(cell) {
  const label = position.labels[cell];
  if (typeof label === "number") return { kind: "open", count: label };
  if (label === "□") return { kind: "free" };
  if (label === "*") return { kind: "mine" };
  if (!found?.consistent) return { kind: "covered" };
  if (found.safe.includes(cell)) return { kind: "safe" };
  if (found.mined.includes(cell)) return { kind: "mined" };
  return { kind: "risk", risk: found.floats[found.kind[cell]], estimate: !found.exact };
}

function paint() {
  for (let cell = 0; cell < view.count; cell++) view.paint(cell, look(cell));
}

/** Show why a cell is safe or mined, or how risky it is. @param {number} cell */
async function explain(cell) {
  const { kind, risk } = look(cell);
  for (const name of ["cited", "step"]) view.ring(name, []);
  view.ring("target", [cell]);
  if (kind !== "safe" && kind !== "mined") {
    return byId("reason").replaceChildren(h("p", {}, risk === undefined ? view.describe(cell, look(cell)) : t("cell.is_risk", { risk: percent(risk) })));
  }
  const reason = await engine.ask("explain", { ...given(), cell });
  byId("reason").replaceChildren(proofSteps(view, reason));
  byId("step-on").click();
}

const given = () => ({ board: position.board, labels: position.labels.map((/** @type {any} */ label) => (label === "F" ? "?" : label)), mines: position.mines });

async function start() {
  open();
  view.wire();
  position = readLink(location.hash);
  if (!position) throw new Error(t("embed.none"));
  byId("open-it").href = `analyse${location.hash}`;
  view.show(await engine.board(position.board));
  if (position.labels.length !== view.count) throw new Error(t("analyse.bad_link"));
  paint();
  found = await engine.ask("analyse", given());
  paint();
  const choose = (/** @type {number} */ cell) => explain(cell).catch(complain);
  view.viewport.addEventListener("click", (event) => {
    const cell = BoardView.cellOf(event.target);
    if (cell !== null) choose(cell);
  });
  addEventListener("keydown", (event) => {
    if (!/** @type {Element} */ (event.target).closest("[data-cell]") || walk(view, event, false)) return;
    if (event.key === "Enter" || event.key === " ") choose(view.active);
  });
}

start().catch(complain).finally(() => (document.documentElement.dataset.ready = "yes"));
