/* A sheet or a table that this device writes or plays is kept here, to be seen again without a network. The worker
   keeps a page as it is opened (service-worker.js, which says why it may). This adds what the page has learnt since
   and the files that it needs, forgets it where it opens no more, and says of one shown without a network when it
   was so. Where browsers have no workers (http on a local network) nothing of this happens. */
import { one, phrase, readOut } from "./page.js";

const KEPT = "kept"; // the cache, and the headers, as the worker has them
const AT = "Kept-At";
const MAY = "Keep-On-Device";
const PASSED_ON = ["Content-Type", "Content-Security-Policy"];
const MOST = 48; // pages: so many links the cookie that opens them remembers
const LIST = "?files"; // after an address: the files that its page needs
const STATIC = new URL("../", import.meta.url).href;
const home = location.pathname;

const box = one("#kept-here");
const seen = Number(document.documentElement.dataset.seen || 0); // when, of a page that the worker shows again
const may = box && "serviceWorker" in navigator && "caches" in window;
let forgotten = false;
let page = null; // as the server sent it, with what came since

/* One after another; where there is no room what was kept before stays. */
let turn = Promise.resolve();
function inTurn(work) {
  turn = turn.then(async () => {
    if (may && !forgotten) await work(await caches.open(KEPT));
  }).catch(() => {});
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
function put(cache, html, { headers }) {
  const passed = PASSED_ON.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]);
  return cache.put(home, new Response(html, { headers: { ...Object.fromEntries(passed), [AT]: String(Date.now()) } }));
}

async function keepWhole(cache) {
  const answer = await fetch(home, { headers: { Accept: "text/html" } });
  page = null;
  if (answer.ok && answer.headers.has(MAY)) await put(cache, await answer.text(), answer);
}

/** A part of the page came anew; of what the page has already there come the places alone.
 * @type {(id: string, html: string) => void} */
export function keepPart(id, html) {
  inTurn(async (cache) => {
    const kept = await cache.match(home);
    const fresh = kept && parsed(html).getElementById(id);
    if (!fresh || one(".at-past", fresh)) return; // without the server no way leads back from the past
    page ||= parsed(await kept.text());
    for (const place of fresh.querySelectorAll("[hx-preserve]")) {
      const here = page.getElementById(place.id);
      if (here?.dataset.kept !== place.dataset.kept) return await keepWhole(cache);
      place.replaceWith(here);
    }
    for (const frame of fresh.querySelectorAll("[data-frame]")) frame.remove(); // was shown
    page.getElementById(id).replaceWith(fresh);
    await put(cache, `<!doctype html>\n${page.documentElement.outerHTML}`, kept);
  });
}

/** The page opens no more, or whoever reads it wants it gone from here. */
export function forget() {
  inTurn(async (cache) => {
    forgotten = true;
    await drop(cache, home);
    await sweep(cache);
  });
}
/* With its list, and in both languages. */
async function drop(cache, path) {
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith(path) || path.endsWith(pathname)) await cache.delete(request);
  }
}

/* What no page needs any more goes, and the pages that are too many, those that were put here first. */
async function sweep(cache) {
  const pages = (await cache.keys()).map(({ url }) => url).filter((url) => !url.startsWith(STATIC) && !url.endsWith(LIST));
  for (const url of pages.slice(0, -MOST)) await drop(cache, new URL(url).pathname);
  const needed = new Set();
  for (const url of pages) {
    const list = await cache.match(url + LIST);
    for (const file of list ? await list.json() : []) needed.add(file);
  }
  for (const { url } of await cache.keys()) if (url.startsWith(STATIC) && !needed.has(url)) await cache.delete(url);
}

/* All that this page has loaded so far, and whatever it loads later. */
function keepFiles() {
  const files = new Set();
  new PerformanceObserver((list) => {
    const before = files.size;
    for (const { name } of list.getEntries()) if (name.startsWith(STATIC)) files.add(name);
    if (files.size > before) inTurn((cache) => keepAll(cache, [...files]));
  }).observe({ type: "resource", buffered: true });
}
async function keepAll(cache, files) {
  if (!(await cache.match(home))) return;
  for (const file of files) if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  await cache.put(home + LIST, new Response(JSON.stringify(files)));
  await sweep(cache);
}

/* The worker kept the page on its way here, unless it only began after that. */
async function keep() {
  await navigator.serviceWorker.ready;
  inTurn(async (cache) => {
    const kept = await cache.match(home);
    const isNew = kept && Number(kept.headers.get(AT)) >= performance.timeOrigin;
    if (!isNew && !seen) await keepWhole(cache);
    box.hidden = !(await cache.match(home));
    if (!seen) keepFiles();
  });
}

/* «Нет связи: страница такая, какой была в 19:42 (вчера).» */
function sinceWhen() {
  const then = new Date(seen);
  const { lang } = document.documentElement;
  const days = Math.round((new Date(then).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
  const time = then.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
  const day = new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
  return phrase(box.dataset.seen, { time: days ? `${time} (${day})` : time });
}
let since = may && seen ? sinceWhen() : "";
/** What is to be said of a page that is shown without the server; else nothing. */
export const keptSince = () => since;
/** The server answers again. */
export function answered() {
  since = "";
}

if (may) {
  keep();
  one("button", box).addEventListener("click", ({ currentTarget }) => {
    forget();
    one("span", box).textContent = box.dataset.forgotten;
    readOut(box.dataset.forgotten);
    /** @type {HTMLElement} */ (currentTarget).remove();
  });
}
