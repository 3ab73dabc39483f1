// The dialog that chooses a board and its rules: a preset, any size and topology, or a graph from a file.
import { boardFields, field, load, loadOffers, select } from "./boards.js";
import * as engine from "./engine.js";
import { dialog, h, named, t } from "./page.js";

const GRAPH_MINES = 6;

/**
 * @param {any} wanted the choice of the last game
 * @param {(wanted: any) => Promise<void>} play
 */
export async function options(wanted, play) {
  const offers = await loadOffers();
  const custom = customFields(wanted);
  const rules = ruleFields(offers, wanted);
  const density = h("input", { id: "density", value: wanted?.endless ?? "0.2", autocomplete: "off" });
  const endless = h("fieldset", { class: "own" }, h("legend", {}, t("endless.title")), field(t("options.density"), density));
  const presets = presetChoices(offers.presets, wanted, { own: custom.element, endless });
  const choose = async () => {
    if (presets.chosen() === "endless") return { endless: density.value, first: "opening" };
    return { ...(presets.chosen() === "own" ? await custom.chosen() : { preset: presets.chosen() }), ...rules.chosen() };
  };
  const said = h("p", { class: "bad", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await play(await choose());
      box.close();
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  };
  const box = dialog(t("options.title"), () => [h("form", { method: "dialog", submit }, presets.element, custom.element, endless,
    h("div", { class: "fields" }, ...rules.rows), said,
    h("p", { class: "row end" }, h("button", { class: "main-button", type: "submit", id: "play-it" }, t("options.play"))))]);
  return box;
}

/** @param {Record<string, {board: string, mines: number}>} presets @param {any} wanted @param {Record<string, any>} parts each hidden unless it is chosen */
function presetChoices(presets, wanted, parts) {
  const kind = wanted?.preset ?? (wanted?.endless ? "endless" : wanted?.board ? "own" : "beginner");
  const element = h("div", { class: "choices", role: "radiogroup", "aria-label": t("options.title") });
  const chosen = () => element.querySelector(":checked").value;
  const change = () => Object.entries(parts).forEach(([name, part]) => (part.hidden = chosen() !== name));
  const choice = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ line) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name: "kind", value: name, checked: name === kind, change }), h("span", {}, title, h("small", {}, line)));
  for (const [name, { board, mines }] of Object.entries(presets).sort(([, a], [, b]) => a.mines - b.mines)) {
    element.append(choice(name, named(name[0].toUpperCase() + name.slice(1)), t("preset.sizes", { sides: board.split("-")[1].replaceAll("x", " × "), mines })));
  }
  element.append(choice("own", t("preset.own"), t("preset.own_line")));
  if (engine.offers("endless")) element.append(choice("endless", t("endless.title"), t("endless.line")));
  change();
  return { element, chosen };
}

/** @param {any} wanted */
function customFields(wanted) {
  const last = wanted?.board ?? "grid-16x16";
  let graph = last.startsWith("graph-") ? last : null;
  const mines = h("input", { id: "mines", type: "number", min: 0, value: wanted?.board ? wanted.mines : 40 });
  const file = h("input", { id: "file", type: "file", change: async () => (graph = file.files[0] ? (await load(file.files[0])).board : graph) });
  const fileRow = field(t("options.file"), file);
  const board = boardFields(last, (entry) => {
    mines.value = entry?.mines ?? GRAPH_MINES;
    fileRow.hidden = entry !== undefined;
  }, engine.offers("graph") ? ["graph"] : []);
  const rules = h("input", { id: "rules", value: wanted?.rules ?? "", placeholder: "capacity=2, liar", autocomplete: "off", spellcheck: "false" });
  const rulesRow = field(t("options.rules"), rules);
  const rulesLine = h("p", { class: "quiet" }, t("options.rules_line"));
  rulesRow.hidden = rulesLine.hidden = !engine.offers("rules");
  const isGraph = () => board.menu.value === "graph";
  fileRow.hidden = !isGraph();
  const chosen = async () => {
    if (isGraph() && !graph) throw new Error(t("options.no_file"));
    const name = isGraph() ? graph : board.name();
    const most = (await engine.board(name)).addresses.length - 1;
    if (mines.value === "" || !(Number(mines.value) >= 0 && Number(mines.value) <= most)) throw new Error(t("options.bad_mines", { most }));
    return { board: name, mines: Number(mines.value), ...(rules.value.trim() ? { rules: rules.value.trim() } : {}) };
  };
  return { element: h("fieldset", { class: "own" }, h("legend", {}, t("preset.own")), ...board.rows, field(t("options.mines"), mines), fileRow, rulesRow, rulesLine), chosen };
}

/** The rules; a board without guesses always begins with an opening, and its mines are fixed. @param {any} offers @param {any} wanted */
function ruleFields(offers, wanted) {
  const first = select("first", offers.first.map((/** @type {string} */ name) => [name, t(`first.${name}`)]), wanted?.first ?? "safe");
  const fair = select("fair", ["", ...(offers.fair ?? [])].map((name) => [name, t(`fair.${name || "off"}`)]), wanted?.fair ?? "", () => (line.textContent = fairLine()));
  const grade = select("grade", ["", ...(offers.grades ?? [])].map((name) => [name, t(`grade.${name || "any"}`)]), wanted?.grade ?? "");
  const noGuess = h("input", { type: "checkbox", id: "no-guess", checked: Boolean(wanted?.no_guess), change: follow });
  const line = h("p", { class: "quiet" });
  const fairLine = () => (fair.value ? t(`fair.${fair.value}_line`) : "");
  let own = first.value; // the rule of games that may need guesses
  function follow() {
    if (noGuess.checked && !first.disabled) own = first.value;
    first.value = noGuess.checked ? "opening" : own;
    first.disabled = fair.disabled = noGuess.checked;
    grade.disabled = !noGuess.checked;
    if (noGuess.checked) fair.value = "";
    line.textContent = fairLine();
  }
  follow();
  const fairRow = field(t("options.fair"), fair);
  const gradeRow = field(t("options.grade"), grade);
  fairRow.hidden = !engine.offers("fair");
  gradeRow.hidden = !engine.offers("grade");
  return { rows: [field(t("options.first"), first), fairRow, line, h("label", { class: "check", hidden: !engine.offers("no_guess") }, noGuess, t("options.no_guess")), gradeRow],
    chosen: () => ({ first: noGuess.checked ? own : first.value, no_guess: noGuess.checked,
      ...(fair.value ? { fair: fair.value } : {}), ...(noGuess.checked && grade.value ? { grade: grade.value } : {}) }) };
}

/** Play on the board of a dropped file. @param {File} file @param {(wanted: any) => void} play */
export async function playFile(file, play) {
  const found = await load(file);
  const usual = Math.max(1, Math.round(found.labels.length * 0.16));
  play({ board: found.board, mines: Math.min(found.mines ?? usual, found.labels.length - 1), first: "safe", no_guess: false });
}
