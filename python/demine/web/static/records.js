// The records of this player, per board. Games with help never count.
import { boardTitle, loadOffers } from "./boards.js";
import * as engine from "./engine.js";
import { dialog, h, many, t } from "./page.js";

export async function records() {
  const [{ records: rows }] = await Promise.all([engine.records(), loadOffers()]);
  const heads = ["board", "games", "won", "best", "efficiency"];
  dialog(t("records.title"), () => [
    rows.length === 0 ? h("p", {}, t("records.none")) : h("table", {},
      h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, t(`records.${name}`))))),
      h("tbody", {}, ...rows.map((/** @type {any} */ row) => h("tr", {},
        h("th", { scope: "row" }, `${boardTitle(row.board)} · ${many("play.mines", row.mines)}`,
          h("small", {}, ` ${t(`first.${row.first}`)}${row.no_guess ? `, ${t("play.no_guess")}` : ""}`)),
        h("td", {}, String(row.games)), h("td", {}, `${row.won}`),
        h("td", {}, row.best === null ? "–" : `${row.best.toFixed(1)} s`),
        h("td", {}, row.efficiency === null ? "–" : `${Math.round(row.efficiency * 100)} %`))))),
    h("p", { class: "quiet" }, t("records.line")),
  ]);
}
