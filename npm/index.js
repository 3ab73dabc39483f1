// demine for browsers and bundlers: the files beside this module are fetched.
import { readWith } from "./core.js";

readWith(async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
});

export * from "./core.js";
