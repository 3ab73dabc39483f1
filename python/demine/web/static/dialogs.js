// The analyser's dialogs: another board, a position from a text or file, a position to keep.
import * as engine from "./engine.js";
import { load, boardName } from "./options.js";
import { complain, dialog, download, h, t } from "./page.js";

const BOARDS = ["grid", "torus", "knight", "hexagonal", "triangular", "box"];

/** @param {(position: any) => Promise<void>} place */
export function boardDialog(place) {
  const topology = h("select", { id: "topology" }, ...BOARDS.map((name) => h("option", { value: name }, t(`topology.${name}`))));
  const size = h("input", { id: "size", value: "16x30", autocomplete: "off", spellcheck: "false" });
  const mines = h("input", { id: "new-mines", type: "number", min: 0, placeholder: t("analyse.unknown_number") });
  const said = h("p", { class: "bad", role: "alert" });
  dialog(t("analyse.board"), (close) => [h("form", { submit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await place({ board: boardName(topology.value, size.value), labels: null, mines: mines.value === "" ? null : Number(mines.value) });
      close();
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  } },
  h("label", { class: "field-row" }, h("span", {}, t("options.topology")), topology),
  h("label", { class: "field-row" }, h("span", {}, t("options.size")), size),
  h("label", { class: "field-row" }, h("span", {}, t("options.mines")), mines), said,
  h("p", { class: "row end" }, h("button", { class: "main-button", type: "submit" }, t("analyse.make"))))]);
}

/** @param {(given: any) => Promise<void>} read @param {(told: any) => Promise<void>} place */
export function openDialog(read, place) {
  const text = h("textarea", { id: "text", rows: 10, spellcheck: "false", "aria-label": t("analyse.paste"), placeholder: t("analyse.paste_hint") });
  const file = h("input", { type: "file", id: "file", "aria-label": t("options.file") });
  const said = h("p", { class: "bad", role: "alert" });
  /** @param {() => void} close @param {() => Promise<void>} work */
  const tried = async (close, work) => {
    try {
      await work();
      close();
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message;
    }
  };
  dialog(t("analyse.open"), (close) => [
    h("p", {}, t("analyse.paste")), text, said,
    h("p", { class: "row end" }, h("button", { class: "main-button", id: "read-text", click: () => tried(close, () => read({ text: text.value })) }, t("analyse.read_text"))),
    h("label", { class: "field-row" }, h("span", {}, t("options.file")), file)]);
  file.addEventListener("change", () => tried(() => file.closest("dialog").close(), async () => place(await load(file.files[0]))));
  text.focus();
}

/** @param {any} edited */
export async function saveDialog(edited) {
  const { formats } = await engine.about();
  const format = h("select", { id: "format", "aria-label": t("analyse.format") }, ...formats.map((/** @type {string} */ name) => h("option", { value: name }, `${name}: ${t(`format.${name}`)}`)));
  const text = h("textarea", { id: "written", rows: 12, readonly: true, spellcheck: "false", "aria-label": t("analyse.save") });
  /** @type {any} */
  let told = null;
  const write = async () => {
    try {
      told = await engine.ask("write", { ...edited.given, format: format.value });
      text.value = told.text ?? t("analyse.binary");
    } catch (error) {
      told = null;
      text.value = /** @type {Error} */ (error).message;
    }
  };
  format.addEventListener("change", write);
  dialog(t("analyse.save"), () => [h("label", { class: "field-row" }, h("span", {}, t("analyse.format")), format), text,
    h("p", { class: "row end" }, h("button", { click: () => navigator.clipboard.writeText(text.value).catch(complain) }, t("analyse.copy")),
      h("button", { class: "main-button", click: () => told && download(told.text ?? bytes(told.data), `position.${told.format === "graph" ? "json" : told.format}`) }, t("analyse.download")))]);
  await write();
}

/** @param {string} data in base64 */
function bytes(data) {
  return new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))]);
}
