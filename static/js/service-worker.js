/* The worker: it passes everything on to the server, and only where that can't be reached shows what it has kept:
   the rules, which are the same for every reader, and sheets and tables that were opened here.

   A page that was opened may hold a token and what one seat alone may know. One is kept only where the server says so,
   of a sheet or a table that this browser writes or plays: the cookie that opens it is in the same browser for
   longer, and goes with the cache when somebody clears the site. It is shown at its own address alone, goes as soon
   as the server refuses it or says so no more, and by a tap (kept-page.js, which keeps its files and what came
   after it was opened).

   An edition is a list of addresses with the hashes of what is there (rulebook/offline/edition.py). It becomes
   current when all of it is here and nothing that somebody wrote waits to be sent; until then the one before it
   stays. Whatever isn't as the list says, or of a form that this worker doesn't know, changes nothing. */
"use strict";

const FORMAT = 1;
const CURRENT = "current"; // the cache with the list of the current edition, by the list's address
const cacheOf = (made) => `edition ${made.lang} ${made.edition}`;
const GONE = [502, 504]; // said by a proxy whose site is away

/* --- Keeping ------------------------------------------------------------------------------------------- */

async function digest(bytes) {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* What a file is, and what a page may do that is made of it. */
function headersOf(answer) {
  const names = ["Content-Type", "Content-Security-Policy"].filter((name) => answer.headers.has(name));
  return Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]));
}

/* What a list means, from another edition where it is the same there, else from the server; null for anything else. */
async function asMeant({ url, sha256 }) {
  const sources = [() => caches.match(url), () => fetch(url, { credentials: "omit" }), () => fetch(url, { credentials: "omit", cache: "reload" })];
  for (const source of sources) {
    const answer = await source();
    if (!answer || !answer.ok) continue;
    const bytes = await answer.arrayBuffer();
    if ((await digest(bytes)) === sha256) return new Response(bytes, { headers: headersOf(answer) });
  }
  return null;
}

async function fill(made) {
  const cache = await caches.open(cacheOf(made));
  for (const file of made.files) {
    if (await cache.match(file.url)) continue;
    const answer = await asMeant(file);
    if (!answer) return false;
    await cache.put(file.url, answer);
  }
  return true;
}

async function currentOf(address) {
  const kept = await (await caches.open(CURRENT)).match(address);
  const made = kept && (await kept.json());
  return made && made.format === FORMAT ? made : null;
}

async function becomeCurrent(address, made) {
  await (await caches.open(CURRENT)).put(address, new Response(JSON.stringify(made)));
  for (const name of await caches.keys()) {
    if (name.startsWith(`edition ${made.lang} `) && name !== cacheOf(made)) await caches.delete(name);
  }
}

/* Whether the edition of the server is the current one now. */
async function look(address, idle) {
  const answer = await fetch(address, { credentials: "omit" });
  const made = answer.ok ? await answer.json() : {};
  if (made.format !== FORMAT) return false;
  const current = await currentOf(address);
  if (current && current.edition === made.edition) return true;
  if (!(await fill(made)) || !idle) return false;
  await becomeCurrent(address, made);
  return true;
}

/* Several pages may ask at once: one after another, so that nothing is fetched twice; and what is current is not
   looked at again with each page. */
const AGAIN = 600_000;
const looked = new Map();
let looking = Promise.resolve();
async function lookNowAndThen({ edition, idle }) {
  if (Date.now() - (looked.get(edition) || 0) < AGAIN) return;
  if (await look(edition, idle)) looked.set(edition, Date.now());
}
self.addEventListener("message", (event) => {
  looking = looking.then(() => lookNowAndThen(event.data)).catch(() => {}); // cut off: the next page goes on
  event.waitUntil(looking);
});

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/* --- Reading ------------------------------------------------------------------------------------------- */

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/* In one go: what is put in is never looked at again. */
const filled = (text, values) => text.replace(/%(\w+)%/g, (mark, name) => (name in values ? values[name] : mark));
const folded = (text) => text.toLowerCase().replace(/ё/g, "е");
const wordsOf = (text) => folded(text).match(/[\p{L}\p{N}.]+/gu) || [];
const MOST_FOUND = 100;

class Edition {
  constructor(made, cache) {
    this.made = made;
    this.cache = cache;
  }

  static async of(address) {
    const made = await currentOf(address);
    return made && new Edition(made, await caches.open(cacheOf(made)));
  }

  async read(url, how) {
    return (await this.cache.match(url))[how]();
  }

  async bundles() {
    return Promise.all(this.made.bundles.map(({ url }) => this.read(url, "json")));
  }

  /* The page at an address with the game that it is of, if it is kept. */
  async page(path, site) {
    if (site.pages[path]) return { page: site.pages[path] };
    const found = this.made.bundles.find(({ root }) => path === root || path.startsWith(`${root}/`));
    const bundle = found && (await this.read(found.url, "json"));
    const page = bundle && bundle.pages[path];
    return page ? { page, bundle } : null;
  }

  /* By titles and the beginnings of words; the search itself is the server's. */
  async found(query) {
    const asked = wordsOf(query);
    const hits = [];
    for (const { game, title, pages } of await this.bundles()) {
      for (const [url, { n }] of Object.entries(pages)) {
        const [name, kind, number, more] = n || [];
        const words = wordsOf(`${number} ${name} ${more}`);
        if (n && asked.length && asked.every((word) => words.some((each) => each.startsWith(word)))) hits.push({ game, title, name, url, kind, number });
      }
    }
    return hits;
  }
}

/* A page with what stands in it: the clarifications of a rule, the entries of a list. */
function inside(page, bundle) {
  const parts = (page.p || []).map((path) => bundle.pages[path].h);
  return `${page.i || ""}\n${filled(page.h, { parts: [page.m || "", ...parts].join("\n") })}`;
}

function searched(hits, query, says) {
  if (!hits.length) return query ? says.nothing : "";
  const rows = hits.slice(0, MOST_FOUND).map((hit) => filled(says.hit, Object.fromEntries(Object.entries(hit).map(([name, value]) => [name, escaped(value)]))));
  return filled(says.found, { n: hits.length, rows: rows.join("\n") });
}

async function written(edition, url) {
  const { made } = edition;
  const [shell, site] = [await edition.read(made.shell, "text"), await edition.read(made.site, "json")];
  const home = Object.keys(site.pages)[0];
  const query = url.pathname === site.search ? (url.searchParams.get("q") || "").trim() : "";
  let shown = { t: site.titles.server, d: site.titles.site, b: home, h: site.says.server };
  let game = "";
  if (url.pathname === site.search) {
    shown = { t: site.titles.search, d: site.titles.search, b: home, h: searched(await edition.found(query), query, site.says) };
  } else {
    const found = await edition.page(url.pathname, site);
    if (found) {
      shown = { ...found.page, h: inside(found.page, found.bundle) };
      game = found.bundle ? `game-${found.bundle.game}` : "";
    }
  }
  const styles = (shown.s || []).map((style) => `<link rel="stylesheet" href="${style}">`).join("");
  return filled(shell, {
    path: escaped((url.pathname + url.search).slice(home.length)),
    title: shown.t,
    styles,
    body: game,
    heading: shown.d,
    back: shown.b,
    class: shown.c || "",
    main: shown.h,
    query: escaped(query),
  });
}

/* The lists that are kept, that of the address's own language first: it has the longest beginning in common. */
async function editions(url) {
  const kept = (await (await caches.open(CURRENT)).keys()).map((request) => new URL(request.url).pathname);
  const homes = kept.map((address) => [address.replace(/offline\/.*/, ""), address]).filter(([home]) => url.pathname.startsWith(home) || url.pathname === home.slice(0, -1));
  return homes.sort(([one], [other]) => other.length - one.length).map(([, address]) => address);
}

async function kept(url) {
  for (const address of await editions(url)) {
    const edition = await Edition.of(address);
    if (edition) return new Response(await written(edition, url), { headers: headersOf(await edition.cache.match(edition.made.shell)) });
  }
  return null;
}

/* --- Sheets and tables --------------------------------------------------------------------------------- */

const KEPT = "kept"; // their cache: pages by their paths, the files that they need
const MAY = "Keep-On-Device"; // says the server of a page that may stay here
const AT = "Kept-At"; // when it was so
const REFUSED = [403, 404, 410];

/* A page in both languages is one page. */
async function drop(path) {
  const cache = await caches.open(KEPT);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith(path) || path.endsWith(pathname)) await cache.delete(request);
  }
}

async function note(url, answer) {
  if (answer.ok && answer.headers.has(MAY)) {
    const page = new Response(await answer.clone().blob(), { headers: { ...headersOf(answer), [AT]: String(Date.now()) } });
    await (await caches.open(KEPT)).put(url.pathname, page);
  } else if (REFUSED.includes(answer.status) || (answer.ok && !url.search)) {
    if (await caches.has(KEPT)) await drop(url.pathname);
  }
}

/* The page as it was seen last, with the moment for its script to tell. */
async function seen(url) {
  const page = await caches.match(url.pathname, { cacheName: KEPT });
  if (!page) return null;
  const html = (await page.text()).replace("<html", `<html data-seen="${page.headers.get(AT)}"`);
  return new Response(html, { headers: headersOf(page) });
}

/* --- Answering ----------------------------------------------------------------------------------------- */

async function opened(event) {
  const url = new URL(event.request.url);
  const answer = await fetch(event.request).catch(() => null);
  if (answer && !GONE.includes(answer.status)) {
    event.waitUntil(note(url, answer).catch(() => {})); // no room: as good as no worker
    return answer;
  }
  return (await seen(url).catch(() => null)) || (await kept(url).catch(() => null)) || answer || Response.error();
}

async function fetched(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !GONE.includes(answer.status)) return answer;
  return (await caches.match(request.url)) || answer || Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(opened(event));
  else if (["style", "script", "image", "font"].includes(request.destination)) event.respondWith(fetched(request));
});
