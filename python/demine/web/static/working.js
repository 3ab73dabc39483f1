// "Working …", with a button to cancel, while an answer takes longer than a moment.
import { byId, h, t } from "./page.js";

const MOMENT = 300;

/**
 * Wait for an answer. After a moment, dim the answer before it and offer to cancel.
 * @template T @param {Promise<T>} answer @param {() => void} cancel @returns {Promise<T>}
 */
export async function working(answer, cancel) {
  const line = h("p", { class: "row working", role: "status" }, h("span", { class: "spin" }, t("working")),
    h("button", { id: "cancel-work", click: cancel }, t("cancel")));
  const timer = setTimeout(() => {
    document.body.classList.add("stale");
    byId("result").before(line);
  }, MOMENT);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    line.remove();
    document.body.classList.remove("stale");
  }
}
