// A position to take away: a link, a frame for another page, a picture, a table.
import * as engine from "./engine.js";
import { dialog, download, h, t } from "./page.js";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "font-size", "font-weight", "text-anchor", "display", "transform", "opacity", "paint-order", "stroke-dasharray", "color"];
const SCALE = 2;

/** @param {import("./board.js").BoardView} view @param {any} edited */
export function shareDialog(view, edited) {
  const said = h("p", { class: "good", role: "status" });
  /** @param {string} id @param {string} text @param {() => Promise<unknown> | void} act */
  const button = (id, text, act) => h("button", { id, click: async () => {
    said.textContent = "";
    await act();
    said.textContent = t("analyse.copied");
  } }, t(text));
  const frame = h("textarea", { id: "frame-code", rows: 3, readonly: true, "aria-label": t("share.frame") }, frameOf(edited));
  dialog(t("share.title"), () => [
    h("p", { class: "row" },
      button("copy-address", "share.link", () => copy(location.href)),
      button("copy-table", "share.table", () => copyTable(view)),
      button("save-svg", "share.svg", () => download(svgOf(view), "demine-position.svg")),
      button("save-png", "share.png", async () => download(await pngOf(view), "demine-position.png")),
      button("copy-png", "share.copy_png", async () => navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(view) })])),
      h("button", { id: "print", click: () => print() }, t("share.print"))),
    said, ...(engine.offers("embed") ? [h("p", {}, t("share.frame_line")), frame] : []),
    h("p", { class: "row", hidden: !engine.offers("embed") }, button("copy-frame", "share.copy_frame", () => copy(frame.value)))]);
}

const copy = (/** @type {string} */ text) => navigator.clipboard.writeText(text).catch(() => {});

/** @param {any} edited */
function frameOf(edited) {
  const address = new URL(`embed#${edited.fragment}`, location.href).href;
  return `<iframe src="${address.replaceAll("&", "&amp;")}" width="640" height="480" title="${t("share.frame_title")}" loading="lazy"></iframe>`;
}

/** The board as a picture of its own: every element carries its style. @param {import("./board.js").BoardView} view */
export function svgOf(view) {
  const copied = view.svg.cloneNode(true);
  const own = [view.svg, ...view.svg.querySelectorAll("*")];
  [copied, ...copied.querySelectorAll("*")].forEach((element, i) => carry(element, getComputedStyle(own[i])));
  copied.querySelectorAll(".rings-focus, .rings-near").forEach((/** @type {Element} */ ring) => ring.remove());
  copied.prepend(signs());
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copied.setAttribute("width", String(view.width + view.rim));
  copied.setAttribute("height", String(view.height + view.rim));
  return new XMLSerializer().serializeToString(copied);
}

/** The shapes of mines and flags; only their own colours are fixed, the others follow the cell. */
function signs() {
  const own = /** @type {any} */ (document.querySelector(".defs defs"));
  const copied = own.cloneNode(true);
  const originals = own.querySelectorAll(".cloth, .glint");
  copied.querySelectorAll(".cloth, .glint").forEach((/** @type {any} */ one, /** @type {number} */ i) => (one.style.fill = getComputedStyle(originals[i]).fill));
  return copied;
}

/** @param {any} element @param {CSSStyleDeclaration} style */
function carry(element, style) {
  const said = STYLES.map((name) => [name, style.getPropertyValue(name)]).filter(([name, value]) => value && !(name === "transform" && (value === "none" || element.hasAttribute("transform"))));
  element.style.cssText = `${said.map(([name, value]) => `${name}:${value}`).join(";")};font-family:sans-serif`;
  for (const name of ["tabindex", "role", "aria-label", "data-cell"]) element.removeAttribute(name);
}

/** @param {import("./board.js").BoardView} view @returns {Promise<Blob>} */
export async function pngOf(view) {
  const picture = new Image();
  const url = URL.createObjectURL(new Blob([svgOf(view)], { type: "image/svg+xml" }));
  picture.src = url;
  await picture.decode();
  URL.revokeObjectURL(url);
  const canvas = h("canvas", { width: Math.round((view.width + view.rim) * SCALE), height: Math.round((view.height + view.rim) * SCALE) });
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(view.viewport).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error(t("share.no_picture"))))));
}

/** What each cell shows, row by row, with tabs: for spreadsheets, and as a table for documents. @param {import("./board.js").BoardView} view */
async function copyTable(view) {
  const rows = tableOf(view);
  const html = `<table>${rows.map((row) => `<tr>${row.map((text) => `<td>${text.replace("<", "&lt;")}</td>`).join("")}</tr>`).join("")}</table>`;
  const types = { "text/plain": rows.map((row) => row.join("\t")).join("\n"), "text/html": html };
  const blobs = Object.fromEntries(Object.entries(types).map(([type, text]) => [type, new Blob([text], { type })]));
  await navigator.clipboard.write([new ClipboardItem(blobs)]).catch(() => copy(types["text/plain"]));
}

const SIGNS = /** @type {Record<string, string>} */ ({ flag: "F", mine: "*", hit: "*", mined: "100", safe: "0 %", covered: "?", free: "□", open: "0" });

/** @param {import("./board.js").BoardView} view @returns {string[][]} */
export function tableOf(view) {
  let cell = 0;
  const textOf = (/** @type {Element} */ one) => one.querySelector(".sign")?.textContent || SIGNS[one.getAttribute("class")?.split(" ")[1] ?? ""] || "";
  return view.geometry.rows.map((length) => Array.from({ length }, () => textOf(view.cells[cell++])));
}
