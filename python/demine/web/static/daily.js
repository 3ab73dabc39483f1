// The daily boards: the same for everybody on a day, with the streak of this player.
import * as engine from "./engine.js";
import { complain, dialog, fixed, h, many, t } from "./page.js";

/** The day in UTC, as YYYY-MM-DD: the same as in a terminal. */
export const today = () => new Date().toISOString().slice(0, 10);

/** @param {(wanted: any) => Promise<void>} play */
export async function dailyBoards(play) {
  const day = today();
  const { boards } = await engine.daily(day);
  const box = dialog(t("daily.title", { day }), (close) => [
    h("p", {}, t("daily.line")),
    h("ul", { class: "daily" }, ...boards.map((/** @type {any} */ board) => row(board, () => {
      close();
      play({ preset: board.preset, no_guess: board.no_guess, daily: day }).catch((error) => error.name === "AbortError" || complain(error));
    }))),
    h("p", { class: "quiet" }, t("daily.proof"))]);
  return box;
}

/** @param {any} board @param {() => void} begin */
function row(board, begin) {
  const title = `${t(`preset.${board.preset}`)} · ${t(board.no_guess ? "daily.no_guess" : "daily.any")}`;
  const result = board.first ? t(`daily.${board.first.status}`, { time: fixed(board.first.seconds, 1) }) : t("daily.open");
  return h("li", {}, h("span", {}, h("strong", {}, title), h("small", {}, `${result} · ${many("daily.streak", board.streak)} · ${t("daily.longest", { n: board.longest })}`)),
    h("button", { class: board.first ? "" : "main-button", "data-daily": `${board.preset} ${board.no_guess ? "no-guess" : "any"}`, "aria-label": `${t("options.play")}: ${title}`, click: begin }, t(board.first ? "daily.again" : "options.play")));
}
