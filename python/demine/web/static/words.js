// A catalogue: messages as data, and how a message becomes a text. demine/words/catalogue.py describes the
// places and variants of messages and does the same; tests compare both.

/** @typedef {Record<string, any>} Arguments */
/** @typedef {(cell: number) => string} Name */

const PLACE = /\{(\^?)(\w+)(?::([^{}]*))?\}/g;
const RELATION = /^n(?: % (\d+))? (!?=) ([\d., ]+)$/;

export class Catalogue {
  /** @param {Record<string, string>} messages */
  constructor(messages) {
    this.messages = messages;
    this.forms = Object.entries(messages).filter(([key]) => key.startsWith("plural."));
  }

  /** The message with its places filled in. @param {string} key @param {Arguments} [values] @param {Name} [name] */
  text(key, values = {}, name = String) {
    return (this.messages[key] ?? key).replace(PLACE, (_, big, argument, how) => {
      const text = this.write(values[argument] ?? (argument in values ? null : ""), how ?? "", values, name);
      return big ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
    });
  }

  /** The plural form of a number. @param {number} n */
  form(n) {
    return this.forms.find(([, rule]) => agrees(n, rule))?.[0].slice("plural.".length) ?? "other";
  }

  /** @param {any} value @param {string} how @param {Arguments} values @param {Name} name @returns {string} */
  write(value, how, values, name) {
    const [first] = how.split(" ", 1);
    const rest = how.slice(first.length + 1);
    if (first === "and" || first === "or" || first === "between") return this.join(value.map((/** @type {any} */ one) => this.write(one, rest, values, name)), first);
    if (first.startsWith("@")) return this.choose(first.slice(1), value, values, name);
    if (first === "cell") return name(value);
    return first === "percent" ? this.percent(value) : String(value);
  }

  /** The variant of a message for a value. @param {string} key @param {any} value @param {Arguments} [values] @param {Name} [name] */
  choose(key, value, values = {}, name = String) {
    const chosen = this.ends(value).map((end) => `${key}${end}`).find((variant) => variant in this.messages) ?? key;
    const inner = kindOf(value) === "object" ? value : { n: count(value) };
    return this.text(chosen, { ...values, ...inner }, name);
  }

  /** What a key may end in for this value, the most special first. @param {any} value */
  ends(value) {
    const n = count(value);
    if (kindOf(value) === "object") return [`.${value.kind}`];
    return typeof n === "number" ? [`.=${n}`, `.${this.form(n)}`] : [`.${n}`];
  }

  /** Texts in a row: a, b and c. @param {string[]} texts @param {string} word */
  join(texts, word) {
    const last = texts[texts.length - 1] ?? "";
    if (texts.length < 2) return last;
    return texts.slice(0, -1).join(this.messages["list.between"]) + this.messages[`list.${word}`] + last;
  }

  /** A share in percent, as this language writes it. @param {number} share */
  percent(share) {
    return this.text("percent", { n: this.number(halfEven(share * 100)) });
  }

  /** A number with the decimal sign of this language. @param {string} digits */
  number(digits) {
    return digits.replace(".", this.messages.decimal);
  }
}

/** One digit after the point; a tie goes to the even digit, as in Python. @param {number} value */
function halfEven(value) {
  const tenths = Math.floor(value * 10);
  const isTie = /\.\d50*$/.test(value.toFixed(60));
  return isTie && tenths % 2 === 0 ? (tenths / 10).toFixed(1) : value.toFixed(1);
}

/** @param {any} value */
const kindOf = (value) => (value !== null && !Array.isArray(value) ? typeof value : "other");

/** How many things a list holds; any other value as it is. @param {any} value */
const count = (value) => (Array.isArray(value) ? value.length : value);

/** Whether a number agrees with a rule such as `n % 10 = 2..4 and n % 100 != 12..14`. @param {number} n @param {string} rule */
const agrees = (n, rule) => rule.split(" or ").some((part) => part.split(" and ").every((relation) => relates(n, relation)));

/** @param {number} n @param {string} relation */
function relates(n, relation) {
  const [, divisor, sign, ranges] = /** @type {RegExpMatchArray} */ (relation.match(RELATION));
  const rest = divisor ? n % Number(divisor) : n;
  const isIn = ranges.split(",").some((range) => {
    const [first, last = first] = range.split("..").map(Number);
    return first <= rest && rest <= last;
  });
  return isIn === (sign === "=");
}
