// The service worker: it caches the pages, their files and the geometry of boards, so that the pages
// open and draw positions without the server. It never caches a game or an analysis.
const KEPT = "demine-7";
const PAGES = ["/", "/analyse", "/review", "/help", "/api", "/embed"];
const FILES = ["style.css", "words.js", "page.js", "engine.js", "board.js", "boards.js", "input.js", "endless.js", "play.js", "playing.js", "counting.js", "effects.js", "settings.js", "daily.js", "csv.js", "sharing.js", "autoplay.js", "why.js", "embed.js", "near.js", "pasted.js", "wasted.js", "browser.js", "worker.js", "desk.js", "ending.js", "hint.js", "verify.js",
  "options.js", "records.js", "analyse.js", "working.js", "position.js", "results.js", "chart.js", "dialogs.js", "solutions.js",
  "examples.js", "review.js", "api.js", "help.js", "icon.svg", "manifest.webmanifest",
  "words/en.json", "words/de.json", "words/ja.json"].map((name) => `/static/${name}`);
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(install().then(() => worker.skipWaiting()));
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

/** Cache the pages, their files and the boards of the presets. */
async function install() {
  const { presets } = await (await fetch("/api/about")).json();
  const boards = Object.values(presets).map(({ board }) => `/api/boards/${board}`);
  await (await caches.open(KEPT)).addAll([...PAGES, ...FILES, ...boards]);
}

/** The answer of the server, which is cached, or the cached answer if there is no server. @param {Request} request */
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
