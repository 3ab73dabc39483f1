// Text that was pasted on a page and belongs to another one: our own links, positions, layouts.
import * as engine from "./engine.js";
import { address } from "./page.js";
import { pack } from "./position.js";

const OWN = /^(?:https?:\/\/\S*?\/)?\/?(analyse|review|embed|index)?(?:\.html)?(\?[^#\s]*)?(#\S*)?$/;

const ID = /^([a-z][\w-]*)-([0-9]+)-(safe|opening|risky)(?:\.([a-z]+))?-([0-9]+)$/;

/**
 * Where one of our own links or ids of games leads on this site, wherever it was copied; null for other texts.
 * @param {string} text @returns {string | null}
 */
export function ownAddress(text) {
  const id = text.trim().match(ID);
  if (id) return `${address("play")}?${linkOf(id)}`;
  const [, page = "", query = "", hash = ""] = text.trim().match(OWN) ?? [];
  const asked = new URLSearchParams(query);
  if (/^(analyse|embed)$/.test(page)) return /[#&]l=/.test(hash) ? `${address("analyse")}${hash}` : null;
  if (page === "review") return asked.has("game") ? `${address("review")}${query}` : null;
  const isGame = asked.has("game") || asked.has("daily") || asked.has("endless") || (asked.has("seed") && /^([a-z]|$)/.test(asked.get("board") ?? ""));
  return isGame ? `${address("play")}${query}` : null;
}

/** The link of an id that a terminal shows. @param {string[]} parts of the id */
function linkOf([, board, mines, first, fair, seed]) {
  return new URLSearchParams({ seed, board, mines, first, ...(fair ? { fair } : {}) });
}

/**
 * What is pasted beside a game: a link is followed, a layout is played, a position is analysed.
 * @param {string} text @param {(state: any) => Promise<void>} show
 */
export async function pasteOnGame(text, show) {
  const own = ownAddress(text);
  if (own) return location.assign(own);
  const { board, labels, mines } = await engine.ask("read", { text });
  const isLayout = labels.includes("*") && !labels.includes("?");
  if (isLayout && engine.offers("practice")) return show(await engine.layOut({ board: board.name, labels, mines }));
  location.assign(`${address("analyse")}#b=${board.name}&m=${mines ?? "-"}&l=${pack(labels)}`);
}
