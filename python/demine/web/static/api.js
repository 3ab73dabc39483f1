// The API page: the operations of openapi.json, each with a command to try it.
import { byId, complain, h, open, t } from "./page.js";

/** @param {string} method @param {string} path @param {any} what */
function operation(method, path, what) {
  const example = what.requestBody?.content["application/json"].example;
  const body = example ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(example).replaceAll("'", "'\\''")}'` : "";
  const verb = method === "get" ? "" : ` -X ${method.toUpperCase()}`;
  return h("section", { class: "card operation" },
    h("h2", {}, h("span", { class: `method ${method}` }, method.toUpperCase()), " ", h("code", {}, path)),
    h("p", {}, ...`${what.summary}.`.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part))),
    h("pre", { class: "code", tabindex: "0", "aria-label": t("api.command") }, `curl -s${verb} ${location.origin}${path}${body}`));
}

async function start() {
  open();
  byId("sample").textContent = t("api.sample").replace("localhost:8000", location.host);
  try {
    const description = await (await fetch("/api/openapi.json")).json();
    const parts = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(/** @type {any} */ (methods)).map(([method, what]) => operation(method, path, what)));
    byId("operations").replaceChildren(...parts);
  } catch (error) {
    complain(error);
  }
  document.documentElement.dataset.ready = "yes";
}

start();
