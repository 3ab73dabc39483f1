// The board on the page: one labelled, focusable element of SVG per cell, for every topology.
//
// A `look` describes a cell: {kind, count, risk, estimate}. Kinds: covered, open, free, flag, mine, hit,
// wrong, safe, mined, risk. Temporary outlines (focus, cited numbers) are rings on top.
import { byId, many, percent, s, t } from "./page.js";

/** @typedef {{kind: string, count?: number, risk?: number, estimate?: boolean, text?: string}} Look */
/**
 * @typedef {{name: string, title: string, tiling: string, sides: number[], centres: number[],
 *   shapes: number[][], shape: number[], edges: number[], rows: number[], addresses: string[],
 *   names: string[] | null}} Geometry
 */

// The codes of labels that are not numbers. A test compares them with demine/labels.py.
export const COVERED = -1;
export const FREE = -2;
export const MINED = -3;

const UNIT = 40;
const MARGIN = 10;
const RIM = 14;
const RADIUS = 15;
const SMALLEST = 14;
const LARGEST = 120;
const FADE = 26;
/** Cells of a board that is too large for relief. */
const FLAT = 2500;

/** Whether the reader last used the keyboard: only then a frame shows the focus. */
let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

// From light yellow to red by day, from brown to red by night. The text on top is black or white,
// whichever has more contrast.
const DAY = [[255, 247, 209], [254, 217, 118], [253, 158, 76], [226, 84, 48], [150, 22, 36]];
const NIGHT = [[52, 54, 44], [84, 72, 34], [112, 72, 30], [140, 54, 34], [160, 34, 44]];

/** @param {number} risk @returns {[string, string]} background and text colour, each by day and by night */
export function heat(risk) {
  const [day, night] = [shade(DAY, risk), shade(NIGHT, risk)];
  return [`light-dark(${day[0]}, ${night[0]})`, `light-dark(${day[1]}, ${night[1]})`];
}

/** @param {number[][]} scale @param {number} risk */
function shade(scale, risk) {
  const place = Math.min(Math.max(risk, 0), 1) * (scale.length - 1);
  const low = Math.min(Math.floor(place), scale.length - 2);
  const mix = scale[low].map((c, i) => Math.round(c + (scale[low + 1][i] - c) * (place - low)));
  const channel = mix.map((c) => (c / 255 <= 0.04045 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  const light = 0.2126 * channel[0] + 0.7152 * channel[1] + 0.0722 * channel[2];
  return [`rgb(${mix.join(" ")})`, light > 0.179 ? "#000000" : "#ffffff"];
}

/** A risk in a cell, in percent: two digits, and never 0 or 100. @param {number} risk */
export function short(risk) {
  const value = risk * 100;
  if (value > 0 && value < 0.5) return "<1";
  if (value > 99.5 && value < 100) return ">99";
  return String(Math.round(value));
}

export class BoardView {
  /**
   * @param {HTMLElement} viewport the element that scrolls @param {string} label the accessible name
   * @param {boolean} [named] whether to show row and column names unless the reader has chosen
   */
  constructor(viewport, label, named = true) {
    const chosen = localStorage.getItem("demine.names");
    this.named = chosen === null ? named : chosen === "yes";
    this.viewport = viewport;
    this.label = label;
    this.active = 0;
    this.size = 0;
    /** How the size follows the viewport. @type {"" | "readable" | "whole"} */
    this.fitted = "readable";
    /** @type {any} */
    this.svg = null;
    /** @type {any} */
    this.overlay = null;
    /** @type {Geometry} */
    this.geometry = /** @type {any} */ (null);
    this.count = 0;
    this.unit = UNIT;
    this.width = this.height = 1;
    /** @type {any[]} */
    this.cells = [];
    /** @type {any[]} */
    this.grounds = [];
    /** @type {string[]} */
    this.painted = [];
    /** @type {number[]} */
    this.x = [];
    /** @type {number[]} */
    this.y = [];
    /** @type {string[][]} */
    this.outlines = [];
    /** @type {number[][] | null} */
    this.lists = null;
    new ResizeObserver(() => this.geometry && this.refit()).observe(viewport);
  }

  /** Draw another board, all covered. @param {Geometry} geometry */
  show(geometry) {
    this.geometry = geometry;
    this.count = geometry.addresses.length;
    this.painted = new Array(this.count).fill("");
    this.lists = null;
    this.frame();
    this.svg?.remove();
    this.svg = this.draw();
    this.viewport.prepend(this.svg);
    this.cells = [...this.svg.querySelectorAll("[data-cell]")];
    this.grounds = [...this.svg.querySelectorAll(".ground")];
    this.overlay = this.svg.querySelector(".overlay");
    this.active = Math.min(this.active, this.count - 1);
    this.cells[this.active].setAttribute("tabindex", "0");
    for (let cell = 0; cell < this.count; cell++) this.paint(cell, { kind: "covered" });
    this.svg.addEventListener("focusin", (/** @type {FocusEvent} */ event) => this.onFocus(event));
    this.svg.addEventListener("focusout", () => this.ring("focus", []));
    this.fit();
  }

  /** Compute where the cells are. */
  frame() {
    const { centres, tiling } = this.geometry;
    const unit = UNIT * (tiling === "triangle" ? 1.6 : tiling === "disc" ? 1.35 : 1);
    this.unit = unit;
    const xs = centres.filter((_, i) => i % 2 === 0);
    const ys = centres.filter((_, i) => i % 2 === 1);
    const pad = tiling === "disc" ? 0.55 : tiling === "square" ? 0.5 : 0.6;
    const left = Math.min(...xs) - pad;
    const top = Math.min(...ys) - pad;
    this.width = (Math.max(...xs) + pad - left) * unit + 2 * MARGIN;
    this.height = (Math.max(...ys) + pad - top) * unit + 2 * MARGIN;
    this.x = xs.map((x) => (x - left) * unit + MARGIN);
    this.y = ys.map((y) => (y - top) * unit + MARGIN);
    this.outlines = this.geometry.shapes.map((shape) => [outline(shape, unit, 0.84), outline(shape, unit, 0.92)]);
  }

  draw() {
    const { rows, sides, tiling, names } = this.geometry;
    const svg = s("svg", {
      class: `board ${tiling}`, role: "grid", "aria-label": this.label,
      "aria-rowcount": rows.length, "aria-colcount": rows.length > 1 ? sides[sides.length - 1] : rows[0],
    });
    const parts = [tiling === "disc" ? this.lines() : ""];
    const relief = this.count <= FLAT ? ["shade", "lit"] : [];
    let cell = 0;
    rows.forEach((length, row) => {
      parts.push(`<g role="row" aria-rowindex="${row + 1}">`);
      for (let column = 1; column <= length; column++, cell++) {
        const name = names ? `<text class="name" y="${RADIUS + 11}" aria-hidden="true">${escapeText(names[cell])}</text>` : "";
        parts.push(
          `<g role="gridcell" tabindex="-1" data-cell="${cell}" aria-colindex="${column}" ` +
          `transform="translate(${this.x[cell].toFixed(2)} ${this.y[cell].toFixed(2)})">${relief.map((css) => this.ground(cell, 0, css)).join("")}${this.ground(cell)}${name}</g>`,
        );
      }
      parts.push("</g>");
    });
    svg.innerHTML = `${parts.join("")}${this.rimNames()}<g class="overlay" aria-hidden="true"></g>`;
    return svg;
  }

  /** Whether addresses consist of a column and a row. */
  get hasRim() {
    const { addresses, sides } = this.geometry;
    return sides.length === 2 && /^([a-z]+[0-9]+|-?[0-9]+,-?[0-9]+)$/.test(addresses[0]);
  }

  /** The width of the border for row and column names. */
  get rim() {
    return this.named && this.hasRim ? RIM : 0;
  }

  /** The names of columns and rows; they lie outside the visible part until they are switched on. */
  rimNames() {
    if (!this.hasRim) return "";
    const { addresses, rows } = this.geometry;
    const middle = (MARGIN - RIM) / 2;
    const [top, side] = [[], []].map((list) => /** @type {string[]} */ (list));
    for (let cell = 0; cell < rows[0]; cell++) top.push(rimName(this.x[cell], middle, addresses[cell].replace(/,?-?[0-9]+$/, "")));
    for (let row = 0, cell = 0; row < rows.length; cell += rows[row++]) side.push(rimName(middle, this.y[cell], addresses[cell].replace(/^([a-z]+|-?[0-9]+,)/, "")));
    const wide = RIM + MARGIN - 3;
    return `<g class="rim top-rim" aria-hidden="true"><rect x="${-RIM}" y="${-RIM}" width="${this.width + RIM}" height="${wide}"/>${top.join("")}</g>` +
      `<g class="rim side-rim" aria-hidden="true"><rect x="${-RIM}" y="${-RIM}" width="${wide}" height="${this.height + RIM}"/>${side.join("")}</g>`;
  }

  /** Keep the names in view, and fade the edges where the board goes on. */
  follow() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight, style } = this.viewport;
    const fades = { left: scrollLeft, top: scrollTop, right: scrollWidth - clientWidth - scrollLeft, bottom: scrollHeight - clientHeight - scrollTop };
    for (const [side, hidden] of Object.entries(fades)) style.setProperty(`--${side}`, `${hidden > 2 ? FADE : 0}px`);
    if (!this.rim) return;
    this.svg.querySelector(".top-rim").setAttribute("transform", `translate(0 ${scrollTop / this.size})`);
    this.svg.querySelector(".side-rim").setAttribute("transform", `translate(${scrollLeft / this.size} 0)`);
  }

  /** Give the cells other addresses: those of another window on an endless game. @param {string[]} addresses */
  rename(addresses) {
    this.geometry = { ...this.geometry, addresses };
    this.painted.fill("");
    this.svg.querySelectorAll(".rim").forEach((/** @type {Element} */ rim) => rim.remove());
    this.overlay.insertAdjacentHTML("beforebegin", this.rimNames());
    this.follow();
  }

  /** @param {boolean} named */
  setNamed(named) {
    this.named = named;
    localStorage.setItem("demine.names", named ? "yes" : "no");
    byId("names").setAttribute("aria-pressed", String(named));
    if (!this.geometry) return;
    if (this.fitted) this.refit();
    else this.resize(this.size);
  }

  /** @param {number} cell @param {number} [which] */
  ground(cell, which = 0, css = "ground") {
    const shapes = this.outlines;
    if (!shapes.length) return `<circle class="${css}" r="${RADIUS + which}"/>`;
    return `<path class="${css}" d="${shapes[this.geometry.shape[cell] ?? 0][which]}"/>`;
  }

  lines() {
    const { edges } = this.geometry;
    const parts = [];
    for (let i = 0; i < edges.length; i += 2) {
      const [u, v] = [edges[i], edges[i + 1]];
      parts.push(`M${this.x[u].toFixed(1)} ${this.y[u].toFixed(1)}L${this.x[v].toFixed(1)} ${this.y[v].toFixed(1)}`);
    }
    return `<path class="edges" aria-hidden="true" d="${parts.join("")}"/>`;
  }

  /** @param {number} cell @param {Look} look */
  paint(cell, look) {
    const written = `${look.kind} ${look.count ?? ""} ${look.risk ?? ""} ${look.estimate ?? ""} ${look.text ?? ""}`;
    if (this.painted[cell] === written) return;
    this.painted[cell] = written;
    const element = this.cells[cell];
    const count = look.kind === "open" ? ` n${Math.min(look.count ?? 0, 9)}` : "";
    element.setAttribute("class", `cell ${look.kind}${count}`);
    element.setAttribute("aria-label", this.describe(cell, look));
    this.sign(element, look);
  }

  /** @param {any} element @param {Look} look */
  sign(element, look) {
    const ground = this.grounds[Number(element.dataset.cell)];
    const old = element.querySelector(".sign");
    element.querySelector(".many")?.remove();
    if (look.kind === "risk") {
      const [colour, ink] = heat(look.risk ?? 0);
      ground.style.fill = ground.style.stroke = colour;
      const sign = writeSign(element, old, look.text ?? (look.estimate ? "≈" : "") + short(look.risk ?? 0), "sign share");
      sign.style.fill = ink;
      return;
    }
    if (ground.style.fill) ground.style.fill = ground.style.stroke = "";
    const text = look.kind === "open" && look.count ? String(look.count) : look.kind === "question" ? "?" : "";
    const picture = { flag: "flag", mine: "mine", hit: "mine", wrong: "cross", safe: "tick", mined: "mine", free: "" }[look.kind];
    if (text) writeSign(element, old, text, "sign digit").style.fill = "";
    else {
      old?.remove();
      if (picture) element.append(s("use", { href: `#${picture}`, class: `sign picture ${picture}` }));
      if (picture && look.count) element.append(s("text", { class: "many", x: 9, y: 14, "aria-hidden": "true" }, String(look.count)));
    }
  }

  /** @param {number} cell @param {Look} look */
  describe(cell, look) {
    const name = this.geometry.names?.[cell];
    const at = name ? `${this.geometry.addresses[cell]} ${name}` : this.geometry.addresses[cell];
    const risk = look.kind === "risk" ? (look.estimate ? "≈ " : "") + percent(look.risk ?? 0) : "";
    const mines = look.kind !== "open" && look.count ? `, ${many("play.mines", look.count)}` : "";
    return t(`cell.${look.kind}`, { at, count: look.count ?? "", risk }) + mines;
  }

  /** Outline these cells instead of those that had this outline before; those in sight, in an endless game. */
  ring(/** @type {string} */ name, /** @type {Iterable<number>} */ cells) {
    for (const old of this.overlay.querySelectorAll(`.rings-${name}`)) old.remove();
    const [rings, tags] = [`rings-${name}`, `rings-${name} tags`].map((kind) => s("g", { class: kind }));
    const at = (/** @type {number} */ cell, /** @type {string} */ part) => `<g transform="translate(${this.x[cell].toFixed(2)} ${this.y[cell].toFixed(2)})">${part}</g>`;
    const shown = [...cells].filter((cell) => cell < this.count);
    rings.innerHTML = shown.map((cell) => at(cell, this.ground(cell, 1, `ring ${name}`))).join("");
    tags.innerHTML = shown.map((cell) => at(cell, this.tag(cell, name))).join("");
    if (rings.firstChild) this.overlay.append(rings, tags);
    this.overlay.append(...this.overlay.querySelectorAll(".tags"));  // no ring hides a name
  }

  /** The address of a cell that a hint or a proof names, where the board shows no names. @param {number} cell @param {string} name */
  tag(cell, name) {
    if (this.rim || !["cited", "step", "target"].includes(name)) return "";
    return `<text class="tag" x="${-RADIUS}" y="${-UNIT / 2}" dy=".35em">${escapeText(this.geometry.addresses[cell])}</text>`;
  }

  /** @param {FocusEvent} event */
  onFocus(event) {
    const element = /** @type {Element} */ (event.target).closest("[data-cell]");
    if (!element) return;
    const cell = Number(element.getAttribute("data-cell"));
    this.activate(cell, false);
    this.ring("focus", byKeys ? [cell] : []);
    this.viewport.dispatchEvent(new CustomEvent("cell", { detail: cell }));
  }

  /** Make a cell the tab stop of the board, and focus it. @param {number} cell */
  activate(cell, focus = true) {
    this.cells[this.active].setAttribute("tabindex", "-1");
    this.active = cell;
    this.cells[cell].setAttribute("tabindex", "0");
    if (focus) this.cells[cell].focus();
  }

  /** Focus the tab stop without scrolling. */
  enter() {
    this.cells[this.active].focus({ preventScroll: true });
  }

  /** The nearest cell in a direction, or the same one. @param {number} cell @param {number} dx @param {number} dy */
  towards(cell, dx, dy) {
    let best = cell;
    let least = Infinity;
    for (let other = 0; other < this.count; other++) {
      const x = this.x[other] - this.x[cell];
      const y = this.y[other] - this.y[cell];
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < this.unit * 0.2 || across > along * 1.8) continue;
      const far = along + 2.2 * across;
      if (far < least) [least, best] = [far, other];
    }
    return best;
  }

  /** @param {number} cell @returns {number[]} */
  neighbours(cell) {
    if (!this.lists) {
      /** @type {number[][]} */
      const lists = Array.from({ length: this.count }, () => []);
      const { edges } = this.geometry;
      for (let i = 0; i < edges.length; i += 2) {
        lists[edges[i]].push(edges[i + 1]);
        lists[edges[i + 1]].push(edges[i]);
      }
      this.lists = lists;
    }
    return this.lists[cell];
  }

  /** The cell under a point of the screen. @param {any} target */
  static cellOf(target) {
    const element = target instanceof Element ? target.closest("[data-cell]") : null;
    return element ? Number(element.getAttribute("data-cell")) : null;
  }

  /** Make the board as large as the viewport allows: all of it, or at least readable. */
  fit(whole = false) {
    const { clientWidth, clientHeight } = this.viewport;
    if (!clientWidth) return;
    const room = Math.min((clientWidth - 2) / (this.width + this.rim), (clientHeight - 2) / (this.height + this.rim));
    const [fits, least] = (matchMedia("(pointer: coarse)").matches ? [33, 38] : [17, 22]).map((pixels) => pixels / UNIT);
    this.fitted = whole ? "whole" : "readable";
    const most = (this.geometry.tiling === "disc" ? 80 : 56) / UNIT;
    this.resize(this.even(Math.min(whole ? Math.max(room, 4 / UNIT) : room < fits ? least : room, most)));
  }

  /** Fit again, as before, into a viewport that changed. */
  refit() {
    if (this.fitted) this.fit(this.fitted === "whole");
  }

  /** The next smaller size at which squares have whole pixels, so that all gaps look alike. @param {number} size */
  even(size) {
    const pixels = UNIT * devicePixelRatio;
    const side = Math.floor(size * pixels);
    return this.geometry.tiling === "square" && side > 11 ? side / pixels : size;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.fitted = "";
    this.resize(bounded(this.size * factor));
  }

  /** @param {number} size pixels per unit @param {number} [px] a point of the viewport that stays in place; else its middle @param {number} [py] */
  resize(size, px, py) {
    if (!this.svg) return;
    const view = this.viewport;
    const ratio = this.size ? size / this.size : 1;
    const [left, top] = [px ?? view.clientWidth / 2, py ?? view.clientHeight / 2];
    const x = (view.scrollLeft + left) * ratio;
    const y = (view.scrollTop + top) * ratio;
    this.size = size;
    this.svg.classList.toggle("named", this.rim > 0);
    const [width, height] = [this.width + this.rim, this.height + this.rim];
    this.svg.setAttribute("viewBox", `${-this.rim} ${-this.rim} ${width} ${height}`);
    this.svg.style.width = `${width * size}px`;
    this.svg.style.height = `${height * size}px`;
    this.svg.style.setProperty("--tag", `${Math.max(9, 11 / size)}px`);
    view.scrollTo(x - left, y - top);
    this.follow();
  }

  /** Listen to the buttons for zoom and names, if there are any, to the wheel and to two fingers. */
  wire() {
    const { viewport } = this;
    byId("names")?.setAttribute("aria-pressed", String(this.named));
    const acts = { names: () => this.setNamed(!this.named), "zoom-in": () => this.zoom(1.2), "zoom-out": () => this.zoom(1 / 1.2), "zoom-fit": () => this.fit(true) };
    for (const [id, act] of Object.entries(acts)) byId(id)?.addEventListener("click", act);
    viewport.addEventListener("scroll", () => this.svg && this.follow(), { passive: true });
    viewport.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    }, { passive: false });
    this.pinch();
  }

  /** Two fingers zoom the board and move it. */
  pinch() {
    const { viewport } = this;
    /** @type {{far: number, size: number, x: number, y: number} | null} */
    let from = null;
    viewport.addEventListener("touchstart", (event) => {
      from = event.touches.length === 2 ? { ...between(event.touches), size: this.size } : null;
      if (from && event.cancelable) event.preventDefault();
    }, { passive: false });
    viewport.addEventListener("touchmove", (event) => {
      if (!from || event.touches.length !== 2) return;
      if (event.cancelable) event.preventDefault();
      const now = between(event.touches);
      const box = viewport.getBoundingClientRect();
      this.fitted = "";
      viewport.scrollBy(from.x - now.x, from.y - now.y);
      this.resize(bounded((from.size * now.far) / from.far), now.x - box.left, now.y - box.top);
      [from.x, from.y] = [now.x, now.y];
    }, { passive: false });
    viewport.addEventListener("touchend", () => (from = null));
  }
}

const bounded = (/** @type {number} */ size) => Math.min(Math.max(size, SMALLEST / UNIT), LARGEST / UNIT);

/** How far two fingers are apart, and the point between them. @param {TouchList} touches */
function between([a, b]) {
  return { far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1, x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}

/** @param {number} x @param {number} y @param {string} name */
function rimName(x, y, name) {
  return `<text x="${x.toFixed(2)}" y="${y.toFixed(2)}" dy=".35em">${name}</text>`;
}

/** @param {any} element @param {any} old @param {string} text @param {string} css */
function writeSign(element, old, text, css) {
  let sign = old;
  if (old?.tagName !== "text") {
    old?.remove();
    sign = s("text", { "aria-hidden": "true", dy: ".35em" });
    element.append(sign);
  }
  sign.setAttribute("class", text.length > 2 ? `${css} long` : css);
  if (sign.textContent !== text) sign.textContent = text;
  return sign;
}

/** @param {number[]} shape @param {number} unit @param {number} inset */
function outline(shape, unit, inset) {
  const points = [];
  for (let i = 0; i < shape.length; i += 2) {
    points.push(`${(shape[i] * unit * inset).toFixed(2)} ${(shape[i + 1] * unit * inset).toFixed(2)}`);
  }
  return `M${points.join("L")}Z`;
}

/** @param {string} text */
function escapeText(text) {
  const signs = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });
  return text.slice(0, 14).replace(/[&<>"]/g, (sign) => signs[sign]);
}
