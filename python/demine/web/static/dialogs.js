// The analyser's dialogs: another board, a position from a text or file, a position to save.
import { boardFields, field, loadOffers } from "./boards.js";
import * as engine from "./engine.js";
import { complain, dialog, download, h, t } from "./page.js";

/** @param {(position: any) => Promise<void>} place */
export async function boardDialog(place) {
  await loadOffers();
  const board = boardFields("grid-16x30", () => {});
  const mines = h("input", { id: "new-mines", type: "number", min: 0, placeholder: t("analyse.unknown_number") });
  const said = h("p", { class: "bad", role: "alert" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    closeAfter(box, said, () => place({ board: board.name(), labels: null, mines: mines.value === "" ? null : Number(mines.value) }));
  };
  const box = dialog(t("analyse.board"), () => [h("form", { submit }, ...board.rows, field(t("options.mines"), mines), said,
    h("p", { class: "row end" }, h("button", { class: "main-button", type: "submit" }, t("analyse.make"))))]);
}

/** Close a dialog when the work is done, or say why it failed. @param {any} box @param {any} said @param {() => Promise<void>} work */
async function closeAfter(box, said, work) {
  try {
    await work();
    box.close();
  } catch (error) {
    said.textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {(given: any) => Promise<void>} read @param {(file: File) => Promise<void>} readFile */
export function openDialog(read, readFile) {
  const text = h("textarea", { id: "text", rows: 10, spellcheck: "false", "aria-label": t("analyse.paste"), placeholder: t("analyse.paste_hint") });
  const file = h("input", { type: "file", id: "file", "aria-label": t("options.file") });
  const said = h("p", { class: "bad", role: "alert" });
  const readText = () => closeAfter(box, said, () => read({ text: text.value }));
  const box = dialog(t("analyse.open"), () => [
    h("p", {}, t("analyse.paste")), text, said,
    h("p", { class: "row end" }, h("button", { class: "main-button", id: "read-text", click: readText }, t("analyse.read_text"))),
    field(t("options.file"), file)]);
  file.addEventListener("change", () => closeAfter(box, said, () => readFile(file.files[0])));
  text.focus();
}

/** @param {any} edited */
export async function saveDialog(edited) {
  const { formats } = await engine.about();
  const format = h("select", { id: "format", "aria-label": t("analyse.format") }, ...formats.map((/** @type {string} */ name) => h("option", { value: name }, `${name}: ${t(`format.${name}`)}`)));
  const text = h("textarea", { id: "written", rows: 12, readonly: true, spellcheck: "false", "aria-label": t("analyse.save") });
  const said = h("p", { class: "bad", role: "alert" });
  /** @type {any} */
  let written = null;
  const copy = h("button", { id: "copy", click: () => navigator.clipboard.writeText(text.value).catch(complain) }, t("analyse.copy"));
  const save = h("button", { class: "main-button", click: () => download(written.text ?? bytes(written.data), `position.${written.format === "graph" ? "json" : written.format}`) }, t("analyse.download"));
  const write = async () => {
    const wanted = format.value;
    const [answer, wrong] = await engine.ask("write", { ...edited.given, format: wanted }).then((answer) => [answer, ""], (error) => [null, error.message]);
    if (format.value !== wanted) return; // Answers may overtake each other: another format was chosen.
    written = answer;
    said.textContent = wrong;
    text.value = written ? written.text ?? t("analyse.binary") : "";
    copy.disabled = !written?.text;
    save.disabled = !written;
  };
  format.addEventListener("change", write);
  dialog(t("analyse.save"), () => [field(t("analyse.format"), format), text, said, h("p", { class: "row end" }, copy, save)]);
  await write();
}

/** @param {string} data in base64 */
function bytes(data) {
  return new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))]);
}
