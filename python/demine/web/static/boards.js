// Boards in words and in menus, from the server's registry: a new topology needs no change here.
import * as engine from "./engine.js";
import { h, many, named, t } from "./page.js";

/** @typedef {{value: string, title: string, topology: string, sides: string, size: string, label: string, mines: number}} Entry */

/** Presets, topologies, options and first-click rules of the server, once they are loaded. @type {any} */
let offers = null;

export async function loadOffers() {
  offers ??= await engine.about();
  return offers;
}

/** The preset with this board and these mines, if there is one. @param {string} board @param {number} mines @returns {string | undefined} */
export function presetOf(board, mines) {
  const same = (/** @type {[string, any]} */ [, preset]) => preset.board === board && preset.mines === mines;
  return Object.entries(offers?.presets ?? {}).find(same)?.[0];
}

/** The preset of a game, or its board and mines. @param {string} board @param {number} mines */
export function gameTitle(board, mines) {
  const preset = presetOf(board, mines);
  return preset ? named(preset[0].toUpperCase() + preset.slice(1)) : `${boardTitle(board)} · ${many("play.mines", mines)}`;
}

/** A board in words, such as "Grid 9 × 9". @param {string} name @param {number} [cells] of a graph */
export function boardTitle(name, cells) {
  const [topology, sides, ...words] = name.split("-");
  if (topology === "graph") return cells === undefined ? t("nav.graph") : t("board.graph", { n: cells });
  const title = named(offers?.topologies[topology]?.title ?? topology);
  const options = words.map(optionText).join(", ");
  return `${title} ${sides.replaceAll("x", " × ")}${options ? ` (${options})` : ""}`;
}

/** An option in words; the server describes a word with a number, such as r2, as rN. @param {string} word */
function optionText(word) {
  const numbered = word.match(/^([a-z]+)([0-9]+)$/);
  const text = named(offers?.options[numbered ? `${numbered[1]}N` : word] ?? word);
  return numbered ? text.replace("N", numbered[2]) : text;
}

/** The entries of a menu of topologies. @returns {Entry[]} */
function entries() {
  return Object.entries(offers.topologies).flatMap(([topology, row]) => row.menu.map((/** @type {any} */ offer) => {
    const [, size, ...words] = offer.board.split("-");
    return { value: [topology, ...words].join("-"), title: named(offer.title), topology, sides: row.sides, size, label: named(row.size), mines: offer.mines };
  }));
}

/** The name of a board. @param {Entry} entry @param {string} text the size as somebody typed it */
function boardName(entry, text) {
  const size = text.trim().replace(/\s*[x×*, ]\s*/g, "x").toLowerCase();
  const sides = entry.sides.endsWith("…") ? "+" : `{${entry.sides.split("x").length}}`;
  if (!new RegExp(`^([0-9]{1,6}(x|$))${sides}$`).test(size)) throw new Error(t("options.bad_size", { sides: entry.sides, size: entry.size }));
  const [topology, ...words] = entry.value.split("-");
  return [topology, size, ...words].join("-");
}

/**
 * Fields for a topology and a size, which `change` follows.
 * @param {string} board the one to begin with @param {(entry: Entry | undefined) => void} change
 * @param {string[]} [more] values of further entries, which have texts of their own
 */
export function boardFields(board, change, more = []) {
  const all = entries();
  const [topology, sides, ...words] = board.split("-");
  const first = all.find(({ value }) => value === [topology, ...words].join("-")) ?? all.find((entry) => entry.topology === topology);
  const options = [...all.map(({ value, title }) => [value, title]), ...more.map((value) => [value, t(`topology.${value}`)])];
  const menu = select("topology", options, first?.value ?? topology, () => follow(true));
  const size = h("input", { id: "size", value: sides, autocomplete: "off", spellcheck: "false" });
  const rows = [field(t("options.topology"), menu), field("", size)];
  const chosen = () => all.find(({ value }) => value === menu.value);

  /** @param {boolean} anew */
  function follow(anew) {
    const entry = chosen();
    rows[1].hidden = !entry;
    rows[1].firstChild.textContent = entry?.label ?? "";
    if (entry && anew) size.value = entry.size;
    if (anew) change(entry);
  }
  follow(false);
  return { rows, menu, name: () => boardName(/** @type {Entry} */ (chosen()), size.value) };
}

/** @param {string} label @param {any} control */
export function field(label, control) {
  return h("label", { class: "field-row" }, h("span", {}, label), control);
}

/** @param {string} id @param {string[][]} options @param {string} value @param {() => void} [change] */
export function select(id, options, value, change = () => {}) {
  return h("select", { id, change }, ...options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join(""));
}

/** The content of a file, in base64. @param {File} file */
export async function contentOf(file) {
  if (file.size > 700000) throw new Error(t("options.too_large"));
  return toBase64(new Uint8Array(await file.arrayBuffer()));
}

/** The position in a file. @param {File} file */
export async function load(file) {
  const read = await engine.ask("read", { data: await contentOf(file) });
  return { board: read.board.name, labels: read.labels, mines: read.mines, geometry: read.board };
}
