// The settings dialog: how this device is played on, and which key does what.
import { field, select } from "./boards.js";
import { chosenKeys, complain, dialog, h, prefer, preferences, t, THEMES } from "./page.js";

/**
 * @param {any} kept settings that the server keeps @param {(changed: any) => void} keep
 * @param {() => void} changed called after any change
 */
export function settings(kept, keep, changed) {
  /** @param {any} wanted */
  const use = (wanted) => {
    prefer(wanted);
    changed();
  };
  return dialog(t("settings.title"), () => [
    h("div", { class: "fields" }, ...looks(use), ...mouse(use), ...effects(use),
      check("vi", t("options.vi"), Boolean(kept.vi), (on) => {
        keep({ vi: on });
        kept.vi = on;
      })),
    h("h3", {}, t("settings.keys")), keyRows(use)]);
}

/** @param {(wanted: any) => void} use */
function looks(use) {
  const theme = select("theme-choice", THEMES.map((name) => [name, t(`theme.${name}`)]), preferences.theme, () => use({ theme: theme.value }));
  return [field(t("settings.theme"), theme),
    check("live", t("settings.live"), preferences.live, (live) => use({ live }))];
}

/** @param {(wanted: any) => void} use */
function mouse(use) {
  const chord = select("chord", ["click", "both", "off"].map((name) => [name, t(`chord.${name}`)]), preferences.chord, () => use({ chord: chord.value }));
  const press = h("input", { type: "range", id: "press", min: 150, max: 900, step: 10, value: preferences.press, input: () => {
    use({ press: Number(press.value) });
    said.textContent = t("settings.milliseconds", { n: press.value });
  } });
  const said = h("output", {}, t("settings.milliseconds", { n: preferences.press }));
  return [field(t("settings.chord"), chord), h("label", { class: "field-row" }, h("span", {}, t("settings.press"), " ", said), press),
    check("question", t("settings.question"), preferences.question, (question) => use({ question })),
    check("autoflag", t("settings.autoflag"), preferences.autoflag, (autoflag) => use({ autoflag }))];
}

/** @param {(wanted: any) => void} use */
function effects(use) {
  const full = h("button", { id: "full-screen", type: "button", hidden: !document.fullscreenEnabled,
    click: async () => (await import("./effects.js")).changeFullScreen().catch(complain) }, t("settings.full_screen"));
  return [check("sound", t("settings.sound"), preferences.sound, (sound) => use({ sound })),
    check("vibration", t("settings.vibration"), preferences.vibration, (vibration) => use({ vibration })),
    h("p", { class: "row" }, full)];
}

/** @param {string} id @param {string} text @param {boolean} on @param {(on: boolean) => void} change */
function check(id, text, on, change) {
  const box = h("input", { type: "checkbox", id, checked: on, change: () => change(box.checked) });
  return h("label", { class: "check" }, box, text);
}

/** One row per action: a click waits for the new key. @param {(wanted: any) => void} use */
function keyRows(use) {
  const said = h("p", { class: "bad", role: "alert" });
  const rows = Object.keys(chosenKeys()).map((action) => {
    const button = h("button", { type: "button", id: `key-${action}`, "aria-label": t("settings.change_key", { action: t(`action.${action}`), key: chosenKeys()[action] }), click: () => wait(action, button) }, h("kbd", {}, chosenKeys()[action]));
    return h("li", {}, h("span", {}, t(`action.${action}`)), button);
  });

  /** @param {string} action @param {HTMLElement} button */
  function wait(action, button) {
    button.textContent = t("settings.press_key");
    button.addEventListener("keydown", (event) => {
      if (event.key === "Tab" || event.key === "Shift") return;
      event.preventDefault();
      event.stopPropagation();
      said.textContent = take(action, event.key);
      button.replaceChildren(h("kbd", {}, chosenKeys()[action]));
    }, { once: true });
  }

  /** Use a key for an action; why not, if it is in use. @param {string} action @param {string} key */
  function take(action, key) {
    if (key.length !== 1 || key === " ") return key === "Escape" ? "" : t("settings.bad_key");
    const other = Object.entries(chosenKeys()).find(([name, used]) => used === key && name !== action);
    if (other) return t("settings.used_key", { key, action: t(`action.${other[0]}`) });
    use({ keys: { ...preferences.keys, [action]: key } });
    return "";
  }
  return h("div", {}, h("ul", { class: "keys" }, ...rows), said);
}
