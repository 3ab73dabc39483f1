// The service worker of the pages without a server. `demine site` writes the version and the list of
// files below. All files of a version are cached together and served together: an update waits until
// the pages of the old version are closed.
const VERSION = "";
const LISTED = /** @type {string[]} */ ([]);
const service = /** @type {any} */ (self);
// One host may have several sites, below different paths.
const SITE = `demine ${service.registration.scope} `;
const NAME = SITE + VERSION;

service.addEventListener("install", (/** @type {any} */ event) => {
  const fresh = LISTED.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)));
});

service.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(SITE) && name !== NAME;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
    .then(() => service.clients.claim()));
});

service.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin) event.respondWith(keptOrFetched(event.request, url.pathname));
});

/** @param {Request} request @param {string} pathname */
async function keptOrFetched(request, pathname) {
  const cache = await caches.open(NAME);
  return (await cache.match(pathname)) ?? fetch(request);
}
