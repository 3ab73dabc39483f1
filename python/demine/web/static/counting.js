// Counting while a game runs: what is done so far, and flags for mines that are proved.
import { COVERED } from "./board.js";
import * as engine from "./engine.js";
import { byId, fixed, t } from "./page.js";
import { move, now, seconds, showStatus, view } from "./playing.js";

/** The 3BV of the open cells: each opening counts once, as does each number that no opening shows. */
export function threeBvDone() {
  const { codes } = now.game;
  const inOpening = new Set();
  let done = 0;
  for (let cell = 0; cell < codes.length; cell++) {
    if (codes[cell] !== 0 || inOpening.has(cell)) continue;
    done++;
    flood(cell, codes, inOpening);
  }
  return done + codes.filter((/** @type {number} */ code, /** @type {number} */ cell) => code > 0 && !inOpening.has(cell)).length;
}

/** Add the zeros that are connected with a cell, and the numbers around them. @param {number} start @param {number[]} codes @param {Set<number>} found */
function flood(start, codes, found) {
  const waiting = [start];
  found.add(start);
  while (waiting.length) {
    for (const next of view.neighbours(/** @type {number} */ (waiting.pop()))) {
      if (found.has(next) || codes[next] < 0) continue;
      found.add(next);
      if (codes[next] === 0) waiting.push(next);
    }
  }
}

/** The line below the clock. */
export function showLive() {
  const [done, passed] = [threeBvDone(), seconds()];
  const { clicks, wasted = 0 } = now.game;
  byId("live-line").textContent = t("live.line", { done, speed: passed > 0 ? fixed(done / passed, 2) : "–", clicks, wasted,
    efficiency: clicks ? Math.round((100 * done) / (clicks + wasted)) : "–" });
}

/** Flag every mine that is certain. This is help, as the risks are. */
export async function flagProved() {
  const { key } = now.game;
  const { mined } = await engine.risks(key);
  now.game.helped = true;
  for (const cell of mined ?? []) {
    if (now.game.key !== key || now.game.codes[cell] !== COVERED || now.flags.has(cell)) continue;
    now.flags.add(cell);
    await move("flag", cell);
  }
  showStatus();
}
