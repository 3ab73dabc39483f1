// Replays requests at the desk of a site, in node: `node replay_desk.mjs SITE SEED < requests > replies`,
// one JSON object per line. "{key}" in a path stands for the key of the latest game.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [site, seed] = process.argv.slice(2);
const { openDesk } = await import(pathToFileURL(`${site}/static/desk.js`).href);
const json = async (path) => JSON.parse(await readFile(`${site}/static/${path}`, "utf8"));

let drawn = 0;
// Of each game first the key and then the seed is drawn.
const random = () => (drawn++ % 2 ? BigInt(seed) : BigInt(drawn));
const engine = await readFile(`${site}/static/engine.wasm`);
const files = { geometry: (name) => json(`boards/${name}.json`).catch(() => null), weights: () => readFile(`${site}/static/learned.bin`) };
const ask = await openDesk(engine, await json("about.json"), [], files, { random });

let key = "";
for await (const line of createInterface({ input: process.stdin })) {
  const { method, path, body } = JSON.parse(line);
  const reply = await ask(method, path.replace("{key}", key), body);
  if (reply.status === 201) key = reply.body.key;
  console.log(JSON.stringify({ status: reply.status, answer: reply.body }));
}
