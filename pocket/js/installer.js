/* Takes an edition along, in a worker of the page that asks for it: fetches its files, looks whether they are what was
   meant, begins the site once and keeps the memory of it. Until all is there, nothing of what was there before goes. */
import { key, read } from "./kept.js";
import { SNAPSHOT, anew, cacheName, home, keepMemory } from "./python.js";
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
  const content = await answer.arrayBuffer();
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
      const content = await fetched(file);
      await cache.put(home + file.name, new Response(content, { headers: { "Content-Type": typeOf(file.name) } }));
    }
    done += file.packed;
  }
  for (const file of made.files.filter((each) => each.optional && !withSearch)) await cache.delete(home + file.name);
  await cache.put(`${home}list`, new Response(JSON.stringify(made)));
}

function typeOf(name) {
  if (name.endsWith(".wasm")) return "application/wasm";
  return /\.m?js$/.test(name) ? "text/javascript" : "application/octet-stream";
}

/* Styles and scripts at their own addresses: the worker gives them to pages where the network doesn't. */
const TYPES = { css: "text/css", js: "text/javascript", svg: "image/svg+xml", png: "image/png", woff2: "font/woff2", json: "application/json" };
async function unpackStatic() {
  const cache = await caches.open(cacheName);
  const tar = new Uint8Array(await (await cache.match(`${home}static.tar`)).arrayBuffer());
  for (const [name, content] of untar(tar)) {
    const headers = { "Content-Type": TYPES[name.slice(name.lastIndexOf(".") + 1)] || "application/octet-stream" };
    await cache.put(`/static/${name}`, new Response(content.slice(), { headers }));
  }
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
    await (await caches.open(cacheName)).delete(SNAPSHOT);
    await fetchAll(made, withSearch);
    await unpackStatic();
    await tryMove(await begin(made, doors), made);
    say("done");
  } catch (/** @type {any} */ error) {
    say("failed", { name: error.name, message: String(error.message || error).slice(-2000) });
  }
};
