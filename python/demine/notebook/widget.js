// A board in a notebook. Python has the game or the position; this draws it and sends the clicks.
import { BoardView } from "../web/static/board.js";
import { pointer, walk } from "../web/static/input.js";
import { h } from "../web/static/page.js";

const NAMES = { main: { game: "Open", position: "Explain" }, flag: { game: "Flag" }, "?": { position: "Covered" }, free: { position: "Free" }, mine: { position: "Mine" } };

/** @param {{model: any, el: HTMLElement}} widget */
function render({ model, el }) {
  const kind = model.get("tools").includes("flag") ? "game" : "position";
  const stage = h("div", { class: "stage" });
  const said = h("div", { class: "said", "aria-live": "polite" });
  const bar = h("div", { class: "bar", role: "toolbar", "aria-label": "Tools" });
  const root = h("div", { class: "demine" }, bar, stage, said);
  root.insertAdjacentHTML("afterbegin", SPRITE);
  el.append(root);
  let tool = "main";
  const tools = model.get("tools").map((/** @type {string} */ name) =>
    h("button", { "data-tool": name, "aria-pressed": String(name === tool), click: () => choose(name) }, NAMES[name]?.[kind] ?? name));
  const commands = kind === "game" ? ["hint", "undo", "new"] : ["hint", "undo"];
  const odds = h("button", { "data-command": "odds", "aria-pressed": "false", click: toggle }, "Odds");
  bar.append(...tools, odds, ...commands.map((name) =>
    h("button", { "data-command": name, click: () => model.send({ command: name }) }, name[0].toUpperCase() + name.slice(1))));

  /** @param {string} name */
  function choose(name) {
    tool = name;
    for (const button of tools) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  }

  function toggle() {
    model.set("odds", !model.get("odds"));
    model.save_changes();
  }

  const view = new BoardView(stage, "Board");
  /** @param {number} cell @param {string} how */
  const press = (cell, how) => model.send({ cell, how: how === "main" ? tool : kind === "game" ? how : "main" });
  pointer(view, press);
  stage.addEventListener("keydown", (event) => {
    if (walk(view, event, false)) return;
    const how = { Enter: "main", " ": "main", f: "flag", c: "chord" }[event.key];
    if (how) press(view.active, how);
    else if (kind === "position" && /^[0-9?]$/.test(event.key)) model.send({ cell: view.active, how: event.key });
    else return;
    event.preventDefault();
  });

  function draw() {
    model.get("looks").forEach((/** @type {any} */ look, /** @type {number} */ cell) => view.paint(cell, look));
    const rings = model.get("rings");
    for (const name of ["cited", "target"]) view.ring(name, rings[name] ?? []);
    said.textContent = model.get("said");
    odds.setAttribute("aria-pressed", String(model.get("odds")));
  }

  /** As wide as the notebook allows; the height follows, so the board must not fit itself into it. */
  function size() {
    view.fitted = "";
    const room = (root.clientWidth - 34) / (view.width + view.rim);
    view.resize(Math.min(1, Math.max(0.55, room)));
  }

  function show() {
    view.show(model.get("geometry"));
    size();
    draw();
  }

  new ResizeObserver(size).observe(root);
  model.on("change:count", () => {
    draw();
    // marimo runs the cells that depend on a widget only after a change that the page made.
    model.set("seen", model.get("count"));
    model.save_changes();
  });
  model.on("change:odds", draw);
  model.on("change:geometry", show);
  show();
}

export default { render };
