// The desk without a server: the engine compiled to WebAssembly answers the requests of the API. This
// module knows neither pages nor storage, so that tests run it in node too.

/** @typedef {{status: number, body: any, kept: [string, any][]}} Reply */
/**
 * Files that are needed now and then; null if there is none: the geometry of a board, and the learned
 * weights for advice.
 * @typedef {{geometry: (name: string) => Promise<any>, weights: () => Promise<ArrayBuffer | Uint8Array | null>}} Files
 */

const ABOUT = "/api/about";

const host = {
  milliseconds: () => performance.now(),
  time: () => Date.now() / 1000,
  random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
};

/**
 * Compile the engine and open its desk.
 * @param {BufferSource | WebAssembly.Module} engine the engine
 * @param {any} about what the desk offers
 * @param {[string, any][]} kept rows of earlier visits
 * @param {Files} files
 * @param {Partial<typeof host>} [other] another clock or other random numbers, for tests
 */
export async function openDesk(engine, about, kept, files, other = {}) {
  const compiled = engine instanceof WebAssembly.Module ? engine : await WebAssembly.compile(engine);
  const instance = await WebAssembly.instantiate(compiled, { host: { ...host, ...other } });
  const { send, weigh } = connect(/** @type {any} */ (instance.exports));
  send({ method: "open", about, kept });

  /**
   * @param {string} method @param {string} path @param {any} [body]
   * @param {(tried: number) => void} [progress] of a search @returns {Promise<Reply>}
   */
  return async function answer(method, path, body, progress = () => {}) {
    if (path === ABOUT) return { status: 200, body: about, kept: [] }; // its menus are in order
    if (body?.rules) return refuse("games under other rules need the server: choose the classic ones");
    let reply = send({ method, path: decodeURIComponent(path), body });
    while (reply.tried !== undefined) {
      progress(reply.tried);
      reply = send({ method: "go on" });
    }
    if (reply.needs_weights) {
      const weights = await files.weights();
      const isTaken = weights && weigh(weights);
      return isTaken ? answer(method, path, body, progress) : refuse("the file learned.bin is missing: try again with a network");
    }
    if (!reply.needs_board) return reply;
    const found = await files.geometry(reply.needs_board);
    if (found && send({ method: "board", geometry: found }).received) return answer(method, path, body, progress);
    return refuse(`board "${reply.needs_board}" is not part of these pages: choose a size from the menu`);
  };
}

/** @param {string} error @returns {Reply} */
const refuse = (error) => ({ status: 422, body: { error, kind: "NotOffered" }, kept: [] });

/** What crosses the buffer of the engine. @param {any} engine its exports */
function connect(engine) {
  const put = (/** @type {ArrayBuffer | Uint8Array} */ content) => {
    const bytes = new Uint8Array(content);
    const at = engine.room(bytes.length);
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  };
  return {
    /** @param {any} request */
    send(request) {
      put(new TextEncoder().encode(JSON.stringify(request)));
      const length = engine.answer();
      return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.reply_at(), length)));
    },
    /** The learned weights; false if these are not. @param {ArrayBuffer | Uint8Array} bytes */
    weigh(bytes) {
      put(bytes);
      return engine.weigh() === 1;
    },
  };
}
