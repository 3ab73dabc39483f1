// demine for JavaScript: the desk of the compiled engine as functions. Each question crosses to the engine
// once, as JSON; sentences come from the catalogues that the pages use.
import { openDesk } from "./desk.js";
import { Catalogue } from "./words.js";

const FILES = {
  engine: new URL("./engine.wasm", import.meta.url),
  weights: new URL("./learned.bin", import.meta.url),
  about: new URL("./about.json", import.meta.url),
  en: new URL("./messages/en.json", import.meta.url),
  de: new URL("./messages/de.json", import.meta.url),
  ja: new URL("./messages/ja.json", import.meta.url),
};
const MINED = -3;

/** An error of the engine: one line, and its kind for programs. */
export class DemineError extends Error {
  constructor(line, kind, conflict) {
    super(line);
    this.name = "DemineError";
    this.kind = kind;
    if (conflict) this.conflict = conflict;
  }
}

let read;
let desk = null;
/** The geometry of the graphs that were asked about, by their names. */
const graphs = new Map();
/** The next random numbers that a game draws, if its seed is given. */
const drawn = [];

/** Where files come from: `index.js` and `node.js` say it. */
export function readWith(reader) {
  read = reader;
}

const json = async (url) => JSON.parse(new TextDecoder().decode(await read(url)));
const random = () => drawn.shift() ?? crypto.getRandomValues(new BigUint64Array(1))[0];

async function open() {
  const [engine, about] = await Promise.all([read(FILES.engine), json(FILES.about)]);
  const files = { geometry: async (name) => graphs.get(name) ?? null, weights: () => read(FILES.weights) };
  return openDesk(engine, about, [], files, { random });
}

/** What is asked, one after the other: the engine has one buffer, and games draw random numbers in turn. */
let queue = Promise.resolve();

function send(method, path, body, draws = []) {
  const reply = queue.then(() => ask(method, path, body, draws));
  queue = reply.catch(() => {});
  return reply;
}

async function ask(method, path, body, draws) {
  desk ??= open();
  desk.catch(() => (desk = null));
  const answer = await desk;
  drawn.push(...draws);
  const reply = await answer(method, path, body);
  drawn.length = 0;
  if (reply.status < 400) return reply.body;
  if (reply.body.kind !== "NotOffered") throw new DemineError(reply.body.error, reply.body.kind);
  throw new DemineError("this is no board: expected a name such as grid-16x30, or a graph whose edges are pairs of different vertices", "InvalidBoard");
}

/** The name of a board; a graph gets one. */
function nameOf(board) {
  if (typeof board === "string") return board;
  const edges = board.edges.flat();
  const name = `graph-${board.vertices}-${edges.join(".")}`;
  graphs.set(name, { name, edges, addresses: Array.from({ length: board.vertices }, (_, vertex) => String(vertex)) });
  return name;
}

/** A position as the engine reads it; a text is read first. */
async function given(position, options = {}) {
  const { board, labels, mines = null } = typeof position === "string" ? await parse(position) : position;
  const budget = Object.fromEntries(["seconds", "states"].filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
  return { board: nameOf(board), labels: [...labels], mines, ...budget };
}

/** A position in a text: rows of symbols. */
export async function parse(text) {
  const found = await send("POST", "/api/read", { text });
  return { board: found.board.name, labels: found.labels, mines: found.mines };
}

/** The cells of a board: addresses, edges, and where to draw them. */
export const board = (name) => send("POST", "/api/board", { board: nameOf(name) });

export async function analyze(position, options) {
  const asked = await given(position, options);
  const found = await send("POST", "/api/analyse", asked);
  if (!found.consistent) {
    const conflict = await withSentences(found.conflict, asked.board, options);
    throw new DemineError("the position has no legal assignment", "NoLegalAssignment", conflict);
  }
  const { kind, floats, fractions, count, exact, expected, safe, mined } = found;
  const probability = (cell) => ({ float: floats[kind[cell]], fraction: fractions?.[kind[cell]] ?? null });
  return {
    count: count === null || count === undefined ? null : BigInt(count),
    exact, expected, safe, mined, probability,
    probabilities: Float64Array.from(kind, (one) => floats[one] ?? 0),
  };
}

export async function explain(position, cell, options) {
  const asked = await given(position, options);
  return withSentences(await send("POST", "/api/explain", { ...asked, cell }), asked.board, options);
}

export const strongest = async (position, options) => send("POST", "/api/strongest", await given(position, options));

/** An answer with its steps in words. */
async function withSentences(found, name, options = {}) {
  if (!found) return found;
  const steps = found.steps ?? found.lines ?? [];
  return { ...found, steps, sentences: await say(steps, name, options.language) };
}

const catalogues = new Map();

/** Steps in words, one sentence each. */
export async function say(steps, onBoard, language = "en") {
  if (!(language in FILES) || language.length !== 2) throw new DemineError(`language ${JSON.stringify(language)}: expected one of de, en, ja`, "FormatError");
  if (!catalogues.has(language)) catalogues.set(language, new Catalogue(await json(FILES[language])));
  const { addresses } = await board(onBoard);
  return steps.map((step) => catalogues.get(language).text(`step.${step.rule}`, step.arguments, (cell) => addresses[cell]));
}

/** A game. Its mines are in the engine; `position` is what a player knows. */
export class Game {
  #key;
  #state;

  constructor(state) {
    this.#key = state.key;
    this.#state = state;
  }

  static async create({ preset, board: on = "grid-9x9", mines = 10, first, noGuess, start, seed } = {}) {
    const rules = preset === undefined ? { board: nameOf(on), mines } : { preset };
    const more = { first, start, no_guess: noGuess };
    for (const [name, value] of Object.entries(more)) if (value !== undefined) rules[name] = value;
    // The engine draws a key and then the seed, as soon as it knows the board.
    const draws = seed === undefined ? [] : [random(), BigInt.asUintN(64, BigInt(seed))];
    if (preset === undefined) await board(on);
    return new Game(await send("POST", "/api/games", rules, draws));
  }

  get status() { return this.#state.status; }
  get minesLeft() { return this.#state.mines_left; }
  get clicks() { return this.#state.clicks; }
  get flags() { return [...this.#state.flags]; }
  get isOver() { return this.status === "won" || this.status === "lost"; }

  get position() {
    const labels = this.#state.codes.map((code) => (code >= 0 ? code : code === MINED ? "*" : "?"));
    return { board: this.#state.board, labels, mines: this.#state.mines };
  }

  open(cell) { return this.#move({ move: "open", cell }); }
  flag(cell) { return this.#move({ move: "flag", cell }); }
  chord(cell) { return this.#move({ move: "chord", cell }); }
  undo() { return this.#move({ move: "undo" }); }

  async #move(move) {
    const told = await send("POST", `/api/games/${this.#key}/moves`, move);
    this.#state = await send("GET", `/api/games/${told.key ?? this.#key}`);
    this.#key = this.#state.key;
    return (told.changed ?? []).map(([cell]) => cell);
  }

  /** One tier of a hint, from 1 (do I have to guess?) to 4 (open this cell). */
  async hint(tier = 4, options) {
    return withSentences(await send("POST", `/api/games/${this.#key}/hint`, { tier }), this.#state.board, options);
  }

  /** The finished game as a replay file, for `demine review` and the pages. */
  replay() { return send("GET", `/api/games/${this.#key}/replay`); }

  /** The review of the finished game: every guess with its risk, the luck, and a verdict. */
  async review(options) {
    return withSentences(await send("GET", `/api/games/${this.#key}/review`), this.#state.board, options);
  }
}
