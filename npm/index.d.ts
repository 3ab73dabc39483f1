/** Exact Minesweeper on any graph. All answers come from an engine in WebAssembly, loaded on first use. */

/** Covered, known free, known mined, or the number that an opened cell shows. */
export type Label = "?" | "□" | "*" | number;

/** A graph: vertices from 0, and pairs of neighbours. */
export interface Graph {
  vertices: number;
  edges: [number, number][];
}

/** A name such as `grid-16x30`, `grid-8x8-torus` or `hexagonal-6x8`; or a graph. */
export type Board = string | Graph;

/** What a player knows. Without `mines`, any number of mines is possible. */
export interface Position {
  board: Board;
  labels: Label[];
  mines?: number | null;
}

/** What a question may cost: by default, and at most, 60 seconds and 20 million states. */
export interface Budget {
  seconds?: number;
  states?: number;
}

export type Language = "de" | "en" | "ja";

/** A chance as a float, and as an exact fraction; the fraction of an estimate is null. */
export interface Chance {
  float: number;
  fraction: string | null;
}

/** A sentence as data: a rule with its arguments, and the cells that it refers to. */
export interface Step {
  rule: string;
  arguments: Record<string, unknown>;
  numbers: number[];
  cells: number[];
  mined: boolean | null;
  depth: number;
}

export interface Told {
  steps: Step[];
  /** The steps in words. */
  sentences: string[];
}

export interface Analysis {
  /** The number of legal assignments; null if there are too many to count. */
  count: bigint | null;
  /** False where probabilities are estimates. `safe` and `mined` are always exact. */
  exact: boolean;
  /** The mean number of mines; null if it is an estimate. */
  expected: Chance | null;
  safe: number[];
  mined: number[];
  probability(cell: number): Chance;
  probabilities: Float64Array;
}

/** Numbers that prove a cell, or that contradict each other. */
export interface Argument extends Told {
  numbers: number[];
  /** Whether the number of mines is needed, too. */
  counter: boolean;
  smallest: boolean;
}

export interface Proof extends Argument {
  proved: "safe" | "mined";
  cell: number;
}

/** A cell that is mined in some legal assignments and free in others. */
export interface Undecided extends Told, Chance {
  proved: null;
  cell: number;
  exact: boolean;
  candidates: ({ cell: number } & Chance)[];
  /** How many candidates are not listed. */
  more: number;
}

export interface Advice {
  cells: number[];
  /** Whether the cell may be a mine; else all cells are safe. */
  guess: boolean;
  measure: string;
}

export interface Hint extends Told {
  tier: number;
  certain: boolean;
  cell?: number;
  numbers?: number[];
  counter?: boolean;
  /** True before the first cell, which may be any. */
  free?: boolean;
}

export interface Guess {
  number: number;
  opened: number[];
  risk: Chance;
  hit: boolean;
  needless: boolean;
  safe: number[];
  best: number;
  least: Chance;
}

export interface Review extends Told {
  status: "won" | "lost";
  guesses: Guess[];
  luck: Chance;
  forced: number;
  needless: number;
  three_bv: number;
}

export interface Geometry {
  name: string;
  addresses: string[];
  /** Ends of edges, one pair after the other. */
  edges: number[];
  [more: string]: unknown;
}

/** Every failure: `kind` is for programs, such as `NoLegalAssignment`, `TooWide`, `Timeout`. */
export class DemineError extends Error {
  kind: string;
  /** The numbers that contradict each other, if the kind is `NoLegalAssignment`. */
  conflict?: Argument;
}

/** A position in a text, as `demine` writes it: `3x2x1\nHHH\nH1H\n`. */
export function parse(text: string): Promise<Position>;

/** The cells of a board. */
export function board(board: Board): Promise<Geometry>;

/** Exact probabilities, safe and mined cells. */
export function analyze(position: Position | string, options?: Budget & { language?: Language }): Promise<Analysis>;

/** Why a covered cell is safe or mined; if neither is certain, its chance of a mine. */
export function explain(position: Position | string, cell: number, options?: Budget & { language?: Language }): Promise<Proof | Undecided>;

/** The cells that the strategy `strongest` opens: all safe cells, or one guess. */
export function strongest(position: Position | string, options?: Budget): Promise<Advice>;

/** Steps in words, one sentence each. */
export function say(steps: Step[], board: Board, language?: Language): Promise<string[]>;

export interface NewGame {
  /** A size with its mines, instead of `board` and `mines`. */
  preset?: "beginner" | "classic" | "intermediate" | "expert";
  board?: Board;
  mines?: number;
  /** What the first cell is: never a mine, a cell that shows 0, or any. */
  first?: "safe" | "opening" | "risky";
  /** Search for a board that needs no guess from the cell `start`. */
  noGuess?: boolean;
  start?: number;
  /** Fixes the mines, as the seed of `demine.Game` in Python does. */
  seed?: number | bigint;
}

/** A game. Its mines stay in the engine. */
export class Game {
  private constructor(state: unknown);
  static create(wanted?: NewGame): Promise<Game>;
  readonly status: "ready" | "playing" | "won" | "lost";
  readonly isOver: boolean;
  readonly minesLeft: number;
  readonly clicks: number;
  readonly flags: number[];
  /** What a player knows now. */
  readonly position: Position;
  /** Open a cell; the cells that changed. */
  open(cell: number): Promise<number[]>;
  flag(cell: number): Promise<number[]>;
  chord(cell: number): Promise<number[]>;
  undo(): Promise<number[]>;
  /** One tier of a hint, from 1 (do I have to guess?) to 4 (open this cell, the default). */
  hint(tier?: 1 | 2 | 3 | 4, options?: { language?: Language }): Promise<Hint>;
  replay(): Promise<string>;
  review(options?: { language?: Language }): Promise<Review>;
}
