// Used by every page: texts, helpers for the document, the theme, announcements, dialogs.
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

/** @param {string} id of an element that exists @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * An element with attributes and children. A function is a listener; null and false are left out.
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

/** Say something through the screen reader. @param {string} text */
export function announce(text) {
  const live = byId("live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Show an error on top of the page for a while. @param {unknown} error */
export function complain(error) {
  const text = error instanceof Error ? error.message : String(error);
  const notice = h("div", { class: "notice" }, h("span", {}, text));
  notice.append(h("button", { "aria-label": t("close"), click: () => notice.remove() }, "×"));
  byId("notices").replaceChildren(notice);
  setTimeout(() => notice.remove(), 12000);
}

/**
 * A dialog with a heading. Escape, its cross and its content can close it.
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

/** Save a text as a file. @param {string | Blob} content @param {string} name */
export function download(content, name) {
  const url = URL.createObjectURL(new Blob([content]));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A probability in percent; 0 % and 100 % mean certainty. @param {number} p */
export function percent(p) {
  if (p <= 0) return "0 %";
  if (p >= 1) return "100 %";
  const value = p * 100;
  if (value < 0.01) return "< 0.01 %";
  if (value > 99.99) return "> 99.99 %";
  return `${value.toFixed(value < 1 || value > 99 ? 2 : 1)} %`;
}

/** A long whole number in short form: 1.23 × 10⁴⁵. @param {string} digits */
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

// ---- Preferences: how this device is played on, kept in the browser ----

const KEPT = "demine.preferences";
const USUAL = { theme: "auto", chord: "click", question: false, autoflag: false, press: 380, sound: false, vibration: true, live: false,
  keys: /** @type {Record<string, string>} */ ({}) };

/** @returns {any} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

export const preferences = { ...USUAL, ...stored() };

/** Keep some preferences. @param {Partial<typeof preferences>} changed */
export function prefer(changed) {
  Object.assign(preferences, changed);
  localStorage.setItem(KEPT, JSON.stringify(preferences));
  applyTheme();
}

/** The key of each action, unless the player has chosen another one. */
const KEYS = /** @type {Record<string, string>} */ ({
  flag: "f", chord: "c", new: "n", undo: "u", pause: "p", hint: "h", risks: "r", boards: "o", settings: "s", daily: "d",
});

/** @returns {Record<string, string>} */
export const chosenKeys = () => ({ ...KEYS, ...preferences.keys });

export const THEMES = ["auto", "light", "dark", "classic"];

function applyTheme() {
  document.documentElement.dataset.theme = preferences.theme;
}

/** Use the next theme. */
export function changeTheme() {
  prefer({ theme: THEMES[(THEMES.indexOf(preferences.theme) + 1) % THEMES.length] });
  announce(t("theme.now", { theme: t(`theme.${preferences.theme}`) }));
}

/** The address of a page; null if there is no such page. @param {string} page */
export const address = (page) => document.querySelector(`nav [data-nav="${page}"]`)?.getAttribute("href") ?? null;

/** Prepare a page: theme, errors, service worker. */
export function open() {
  applyTheme();
  byId("theme")?.addEventListener("click", changeTheme);
  addEventListener("unhandledrejection", (event) => {
    if (event.reason?.name !== "AbortError") complain(event.reason);
    event.preventDefault();
  });
  if ("serviceWorker" in navigator) {
    addEventListener("load", () => navigator.serviceWorker.register("offline.js").catch(() => {}));
  }
}
