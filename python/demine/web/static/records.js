// The records of this player, per board. Games with help never count.
import { boardTitle, loadOffers } from "./boards.js";
import * as engine from "./engine.js";
import { complain, dialog, download, h, many, t } from "./page.js";

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
    engine.offers("kept") ? keeping() : null,
  ].filter(Boolean));
}

/** Save all games and settings as one file, and take those of such a file. */
function keeping() {
  const said = h("p", { class: "quiet", role: "status" });
  const save = async () => download(JSON.stringify(await engine.kept()), "demine-games.json");
  const take = async (/** @type {File} */ file) => {
    const { added } = await engine.takeKept(JSON.parse(await file.text()));
    said.textContent = many("kept.added", added);
  };
  const fail = () => complain(new Error(t("kept.wrong")));
  const file = h("input", { type: "file", id: "kept", accept: ".json", "aria-label": t("kept.take"), change: () => take(file.files[0]).catch(fail) });
  return h("div", {}, h("p", { class: "row" }, h("button", { id: "save-kept", click: () => save().catch(complain) }, t("kept.save")),
    h("label", {}, `${t("kept.take")} `, file)), said);
}
