// Asks the installed package: node use_package.mjs < questions > answers, a list of JSON each.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.cwd()}/`);
const demine = await import(pathToFileURL(require.resolve("demine")).href);

const ASK = {
  async analyze({ position }) {
    const found = await demine.analyze(position);
    const cells = position.labels ? position.labels.length : found.probabilities.length;
    const chances = Array.from({ length: cells }, (_, cell) => found.probability(cell));
    return { ...found, count: String(found.count), chances, probabilities: [...found.probabilities] };
  },
  explain: ({ position, cell, language }) => demine.explain(position, cell, { language }),
  strongest: ({ position }) => demine.strongest(position),
  async play({ wanted, cells }) {
    const game = await demine.Game.create(wanted);
    for (const cell of cells) await game.open(cell);
    return { position: game.position, status: game.status, clicks: game.clicks };
  },
  async finish({ wanted, start }) {
    const game = await demine.Game.create(wanted);
    await game.open(start);
    const hint = await game.hint(1);
    while (!game.isOver) await game.open((await demine.strongest(game.position)).cells[0]);
    const { status, sentences } = await game.review({ language: "de" });
    return { hint: hint.sentences, status, sentences, replay: await game.replay() };
  },
};

const answers = [];
for (const { ask, ...given } of JSON.parse(readFileSync(0, "utf-8"))) {
  try {
    answers.push(await ASK[ask](given));
  } catch (error) {
    answers.push({ failed: error.message, kind: error.kind, conflict: error.conflict ?? null, name: error.name });
  }
}
process.stdout.write(JSON.stringify(answers));
