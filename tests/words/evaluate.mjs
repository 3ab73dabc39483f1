// Fills in messages with the evaluator of the pages: JSON in, JSON out.
import { readFileSync } from "node:fs";
import { Catalogue } from "../../python/demine/web/static/words.js";

const asked = JSON.parse(readFileSync(0, "utf-8"));
const texts = asked.cases.map(({ message, arguments: values }) =>
  new Catalogue({ ...asked.messages, case: message }).text("case", values, (cell) => `c${cell}`));
const forms = Object.fromEntries((asked.plurals ?? []).map((code) => {
  const rules = new Intl.PluralRules(code);
  return [code, asked.numbers.map((n) => rules.select(n))];
}));
process.stdout.write(JSON.stringify({ texts, forms }));
