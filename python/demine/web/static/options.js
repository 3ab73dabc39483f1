// The choice of a board: presets, own sizes, every topology, any graph file.
import * as engine from "./engine.js";
import { byId, dialog, h, t } from "./page.js";

const TOPOLOGIES = ["grid", "torus", "knight", "hexagonal", "triangular", "box", "cube", "geodesic", "voronoi", "graph"];
const ONE_NUMBER = ["cube", "geodesic", "voronoi"];
const PRESETS = /** @type {Record<string, [number, number, number]>} */ ({
  beginner: [9, 9, 10], classic: [8, 8, 10], intermediate: [16, 16, 40], expert: [16, 30, 99],
});
const SIZES = /** @type {Record<string, [string, number]>} */ ({
  grid: ["16x16", 40], torus: ["12x12", 22], knight: ["12x12", 22], hexagonal: ["12x14", 30],
  triangular: ["10x17", 25], box: ["4x5x6", 12], cube: ["5", 25], geodesic: ["4", 24], voronoi: ["100", 16], graph: ["", 6],
});

/**
 * @param {any} wanted what was played last @param {any} settings
 * @param {(wanted: any) => Promise<void>} play @param {(changed: any) => void} keep
 */
export function options(wanted, settings, play, keep) {
  /** @type {any} */
  let graph = wanted?.board?.startsWith("graph-") ? { board: wanted.board } : null;
  const kind = wanted?.preset ?? (wanted?.board ? "own" : "beginner");
  const now = parse(wanted);
  const radios = [...Object.keys(PRESETS), "own"].map((name) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "kind", value: name, checked: name === kind, change: own }),
      h("span", {}, t(`preset.${name}`), h("small", {}, name in PRESETS ? sizes(PRESETS[name]) : t("preset.own_line")))));
  const topology = select("topology", TOPOLOGIES.map((name) => [name, t(`topology.${name}`)]), now.topology, changeTopology);
  const size = h("input", { id: "size", value: now.size, inputmode: "text", autocomplete: "off", spellcheck: "false" });
  const mines = h("input", { id: "mines", type: "number", min: 0, value: now.mines });
  const file = h("input", { id: "file", type: "file", change: async () => (graph = file.files[0] ? await load(file.files[0]) : graph) });
  const first = select("first", ["safe", "opening", "risky"].map((name) => [name, t(`first.${name}`)]), wanted?.first ?? "safe");
  const guess = h("input", { type: "checkbox", id: "no-guess", checked: Boolean(wanted?.no_guess), change: promise });
  const vi = h("input", { type: "checkbox", id: "vi", checked: Boolean(settings.vi), change: () => keep({ vi: vi.checked }) });
  const fields = h("fieldset", { class: "own" }, h("legend", {}, t("preset.own")),
    field("options.topology", topology), field("options.size", size), field("options.mines", mines), field("options.file", file));
  const said = h("p", { class: "bad", role: "alert" });

  function own() {
    const chosen = /** @type {HTMLInputElement} */ (document.querySelector("[name=kind]:checked")).value;
    fields.hidden = chosen !== "own";
  }
  function changeTopology() {
    [size.value, mines.value] = SIZES[topology.value].map(String);
    file.parentElement.hidden = topology.value !== "graph";
    size.parentElement.hidden = topology.value === "graph";
    size.parentElement.firstChild.textContent = sizeOf(topology.value);
  }
  /** A board without guesses begins with an opening: there is nothing else to choose. */
  function promise() {
    if (guess.checked) first.value = "opening";
    first.disabled = guess.checked;
  }
  function choice() {
    const name = /** @type {HTMLInputElement} */ (document.querySelector("[name=kind]:checked")).value;
    const rules = { first: first.value, no_guess: guess.checked };
    if (name !== "own") return { preset: name, ...rules };
    if (topology.value === "graph" && !graph) throw new Error(t("options.no_file"));
    const board = topology.value === "graph" ? graph.board : boardName(topology.value, size.value);
    return { board, mines: Number(mines.value), ...rules };
  }
  const box = dialog(t("options.title"), (close) => [
    h("form", { method: "dialog", submit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const wish = /** @type {any} */ (choice());
        if (wish.board) checkMines(wish.mines, await engine.board(wish.board));
        await play(wish);
        close();
      } catch (error) {
        said.textContent = /** @type {Error} */ (error).message;
      }
    } },
    h("div", { class: "choices", role: "radiogroup", "aria-label": t("options.title") }, ...radios), fields,
    h("div", { class: "fields" }, field("options.first", first),
      h("label", { class: "check" }, guess, t("options.no_guess")), h("label", { class: "check" }, vi, t("options.vi"))),
    said, h("p", { class: "row end" }, h("button", { class: "main-button", type: "submit", id: "play-it" }, t("options.play")))),
  ]);
  own();
  promise();
  file.parentElement.hidden = topology.value !== "graph";
  size.parentElement.hidden = topology.value === "graph";
  size.parentElement.firstChild.textContent = sizeOf(topology.value);
  return box;
}

/** @param {number} mines @param {any} geometry */
function checkMines(mines, geometry) {
  const most = geometry.addresses.length - 1;
  if (!(mines >= 0 && mines <= most)) throw new Error(t("options.bad_mines", { most }));
}

/** What a size means. @param {string} topology */
const sizeOf = (topology) => t(ONE_NUMBER.includes(topology) ? `options.size.${topology}` : "options.size");

/** @param {string} label @param {any} control */
function field(label, control) {
  return h("label", { class: "field-row" }, h("span", {}, t(label)), control);
}

/** @param {string} id @param {string[][]} entries @param {string} value @param {() => void} [change] */
function select(id, entries, value, change = () => {}) {
  return h("select", { id, change }, ...entries.map(([name, text]) => h("option", { value: name, selected: name === value }, text)));
}

/** @param {[number, number, number]} preset */
const sizes = ([rows, columns, mines]) => t("preset.sizes", { rows, columns, mines });

/** The name of a board. @param {string} topology @param {string} size */
export function boardName(topology, size) {
  const sides = size.trim().replace(/\s*[x×*, ]\s*/g, "x").toLowerCase();
  if (!/^[0-9]{1,6}(x[0-9]{1,6})*$/.test(sides)) throw new Error(t("options.bad_size"));
  const wanted = ONE_NUMBER.includes(topology) ? 1 : 2;
  if (topology !== "box" && sides.split("x").length !== wanted) throw new Error(t("options.bad_size"));
  const word = { torus: "-torus", knight: "-knight" }[topology] ?? "";
  return `${{ torus: "grid", knight: "grid" }[topology] ?? topology}-${sides}${word}`;
}

/** @param {any} wanted */
function parse(wanted) {
  const [topology, sides, word] = (wanted?.board ?? "").split("-");
  if (!sides) return { topology: "grid", size: "16x16", mines: 40 };
  if (topology === "graph") return { topology, size: "", mines: wanted.mines };
  return { topology: word === "torus" || word === "knight" ? word : topology, size: sides, mines: wanted.mines };
}

/** The board in a file. @param {File} file */
export async function load(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length > 700000) throw new Error(t("options.too_large"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const read = await engine.ask("read", { data: btoa(text) });
  return { board: read.board.name, labels: read.labels, mines: read.mines, geometry: read.board };
}

/** Play on the board of a file that was dropped. @param {File} file @param {(wanted: any) => void} play */
export async function fromFile(file, play) {
  const found = await load(file);
  const usual = Math.max(1, Math.round(found.labels.length * 0.16));
  play({ board: found.board, mines: Math.min(found.mines ?? usual, found.labels.length - 1), first: "safe", no_guess: false });
}
