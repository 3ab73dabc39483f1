// The service worker: pages, their files and the shapes of boards are kept, so that they open without
// the server and positions can be drawn. What needs the engine says so: no game and no analysis is kept.
const KEPT = "demine-2";
const PAGES = ["/", "/analyse", "/review", "/help", "/api"];
const FILES = ["style.css", "texts.js", "labels.js", "page.js", "engine.js", "board.js", "input.js", "play.js", "hint.js", "verify.js",
  "options.js", "records.js", "analyse.js", "position.js", "results.js", "chart.js", "dialogs.js", "solutions.js",
  "examples.js", "review.js", "api.js", "help.js", "icon.svg", "manifest.webmanifest"].map((name) => `/static/${name}`);
const BOARDS = ["grid-9x9", "grid-16x16", "grid-16x30"].map((name) => `/api/boards/${name}`);
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...PAGES, ...FILES, ...BOARDS])).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  const ours = url.origin === location.origin && event.request.method === "GET";
  const kept = PAGES.includes(url.pathname) || url.pathname.startsWith("/static/") || url.pathname.startsWith("/api/boards/");
  if (ours && kept) event.respondWith(freshOrKept(event.request));
});

/** The server's answer if there is one, which is kept; else what was kept. @param {Request} request */
async function freshOrKept(request) {
  const kept = await caches.open(KEPT);
  const { pathname } = new URL(request.url);
  try {
    const response = await fetch(request);
    if (response.ok) kept.put(pathname, response.clone());
    return response;
  } catch {
    return (await kept.match(pathname)) ?? Response.error();
  }
}
