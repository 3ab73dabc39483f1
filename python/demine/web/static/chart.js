// Small charts in SVG, each with a label for screen readers.
import { s } from "./page.js";

const W = 320;
const H = 120;
const PAD = { left: 34, right: 8, top: 8, bottom: 20 };

/**
 * A curve over whole numbers; `choose` receives the number under a click.
 * @param {{values: (number | null)[], first: number, mark?: number | null, label: string,
 *   ticks: [number, string][], bars?: boolean, choose?: (x: number) => void, points?: number[]}} chart
 */
export function chart({ values, first, mark, label, ticks, bars, choose, points }) {
  const n = values.length;
  const numbers = /** @type {number[]} */ (values.filter((v) => v !== null));
  const low = Math.min(0, ...numbers);
  const high = Math.max(...numbers, low + 1e-12);
  const x = (/** @type {number} */ i) => PAD.left + ((W - PAD.left - PAD.right) * (i + (bars ? 0.5 : 0))) / Math.max(bars ? n : n - 1, 1);
  const y = (/** @type {number} */ v) => PAD.top + (H - PAD.top - PAD.bottom) * (1 - (v - low) / (high - low));
  const svg = s("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": label });
  svg.append(s("path", { class: "axis", d: `M${PAD.left} ${PAD.top}V${H - PAD.bottom}H${W - PAD.right}` }));
  for (const [value, text] of ticks) {
    svg.append(s("text", { class: "tick", x: PAD.left - 4, y: y(value) + 4, "text-anchor": "end" }, text));
  }
  const line = values.map((v, i) => (v === null ? "" : `${i && values[i - 1] !== null ? "L" : "M"}${x(i).toFixed(1)} ${y(v).toFixed(1)}`)).join("");
  if (bars) {
    const wide = Math.max(((W - PAD.left - PAD.right) / n) * 0.8, 0.8);
    values.forEach((v, i) => v && svg.append(s("rect", { class: "bar", x: x(i) - wide / 2, width: wide, y: y(v), height: Math.max(H - PAD.bottom - y(v), 0.5) })));
  } else svg.append(s("path", { class: "curve", d: line }));
  for (const i of points ?? []) svg.append(s("circle", { class: "point", cx: x(i), cy: y(values[i] ?? 0), r: 3.4 }));
  for (const i of [0, n - 1]) {
    svg.append(s("text", { class: "tick", x: x(i), y: H - 5, "text-anchor": i ? "end" : "start" }, String(first + i)));
  }
  if (mark !== null && mark !== undefined && mark >= first && mark < first + n) {
    svg.append(s("path", { class: "mark", d: `M${x(mark - first).toFixed(1)} ${PAD.top}V${H - PAD.bottom}` }));
    const middle = x(mark - first);
    svg.append(s("text", { class: "tick strong", x: Math.min(Math.max(middle, 60), W - 40), y: H - 5, "text-anchor": "middle" }, String(mark)));
  }
  if (choose) {
    svg.classList.add("clickable");
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      const place = ((event.clientX - box.left) / box.width) * W;
      const share = (place - PAD.left) / (W - PAD.left - PAD.right);
      choose(first + Math.min(Math.max(Math.round(share * (n - 1)), 0), n - 1));
    });
  }
  return svg;
}
