// Runs before the page is painted: the language that was chosen here, or the first of the browser's that
// the pages speak. A page in another language than English is hidden until `page.js` has put its words in.
(() => {
  const root = document.documentElement;
  const known = root.dataset.languages?.split(" ") ?? [];
  let chosen = null;
  try {
    chosen = localStorage.getItem("demine.language");
  } catch {
    // No storage, so nothing was chosen.
  }
  const wanted = [chosen, ...navigator.languages].map((one) => one?.split("-")[0].toLowerCase() ?? "");
  root.lang = wanted.find((one) => known.includes(one)) ?? "en";
  const file = { rel: "preload", as: "fetch", href: `static/words/${root.lang}.json`, crossOrigin: "anonymous" };
  document.head.append(Object.assign(document.createElement("link"), file));
  if (root.lang !== "en") root.classList.add("translating");
  // Before the paint as well, so that nothing shifts: a review of no game hides the cards of a game.
  if (!/[?&]game=/.test(location.search)) root.dataset.reviewed = "no";
})();
