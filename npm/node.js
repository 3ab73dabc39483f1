// demine for node: the files beside this module are read.
import { readFile } from "node:fs/promises";
import { readWith } from "./core.js";

readWith((url) => readFile(url));

export * from "./core.js";
