// The desk without a server: the engine compiled to WebAssembly answers the requests of the API. This
// module knows neither pages nor storage, so that tests run it in node too.

/** @typedef {{status: number, body: any, kept: [string, any][]}} Reply */

const ABOUT = "/api/about";

const host = {
  milliseconds: () => performance.now(),
  time: () => Date.now() / 1000,
  random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
};

/**
 * Compile the engine and open its desk.
 * @param {BufferSource} engine the compiled engine
 * @param {any} about what the desk offers
 * @param {[string, any][]} kept rows of earlier visits
 * @param {(name: string) => Promise<any>} geometry of a board by its name; null if there is none
 * @param {Partial<typeof host>} [other] another clock or other random numbers, for tests
 */
export async function openDesk(engine, about, kept, geometry, other = {}) {
  const { instance } = await WebAssembly.instantiate(engine, { host: { ...host, ...other } });
  const send = connect(/** @type {any} */ (instance.exports));
  send({ method: "open", about, kept });

  /**
   * @param {string} method @param {string} path @param {any} [body]
   * @param {(tried: number) => void} [progress] of a search @returns {Promise<Reply>}
   */
  return async function answer(method, path, body, progress = () => {}) {
    if (path === ABOUT) return { status: 200, body: about, kept: [] }; // its menus are in order
    let reply = send({ method, path: decodeURIComponent(path), body });
    while (reply.tried !== undefined) {
      progress(reply.tried);
      reply = send({ method: "go on" });
    }
    if (!reply.needs_board) return reply;
    const found = await geometry(reply.needs_board);
    if (found && send({ method: "board", geometry: found }).received) return answer(method, path, body, progress);
    const error = `board "${reply.needs_board}" is not part of these pages: choose a size from the menu`;
    return { status: 422, body: { error, kind: "NotOffered" }, kept: [] };
  };
}

/** Send JSON through the buffer of the engine. @param {any} engine its exports */
function connect(engine) {
  return (/** @type {any} */ request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = engine.room(bytes.length);
    new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
    const length = engine.answer();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.reply_at(), length)));
  };
}
