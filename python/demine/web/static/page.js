// Used by every page: words, helpers for the document, the theme, announcements, dialogs.
import { Catalogue } from "./words.js";

/** The language of the page, which `language.js` chose. */
const language = document.documentElement.lang;

/** @param {string} code @returns {Promise<Record<string, string>>} */
const load = async (code) => (await fetch(new URL(`words/${code}.json`, import.meta.url))).json();

const words = new Catalogue(await load(language).catch(() => load("en")));

/**
 * A text by its key, with {places} filled in.
 * @param {string} key @param {Record<string, any>} [values]
 */
export const t = (key, values) => words.text(key, values);

/**
 * A text that depends on a number: its plural form; {n} is the number.
 * @param {string} key @param {number} n @param {Record<string, string | number>} [values]
 */
export const many = (key, n, values) => words.choose(key, n, values);

/** A step of a proof, a hint or a verdict in words. @param {any} step @param {string[]} addresses */
export const say = (step, addresses) => words.text(`step.${step.rule}`, step.arguments, (cell) => addresses[cell]);

/** Steps as one text. @param {any[]} steps @param {string[]} addresses */
export const sayAll = (steps, addresses) => steps.map((step) => say(step, addresses)).join(" ");

/** A name that the server tells in English, such as the title of a topology. @param {string} english */
export const named = (english) => words.messages[`name.${english}`] ?? english;

/** What an error of the server says: its line in English, or what its kind means. @param {string} kind @param {string} line */
export const failure = (kind, line) => words.messages[`kind.${kind}`] ?? line;

/** A number with so many digits after the decimal sign. @param {number} value @param {number} digits */
export const fixed = (value, digits) => words.number(value.toFixed(digits));

/** Put the words of another language than English into the page: `pages.py` notes where they belong. */
function translate() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-t]"))) {
    for (const place of element.dataset.t?.split("|") ?? []) {
      const [, name, template] = /** @type {RegExpMatchArray} */ (place.match(/^([\w-]*)=(.*)$/s));
      const text = template.replace(/\{([\w.]+)\}/g, (_, key) => t(key));
      if (name) element.setAttribute(name, text);
      else if (element.firstChild) element.firstChild.nodeValue = text;
    }
  }
  document.documentElement.classList.remove("translating");
}

if (language !== "en") translate();

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

/** The text in the clipboard, unless it is meant for a field. @param {ClipboardEvent} event */
export function pastedText(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return /^(INPUT|TEXTAREA)$/.test(target.tagName) ? "" : event.clipboardData?.getData("text/plain") ?? "";
}

/** Show an error on top of the page for a while. @param {unknown} error */
export function complain(error) {
  if (/** @type {any} */ (error)?.name === "AbortError") return; // the reader cancelled it
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
  const written = (/** @type {string} */ digits) => t("percent", { n: words.number(digits) });
  if (p <= 0 || p >= 1) return written(p <= 0 ? "0" : "100");
  const value = p * 100;
  if (value < 0.01) return written("< 0.01");
  if (value > 99.99) return written("> 99.99");
  return written(value.toFixed(value < 1 || value > 99 ? 2 : 1));
}

/** A long whole number in short form: 1.23 × 10⁴⁵. @param {string} digits */
export function roundDigits(digits) {
  if (digits.length <= 9) return Number(digits).toLocaleString(language);
  const power = [...String(digits.length - 1)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("");
  return `${digits[0]}${words.messages.decimal}${digits.slice(1, 3)} × 10${power}`;
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
  const menu = byId("language");
  if (menu) menu.value = language;
  menu?.addEventListener("change", () => {
    localStorage.setItem("demine.language", menu.value);
    location.reload();
  });
  addEventListener("unhandledrejection", (event) => {
    if (event.reason?.name !== "AbortError") complain(event.reason);
    event.preventDefault();
  });
  if ("serviceWorker" in navigator) {
    const register = () => navigator.serviceWorker.register("offline.js").catch(() => {});
    if (document.readyState === "complete") register(); // the texts took longer than the page
    else addEventListener("load", register);
  }
}
