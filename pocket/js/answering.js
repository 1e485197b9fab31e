/* The network comes first; where it is away, the site in the browser answers. Rows made in the pocket are answered
   here alone; rows of the server never are. Every write is kept before anybody hears that it was done. */
import { key, read, write } from "./kept.js";
import { anew, bringSearch, keepMemory, list, restored } from "./python.js";

const GONE = [502, 504]; // said by a proxy whose site is away
const MISDIRECTED = 421; // pocket/alone.py
const MINE = /\/(0[2-9a-hjkmnp-z]{9}|0\.[\w-]{22,24})(\/|\.|$)/; // pocket/marks.py
const ROWS = /\/[a-z]\/[^/]/; // /score/s/…, /play/m/…, /score/l/…: somebody's, here or there
const FROM_HERE = "pocket"; // ?pocket: what is listed is what is here
const THEIRS = "server"; // ?server: what is given to the server isn't taken here
const NOT_PAGES = /^\/(pocket\/|static\/|offline\/|service-worker\.js)/;
const PLAIN = ["GET", "HEAD"];
const TRIES = 2; // to begin; then others answer what they can

const isMine = (url) => MINE.test(url.pathname) || url.searchParams.has(FROM_HERE);

/* --- The site ------------------------------------------------------------------------------------------ */

let site = null;
let failures = 0;

async function begun() {
  const made = await list();
  const py = await restored().catch((error) => newMemory(made, error));
  const caller = py.pyimport("pocket.caller");
  caller.wake(self.location.origin);
  const here = { py, caller, edition: made.edition, ...(await read()) };
  if (here.mine && here.mine.edition !== here.edition) await moveIn(here);
  else take(here);
  return here;
}

/* A memory that can't be restored is made anew from the packs; that takes as long as the installation did. */
async function newMemory(made, error) {
  console.warn("pocket: its memory couldn't be restored", error);
  const py = await anew();
  const caller = py.pyimport("pocket.caller");
  caller.boot(await key(), made.games, "");
  caller.sleep();
  await keepMemory(py);
  return py;
}

/* Python has it then; here it would only take room. */
function take(here) {
  const { caller, mine } = here;
  caller.take(mine ? mine.db : null, mine ? mine.jar : "");
  here.mine = null;
}

/* From another edition: the record before stays until this one is kept. */
async function moveIn(here) {
  const moved = here.caller.move(here.mine.db, here.mine.jar);
  await keep(here, moved.toJs(), here.mine.jar);
  moved.destroy();
}

async function keep(here, db, jar) {
  here.turn = await write({ db, jar, edition: here.edition }, here.turn);
}

/* --- Answering ----------------------------------------------------------------------------------------- */

let line = Promise.resolve();
/** One after another: there is one Python. @type {(request: Request) => Promise<Response>} */
function answer(request) {
  const next = line.then(() => answerNow(request)).catch((error) => {
    console.warn("pocket:", error);
    site = null; // begun anew by who asks next
    return Response.error();
  });
  line = next.then(() => {});
  return next;
}

/* What the site says, and what is to be kept of it. */
function call({ caller }, request, body, isFull = false) {
  const url = new URL(request.url);
  const headers = [...request.headers, ...(request.referrer ? [["Referer", request.referrer]] : [])];
  const fromHere = PLAIN.includes(request.method) || request.referrer.startsWith(`${url.origin}/`);
  const said = caller.call(request.method, url.pathname + url.search, JSON.stringify(headers), body, fromHere, isFull);
  const [status, told, content, db, jar, missesSearch] = said.toJs();
  said.destroy();
  return { status, told, content, db, jar, missesSearch };
}

async function answerNow(request) {
  site ||= begun().catch((error) => {
    failures += 1;
    throw error;
  });
  const here = await site;
  const body = PLAIN.includes(request.method) ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const asked = performance.now();
  let said = call(here, request, body);
  if (said.missesSearch && PLAIN.includes(request.method) && (await bringSearch(here.py))) {
    const { db, jar } = said; // to be kept, too
    said = call(here, request, body);
    if (!said.db) Object.assign(said, { db, jar });
  }
  const thought = performance.now();
  if (said.db) {
    try {
      await keep(here, said.db, said.jar);
    } catch (error) {
      console.warn("pocket: nothing was kept", error);
      Object.assign(here, await read());
      take(here); // what wasn't kept didn't happen; who only reads may read
      if (!PLAIN.includes(request.method)) said = call(here, request, new Uint8Array(), true);
    }
  }
  const { status, told, content } = said;
  if (status === MISDIRECTED) return Response.error(); // a row of the server's
  const timing = `pocket;dur=${(thought - asked).toFixed(1)}, kept;dur=${(performance.now() - thought).toFixed(1)}`;
  return new Response([204, 304].includes(status) ? null : content, { status, headers: [...told, ["Server-Timing", timing]] });
}

async function networkFirst(request) {
  const copy = request.clone();
  const answered = await fetch(request).catch(() => null);
  return answered && !GONE.includes(answered.status) ? answered : answer(copy);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || NOT_PAGES.test(url.pathname) || url.searchParams.has(THEIRS)) return;
  if (!isMine(url) && (ROWS.test(url.pathname) || failures >= TRIES)) return; // the ordinary worker's
  event.stopImmediatePropagation();
  event.respondWith(isMine(url) ? answer(request) : networkFirst(request));
});
