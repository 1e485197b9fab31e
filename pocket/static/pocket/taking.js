/* «Взять с собой»: takes an edition along in a worker (pocket/js/installer.js), gives the site its worker, asks it for
   pages to see that it answers, and takes all of it away again. */
import { all, one, phrase, readOut } from "/static/js/page.js";

const room = one("#pocket");
const words = room.dataset;
const SCOPE = "/";
const HOME = `/pocket/${words.edition}/`;
const CACHE = `pocket ${words.edition}`; // pocket/js/python.js
const YEAR = 365 * 24 * 3600; // seconds
const ENOUGH_MEMORY = 4, ENOUGH_ROOM = 110e6; // gigabytes, as browsers tell them; bytes
const WHY = { changed: "changed", spoiled: "spoiled", QuotaExceededError: "full", TypeError: "network", RangeError: "memory" };
const doors = JSON.parse(words.doors);

function show(state) {
  for (const part of all("[data-state]", room)) part.hidden = !part.dataset.state.split(" ").includes(state);
}
function stop(text) {
  const told = one("#pocket-stop");
  told.hidden = !text;
  told.textContent = text;
}
const say = (name, values = {}) => phrase(words[`say${name[0].toUpperCase()}${name.slice(1)}`], values);

/* --- What is here -------------------------------------------------------------------------------------- */

async function scriptNow() {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  const worker = registration && (registration.active || registration.waiting || registration.installing);
  return worker ? new URL(worker.scriptURL).pathname : "";
}

/* Pages of tables bring ahead.js for who has it. Safari forgets in seven days what a script says so: it says it again. */
function mark(isHere) {
  document.cookie = `pocket=here; path=/; max-age=${isHere ? YEAR : 0}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
}

async function look() {
  const script = await scriptNow();
  mark(script.startsWith("/pocket/"));
  if (!script.startsWith("/pocket/")) show("none");
  else show(script.startsWith(HOME) ? "there" : "old");
  const persisted = await navigator.storage.persisted();
  for (const part of all("[data-persisted]", room)) part.hidden = (part.dataset.persisted === "yes") !== persisted;
}

async function warn() {
  const { quota, usage } = await navigator.storage.estimate();
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  one("[data-warn=memory]").hidden = !deviceMemory || deviceMemory >= ENOUGH_MEMORY;
  one("[data-warn=room]").hidden = quota - usage >= ENOUGH_ROOM;
}

/* --- Taking -------------------------------------------------------------------------------------------- */

/* Whether the pocket that is here was taken with the search. */
async function hasSearch() {
  for (const name of (await caches.keys()).filter((each) => each.startsWith("pocket "))) {
    const keys = await (await caches.open(name)).keys();
    if (keys.some(({ url }) => url.endsWith("/search.tar"))) return true;
  }
  return false;
}

const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 });

/** @type {(told: { step: string, done?: number, all?: number }) => void} */
function tell({ step, done, all: whole }) {
  const progress = one("#pocket-progress");
  if (step === "fetching") progress.setAttribute("value", done / whole);
  else progress.removeAttribute("value");
  const text = say(step, step === "fetching" ? { done: megabytes(done), all: megabytes(whole) } : {});
  one("#pocket-step").textContent = text;
  if (step !== "fetching") readOut(text);
}

function installed(made, withSearch) {
  const worker = new Worker(`${HOME}installer.js`, { type: "module" });
  return new Promise((/** @type {(value?: any) => void} */ done, fail) => {
    worker.onerror = (event) => fail(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.step === "done") done();
      else if (data.step === "failed") fail(data);
      else tell(data);
    };
    worker.postMessage({ made, withSearch, doors });
  }).finally(() => worker.terminate());
}

/* A worker takes over at once from the one before. */
async function takeOver(script, type) {
  const registration = await navigator.serviceWorker.register(script, { type, scope: SCOPE });
  const coming = registration.installing || registration.waiting;
  if (!coming) return;
  await new Promise((/** @type {(value?: any) => void} */ done, fail) => coming.addEventListener("statechange", () => {
    if (coming.state === "activated") done();
    if (coming.state === "redundant") fail(new Error("redundant"));
  }));
}

async function forget(isToGo) {
  for (const name of await caches.keys()) if (name.startsWith("pocket ") && isToGo(name)) await caches.delete(name);
}

async function take(withSearch) {
  stop("");
  show("taking");
  await navigator.storage.persist();
  try {
    const answer = await fetch(words.list);
    const made = await answer.json();
    if (made.edition !== words.edition) throw new Error("changed");
    await installed(made, withSearch);
    await takeOver(`${HOME}worker.js`, "module");
    await forget((name) => name !== CACHE); // only now what belonged to another edition
    tell({ step: "checking" });
    await check();
  } catch (/** @type {any} */ error) {
    const why = WHY[error.message] || WHY[error.name];
    stop(say("failed", { why: why ? say(why) : error.message }));
    if (why === "full") await forget((name) => name === CACHE); // what is here of it would only take room
  }
  await look();
}

/* --- Checking, removing -------------------------------------------------------------------------------- */

/* Asked of the pocket alone, whether there is a network or not. */
async function check() {
  let longest = 0;
  for (const path of doors) {
    const begun = performance.now();
    const answer = await fetch(`${path}?pocket`).catch(() => null);
    if (!answer || !answer.ok) {
      stop(say("broken", { path }));
      return;
    }
    await answer.text();
    longest = Math.max(longest, performance.now() - begun);
  }
  one("#pocket-said").textContent = say("works", { n: doors.length, ms: Math.round(longest) });
  readOut(one("#pocket-said").textContent);
}

const emptied = () => new Promise((done, fail) => {
  const opening = indexedDB.open("pocket", 1);
  opening.onerror = () => fail(opening.error);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  opening.onsuccess = () => {
    const { result } = opening;
    const clearing = result.transaction("kept", "readwrite");
    clearing.objectStore("kept").clear();
    clearing.oncomplete = () => done(result.close());
    clearing.onerror = () => fail(clearing.error);
  };
});

async function remove() {
  await takeOver(words.worker, "classic");
  await forget(() => true);
  await emptied();
  mark(false);
  show("none");
  stop(say("removed"));
}

if (!("serviceWorker" in navigator && "storage" in navigator && "DecompressionStream" in self)) {
  one("[data-warn=none]").hidden = false;
} else {
  one("#pocket-take").addEventListener("submit", (event) => {
    event.preventDefault();
    take(one("#pocket-take input").checked);
  });
  one("[data-take]").addEventListener("click", async () => take(await hasSearch()));
  one("[data-check]").addEventListener("click", () => check());
  one("[data-remove]").addEventListener("click", () => remove());
  warn();
  look();
}
