// Finished games as CSV: one line per game, so that the records of several machines can be merged.
import { t } from "./page.js";

const NUMBERS = ["made", "mines", "seconds", "clicks", "opens", "flags", "chords", "wasted", "hints", "three_bv", "zini"];
const TRUTHS = ["no_guess", "helped", "shared"];
const COLUMNS = ["key", "made", "board", "mines", "first", "fair", "no_guess", "daily", "status", "seconds", "clicks", "opens", "flags", "chords", "wasted", "hints", "three_bv", "zini", "helped", "shared"];

/** @param {any} value */
function quoted(value) {
  const text = String(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Record<string, any>[]} games */
export function writeCsv(games) {
  return [COLUMNS, ...games.map((game) => COLUMNS.map((name) => game[name]))].map((row) => `${row.map(quoted).join(",")}\n`).join("");
}

/** The cells of a line; a cell in quotation marks may contain commas. @param {string} line */
function cellsOf(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

/** The games of a file; an error names the line. @param {string} text @returns {Record<string, any>[]} */
export function readCsv(text) {
  const [head, ...lines] = text.replaceAll("\r", "").split("\n").filter((line) => line.trim());
  const names = cellsOf(head ?? "");
  const missing = ["key", "board", "status", "seconds"].filter((name) => !names.includes(name));
  if (missing.length) throw new Error(t("csv.head", { missing: missing.join(", ") }));
  return lines.map((line, i) => read(Object.fromEntries(cellsOf(line).map((cell, j) => [names[j], cell])), i + 2));
}

/** @param {Record<string, any>} row @param {number} number of the line */
function read(row, number) {
  for (const name of NUMBERS) row[name] = row[name] === "" || row[name] === undefined ? null : Number(row[name]);
  for (const name of TRUTHS) row[name] = /^(true|1)$/i.test(row[name] ?? "");
  const isGood = ["won", "lost"].includes(row.status) && row.key && row.board && row.seconds >= 0 && NUMBERS.every((name) => row[name] === null || Number.isFinite(row[name]));
  if (!isGood) throw new Error(t("csv.line", { n: number }));
  return row;
}
