// Every page: texts, small helpers for the document, the theme, announcements, dialogs.
import texts from "./texts.js";

/**
 * A text by its key, with {places} filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = /** @type {Record<string, string>} */ (texts)[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/**
 * A text that depends on a number: `key.one` for 1, `key` otherwise; {n} is the number.
 * @param {string} key @param {number} n @param {Record<string, string | number>} [values]
 */
export function many(key, n, values = {}) {
  return t(n === 1 && `${key}.one` in texts ? `${key}.one` : key, { n, ...values });
}

/** @param {string} id @returns {any} the element of an id, which is there */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * An element with attributes and children; a function is a listener, null and false are left out.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same in SVG.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Say something to those who listen instead of looking. @param {string} text */
export function announce(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Show what went wrong, above everything and moving nothing. @param {unknown} error */
export function complain(error) {
  const text = error instanceof Error ? error.message : String(error);
  const notice = h("div", { class: "notice" }, h("span", {}, text));
  notice.append(h("button", { "aria-label": t("close"), click: () => notice.remove() }, "×"));
  byId("notices").replaceChildren(notice);
  setTimeout(() => notice.remove(), 12000);
}

/**
 * A dialog with a heading; it closes by Escape, by its cross and by what is in it.
 * @param {string} title @param {(close: () => void) => any[]} content
 */
export function dialog(title, content) {
  const box = h("dialog", { class: "dialog", "aria-labelledby": "dialog-title" });
  const close = () => box.close();
  box.append(
    h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title),
      h("button", { class: "plain", "aria-label": t("close"), click: close }, "×")),
    h("div", { class: "dialog-body" }, ...content(close)),
  );
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Give a text to the browser as a file. @param {string | Blob} content @param {string} name */
export function download(content, name) {
  const url = URL.createObjectURL(new Blob([content]));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A probability for people: never 0 % or 100 % unless it is certain. @param {number} p */
export function percent(p) {
  if (p <= 0) return "0 %";
  if (p >= 1) return "100 %";
  const value = p * 100;
  if (value < 0.01) return "< 0.01 %";
  if (value > 99.99) return "> 99.99 %";
  return `${value.toFixed(value < 1 || value > 99 ? 2 : 1)} %`;
}

/** A long whole number for people: 1.23 × 10⁴⁵. @param {string} digits */
export function roundDigits(digits) {
  if (digits.length <= 9) return Number(digits).toLocaleString("en-US");
  const power = [...String(digits.length - 1)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("");
  return `${digits[0]}.${digits.slice(1, 3)} × 10${power}`;
}

/** @param {number} seconds */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = String(whole % 60).padStart(2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

const THEMES = ["auto", "light", "dark"];

function applyTheme() {
  const theme = localStorage.getItem("demine.theme") ?? "auto";
  document.documentElement.dataset.theme = theme;
  return theme;
}

/** What every page does when it opens. */
export function open() {
  applyTheme();
  byId("theme").addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(applyTheme()) + 1) % THEMES.length];
    localStorage.setItem("demine.theme", next);
    applyTheme();
    announce(t("theme.now", { theme: t(`theme.${next}`) }));
  });
  addEventListener("unhandledrejection", (event) => {
    if (event.reason?.name !== "AbortError") complain(event.reason);
    event.preventDefault();
  });
  if ("serviceWorker" in navigator) {
    addEventListener("load", () => navigator.serviceWorker.register("/offline.js").catch(() => {}));
  }
}
