// Mouse, touch and keys on a board: open, flag, chord, or move the focus.
import { BoardView } from "./board.js";
import { preferences } from "./page.js";

const MOVES = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
  l: [1, 0], k: [0, -1], j: [0, 1],
});

/**
 * Listen to the pointer. `press` receives a cell and the action: "main", "flag" or "chord".
 * @param {BoardView} view @param {(cell: number, how: string) => void} press
 */
export function pointer(view, press) {
  const { viewport } = view;
  /** @type {{cell: number, timer: any, both: boolean, used: boolean, touch: boolean} | null} */
  let held = null;

  viewport.addEventListener("pointerdown", (event) => {
    const cell = BoardView.cellOf(event.target);
    if (cell === null) return release();
    const touch = event.pointerType === "touch";
    if (touch && !event.isPrimary) return release(); // two fingers zoom
    held = { cell, touch, used: false, both: event.buttons === 3, timer: 0 };
    if (touch) held.timer = setTimeout(() => longPress(cell), preferences.press);
    else if (event.button === 2 && event.buttons === 2) {
      held.used = true;
      press(cell, "flag");
    }
    if (!touch) event.preventDefault(); // no selection, no scrolling by the middle button
    view.activate(cell);
  });

  /** @param {number} cell */
  function longPress(cell) {
    if (!held || held.used) return;
    held.used = true;
    if (preferences.vibration) navigator.vibrate?.(15);
    press(cell, "flag");
  }

  viewport.addEventListener("pointermove", (event) => {
    if (event.buttons === 3 && held) held.both = true;
  });
  viewport.addEventListener("pointerup", (event) => {
    const was = held;
    if (!was) return;
    clearTimeout(was.timer);
    if (event.buttons === 0) held = null;
    const under = was.touch ? document.elementFromPoint(event.clientX, event.clientY) : event.target;
    if (was.used && !was.both) return;
    if (BoardView.cellOf(under) !== was.cell) return;
    was.used = true;
    if (was.both || event.button === 1) press(was.cell, "chord");
    else if (event.button === 0) press(was.cell, "main");
  });
  viewport.addEventListener("pointercancel", release);

  /** Forget the press that is going on. */
  function release() {
    clearTimeout(held?.timer);
    held = null;
  }

  viewport.addEventListener("contextmenu", (event) => {
    if (BoardView.cellOf(event.target) !== null) event.preventDefault();
  });
  hover(view);
}

/** Highlight the neighbours of the cell under the pointer, unless the board is a plain grid. @param {BoardView} view */
function hover(view) {
  const { viewport } = view;
  viewport.addEventListener("pointerover", (event) => {
    const cell = BoardView.cellOf(event.target);
    if (!view.geometry || isPlainGrid(view.geometry) || event.pointerType === "touch") return;
    view.ring("near", cell === null ? [] : view.neighbours(cell));
  });
  viewport.addEventListener("pointerleave", () => {
    if (view.overlay) view.ring("near", []);
  });
}

/** @param {{name: string}} geometry */
export function isPlainGrid(geometry) {
  return /^grid-[0-9]+x[0-9]+$/.test(geometry.name);
}

/**
 * Listen to keys on the board; returns whether a key moved the focus.
 * @param {BoardView} view @param {KeyboardEvent} event @param {boolean} vi whether h goes left
 * @param {(dx: number, dy: number) => void} [beyond] where a step leaves the board
 */
export function walk(view, event, vi, beyond) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const step = MOVES[event.key] ?? (vi && event.key === "h" ? [-1, 0] : null);
  const { active } = view;
  const leap = LEAPS[event.key] ?? (vi ? viLeap(event.key) : undefined);
  const next = step ? view.towards(active, ...step) : leap ? leap(view, active) : null;
  if (next === null) return false;
  event.preventDefault();
  if (step && next === active) beyond?.(step[0], step[1]);
  view.activate(next);
  if (step && !isPlainGrid(/** @type {any} */ (view.geometry))) view.ring("near", view.neighbours(next));
  return true;
}

/** @typedef {(view: BoardView, cell: number) => number} Leap */
const LEAPS = /** @type {Record<string, Leap>} */ ({
  Home: (view, cell) => edge(view, cell, -1), End: (view, cell) => edge(view, cell, 1),
  PageUp: (view, cell) => jump(view, cell, -1), PageDown: (view, cell) => jump(view, cell, 1),
});
const VI = /** @type {Record<string, Leap>} */ ({
  0: LEAPS.Home, $: LEAPS.End, gg: (view, cell) => column(view, cell, -1), G: (view, cell) => column(view, cell, 1),
});
let before = "";

/** The motion that a key completes; `gg` takes two. @param {string} key @returns {Leap | undefined} */
function viLeap(key) {
  const both = before + key;
  before = both === "g" ? key : "";
  return VI[both] ?? VI[key];
}

/** The first or last cell of a column. @param {BoardView} view @param {number} cell @param {number} way */
function column(view, cell, way) {
  for (let next = view.towards(cell, 0, way); next !== cell; next = view.towards(cell, 0, way)) cell = next;
  return cell;
}

/** @param {BoardView} view @param {number} cell @param {number} way */
function edge(view, cell, way) {
  for (let next = view.towards(cell, way, 0); next !== cell; next = view.towards(cell, way, 0)) {
    if (Math.abs(view.y[next] - view.y[cell]) > view.unit * 0.6) break;
    cell = next;
  }
  return cell;
}

/** Five rows at once. @param {BoardView} view @param {number} cell @param {number} way */
function jump(view, cell, way) {
  for (let i = 0; i < 5; i++) cell = view.towards(cell, 0, way);
  return cell;
}
