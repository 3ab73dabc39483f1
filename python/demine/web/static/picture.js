// A picture of a board: the browser decodes it, and the server reads the position in its pixels.
import { toBase64 } from "./boards.js";
import * as engine from "./engine.js";
import { t } from "./page.js";

const MOST_PIXELS = 4e6;
/** Letters of the packed pixels that fit into a request. */
const MOST_LETTERS = 1e6;
/** How small and how coarse a picture is sent: the first that fits. Colours lose their last bits. */
const WAYS = [[1, 0xff], [1, 0xf8], [0.75, 0xf8], [0.5, 0xf8], [0.35, 0xf0]];

/** @param {Blob} file */
export const isPicture = (file) => file.type.startsWith("image/");

/** The position in a picture, with the cells in doubt. @param {Blob} file @param {AbortSignal} signal @returns {Promise<any>} */
export async function readPicture(file, signal) {
  if (!engine.offers("picture")) throw new Error(t("picture.needs_server"));
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t("picture.wrong"));
  });
  const whole = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  for (const [part, mask] of WAYS) {
    const given = await packed(bitmap, whole * part, mask);
    if (given.pixels.length <= MOST_LETTERS) return engine.ask("picture", given, signal);
  }
  throw new Error(t("picture.too_large"));
}

/** @param {ImageBitmap} bitmap @param {number} scale @param {number} mask */
async function packed(bitmap, scale, mask) {
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const colours = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    for (let i = 0; i < 3; i++) colours[to++] = data[from + i] & mask;
  }
  const deflated = new Blob([colours]).stream().pipeThrough(new CompressionStream("deflate"));
  return { width, height, pixels: toBase64(new Uint8Array(await new Response(deflated).arrayBuffer())) };
}
