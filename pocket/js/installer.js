/* Takes an edition along, in a worker of the page that asks for it: fetches its files, looks whether they are what was
   meant, begins the site once and keeps the memory of it. Until all is there, nothing of what was there before goes. */
import { key, read } from "./kept.js";
import { HEAD, SEARCH, anew, bytes, cacheName, home, keep, keepMemory, unpack } from "./python.js";
import { untar } from "./untar.js";

const say = (step, more = {}) => postMessage({ step, ...more });

async function digest(content) {
  const hash = await crypto.subtle.digest("SHA-256", content);
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* What the list means: of an edition that changes meanwhile, or was cut off on the way, nothing is taken. */
async function fetched(file) {
  const answer = await fetch(home + file.name, { cache: "no-store" }); // it is kept once, and never a spoiled one
  if (!answer.ok) throw new Error("changed");
  const content = new Uint8Array(await answer.arrayBuffer());
  if ((await digest(content)) !== file.sha256) throw new Error("spoiled");
  return content;
}

async function fetchAll(made, withSearch) {
  const cache = await caches.open(cacheName);
  const files = made.files.filter((file) => withSearch || !file.optional);
  const all = files.reduce((sum, file) => sum + file.packed, 0);
  let done = 0;
  for (const file of files) {
    say("fetching", { done, all });
    if (!(await cache.match(home + file.name))) {
      await keep(file.name, await fetched(file), typeOf(file.name));
    }
    done += file.packed;
  }
  for (const file of made.files.filter((each) => each.optional && !withSearch)) await cache.delete(home + file.name);
  if (!withSearch) await cache.delete(home + SEARCH);
  await keep("list", JSON.stringify(made));
}

function typeOf(name) {
  if (name.endsWith(".wasm")) return "application/wasm";
  return /\.m?js$/.test(name) ? "text/javascript" : "application/octet-stream";
}

/* Styles and scripts at their own addresses: the worker gives them to pages where the network doesn't. */
const TYPES = { css: "text/css", js: "text/javascript", svg: "image/svg+xml", png: "image/png", woff2: "font/woff2", json: "application/json" };
async function unpackStatic() {
  const cache = await caches.open(cacheName);
  for (const [name, content] of untar(await bytes("static.tar"))) {
    const headers = { "Content-Type": TYPES[name.slice(name.lastIndexOf(".") + 1)] || "application/octet-stream" };
    await cache.put(`/static/${name}`, new Response(content.slice(), { headers }));
  }
  await keep("static.tar", ""); // it was here, and isn't kept twice
}

/* After the memory was kept: rows are many times larger in it than they are in the index. */
async function makeSearch(py, caller) {
  if (!(await bytes("search.tar"))?.length) return; // it isn't wanted, or was made before
  say("indexing");
  await unpack(py, "search.tar");
  caller.make_search();
  await keep(SEARCH, py.FS.readFile(`/data/${SEARCH}`));
  await keep("search.tar", "");
}

async function begin(made, doors) {
  say("beginning");
  const py = await anew();
  const caller = py.pyimport("pocket.caller");
  caller.boot(await key(), made.games, Intl.DateTimeFormat().resolvedOptions().timeZone || "");
  say("warming");
  caller.warm(py.toPy(doors));
  caller.sleep();
  say("keeping");
  await keepMemory(py);
  await makeSearch(py, caller);
  return caller;
}

/* What people wrote in another edition must fit into this one, or this one isn't taken. */
async function tryMove(caller, made) {
  const { mine } = await read();
  if (!mine || mine.edition === made.edition) return;
  say("moving");
  caller.wake(self.location.origin);
  caller.move(mine.db, mine.jar).destroy();
}

self.onmessage = async ({ data: { made, withSearch, doors } }) => {
  try {
    await (await caches.open(cacheName)).delete(home + HEAD);
    await fetchAll(made, withSearch);
    await unpackStatic();
    await tryMove(await begin(made, doors), made);
    say("done");
  } catch (/** @type {any} */ error) {
    say("failed", { name: error.name, message: String(error.message || error).slice(-2000) });
  }
};
