// A position being edited: board, labels, flags and mines, with undo, redo and a link.

/** @typedef {{geometry: any, labels: (string | number)[], mines: number | null}} Snapshot */

const COVERED = "?";
const SIGNS = /** @type {Record<string, string>} */ ({ "?": ".", "□": "_", "*": "x", F: "f" });
const LABELS = Object.fromEntries(Object.entries(SIGNS).map(([label, sign]) => [sign, label]));

export class EditedPosition {
  /** @param {any} geometry @param {(string | number)[]} [labels] @param {number | null} [mines] */
  constructor(geometry, labels, mines = null) {
    this.geometry = geometry;
    this.labels = labels ?? new Array(geometry.addresses.length).fill(COVERED);
    this.mines = mines;
    /** @type {Snapshot[]} */
    this.past = [];
    /** @type {Snapshot[]} */
    this.future = [];
  }

  snapshot() {
    return { geometry: this.geometry, labels: [...this.labels], mines: this.mines };
  }

  /** Begin a step that one undo takes back. */
  mark() {
    this.past.push(this.snapshot());
    if (this.past.length > 500) this.past.shift();
    this.future = [];
  }

  /** @param {Snapshot[]} from @param {Snapshot[]} to */
  swap(from, to) {
    const other = from.pop();
    if (!other) return false;
    to.push(this.snapshot());
    this.become(other);
    return true;
  }

  /** @param {Snapshot} other */
  become({ geometry, labels, mines }) {
    this.geometry = geometry;
    this.labels = labels;
    this.mines = mines;
  }

  /** Change to another position, on any board, as one step. @param {any} geometry @param {(string | number)[] | null} labels @param {number | null} mines */
  replace(geometry, labels, mines) {
    this.mark();
    this.become({ geometry, labels: labels ?? new Array(geometry.addresses.length).fill(COVERED), mines });
  }

  undo() {
    return this.swap(this.past, this.future);
  }

  redo() {
    return this.swap(this.future, this.past);
  }

  /** @param {number} cell @param {string | number} label */
  set(cell, label) {
    this.labels[cell] = label;
  }

  /** The position as a question to the engine; a flagged cell is covered. */
  get given() {
    return { board: this.geometry.name, labels: this.labels.map((label) => (label === "F" ? COVERED : label)), mines: this.mines };
  }

  /** The position as a link's fragment. */
  get fragment() {
    return `b=${this.geometry.name}&m=${this.mines ?? "-"}&l=${pack(this.labels)}`;
  }
}

/** @param {(string | number)[]} labels */
export function pack(labels) {
  const signs = labels.map((label) => (typeof label === "number" ? (label > 9 ? `(${label})` : String(label)) : SIGNS[label]));
  let text = "";
  for (let i = 0; i < signs.length;) {
    let n = 1;
    while (signs[i + n] === signs[i]) n++;
    text += n > 4 ? `${signs[i]}~${n}-` : signs[i].repeat(n);
    i += n;
  }
  return text;
}

/** @param {string} text @returns {(string | number)[]} */
export function unpack(text) {
  /** @type {(string | number)[]} */
  const labels = [];
  for (const [, sign, many, times] of text.matchAll(/([._xf0-9])(?:~([0-9]{1,5})-)?|(\([0-9]{1,4}\)(?:~[0-9]{1,5}-)?)/g)) {
    const long = times?.match(/\(([0-9]+)\)(?:~([0-9]+)-)?/);
    const label = long ? Number(long[1]) : /[0-9]/.test(sign) ? Number(sign) : LABELS[sign];
    const n = Number((long ? long[2] : many) ?? 1);
    for (let i = 0; i < Math.min(n, 10000); i++) labels.push(label);
  }
  return labels;
}

/** The position in a link, or null. @param {string} fragment */
export function readLink(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const [board, mines, labels] = ["b", "m", "l"].map((name) => said.get(name));
  if (!board || labels === null || labels === undefined) return null;
  return { board, mines: mines === "-" || !mines ? null : Number(mines), labels: unpack(labels) };
}
