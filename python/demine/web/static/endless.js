// An endless game on the page: the window on it, how it is moved, and the link that shares it.
import { address, many, t } from "./page.js";

/** @typedef {import("./board.js").BoardView} BoardView */
/** @typedef {{x: number, y: number, rows: number, columns: number}} Seen */

const CELL = 32;
const MOST = 100;
const FAR = 2 ** 30;
const DRAGGED = 0.6;

/** How many rows and columns fill an element. @param {HTMLElement} viewport */
export function fitting(viewport) {
  const count = (/** @type {number} */ length) => Math.min(Math.max(Math.floor((length - 24) / CELL), 5), MOST);
  return { rows: count(viewport.clientHeight), columns: count(viewport.clientWidth) };
}

/** The window of a game, moved by some cells and fitted to the page. @param {any} game @param {HTMLElement} viewport @param {number} dx @param {number} dy @returns {Seen} */
export function moved(game, viewport, dx, dy) {
  const { x, y } = game.endless;
  return { ...fitting(viewport), x: within(x + dx), y: within(y + dy) };
}

/** The window with a cell in its middle. @param {string} address @param {HTMLElement} viewport @returns {Seen} */
export function around(address, viewport) {
  const [x, y] = address.split(",").map(Number);
  const { rows, columns } = fitting(viewport);
  return { rows, columns, x: within(x - Math.floor(columns / 2)), y: within(y - Math.floor(rows / 2)) };
}

/** @param {number} value */
function within(value) {
  return Math.min(Math.max(value, -FAR), FAR);
}

/** The addresses of the cells of a window, row by row. @param {Seen} seen */
export function addresses({ x, y, rows, columns }) {
  return Array.from({ length: rows * columns }, (_, cell) => `${x + (cell % columns)},${y + Math.floor(cell / columns)}`);
}

/** @param {any} game */
export function gameLine(game) {
  const { density, seed, cells } = game.endless;
  return [t("endless.title"), t("endless.density", { density }), t("endless.seed", { seed }), many("endless.cells", cells)].join(" · ");
}

/** The link that begins the same game. @param {any} game */
export function link(game) {
  const { density, seed } = game.endless;
  return `${address("play")}?${new URLSearchParams({ endless: density, seed, first: game.first })}`;
}

/** The game that a link asks for, if it asks for an endless one. @param {URLSearchParams} asked */
export function linked(asked) {
  const [endless, seed, first] = ["endless", "seed", "first"].map((name) => asked.get(name));
  if (endless === null) return null;
  return { endless, first: first ?? "opening", ...(seed === null ? {} : { seed: Number(seed) }) };
}

/** Whether a game is the one that a link asks for. @param {any} game @param {any} wanted */
export function isLinked(game, wanted) {
  if (!game?.endless) return false;
  const { density, seed } = game.endless;
  return density === wanted.endless && seed === String(wanted.seed) && game.first === wanted.first;
}

/**
 * Move the window by dragging the board. The board follows the pointer; `pan` gets whole cells.
 * @param {BoardView} view @param {() => boolean} isEndless @param {(dx: number, dy: number) => void} pan
 */
export function drag(view, isEndless, pan) {
  const { viewport } = view;
  /** @type {{x: number, y: number, far: boolean} | null} */
  let from = null;
  const size = () => view.unit * view.size;

  viewport.addEventListener("pointerdown", (event) => {
    from = isEndless() && event.button === 0 ? { x: event.clientX, y: event.clientY, far: false } : null;
  });
  viewport.addEventListener("pointermove", (event) => {
    if (!from || !(event.buttons & 1)) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.far && Math.hypot(dx, dy) < DRAGGED * size()) return;
    if (!from.far) viewport.dispatchEvent(new Event("pointercancel")); // neither a press nor a long press
    from.far = true;
    view.svg.style.transform = `translate(${dx}px, ${dy}px)`;
  });
  addEventListener("pointerup", (event) => {
    const was = from;
    from = null;
    if (!was?.far) return;
    view.svg.style.transform = "";
    pan(-Math.round((event.clientX - was.x) / size()), -Math.round((event.clientY - was.y) / size()));
  });
}
