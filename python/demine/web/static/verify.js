// Fair play, checked in the browser: SHA-256 of `nonce:id` has to be the commitment of the game.
// Written out, because browsers offer SHA-256 only to pages from HTTPS or localhost.

/** @type {number[]} */
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const part = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const K = primes.map((p) => part(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => part(Math.sqrt(p)));
const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** @param {string} text @returns {string} in hexadecimal */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const data = new DataView(new ArrayBuffer(length));
  bytes.forEach((byte, i) => data.setUint8(i, byte));
  data.setUint8(bytes.length, 0x80);
  data.setUint32(length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  data.setUint32(length - 4, (bytes.length * 8) >>> 0);
  let state = START;
  for (let block = 0; block < length; block += 64) state = mix(state, data, block);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** @param {number[]} state @param {DataView} data @param {number} block */
function mix(state, data, block) {
  const w = Array.from({ length: 64 }, (_, i) => (i < 16 ? data.getUint32(block + 4 * i) : 0));
  for (let i = 16; i < 64; i++) {
    const a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = (w[i - 16] + a + w[i - 7] + b) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]) | 0);
}

/** @param {string} nonce @param {string} id @param {string} commitment */
export function isVerified(nonce, id, commitment) {
  return sha256(`${nonce}:${id}`) === commitment;
}
