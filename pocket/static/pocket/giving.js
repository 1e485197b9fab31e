/* «Отдать серверу»: what was begun in the pocket is given to the server of this site (docs/give.md), all that a page
   shows by one tap. The server takes a row once, however often it is given, so whoever heard no answer asks again. */
import { all, element, one, phrase, readOut } from "/static/js/page.js";
import { read, write } from "/static/js/storage.js";

const room = one("#pocket-giving");
const words = room.dataset;
const ROW = /\/(?:score\/s|play\/m)\/0[2-9a-hjkmnp-z]{9}$/; // pocket/marks.py
const THEIRS = "?server"; // the network alone answers (pocket/js/answering.js)
const GONE = 500, TOO_OFTEN = 429; // from the first on a server is away, or in trouble
const AGAIN = 10_000, PATIENCE = 60_000; // milliseconds between two tries, and for an answer: a match is played through again
let underWay = ""; // the row that is being given

/** What became of a row: `waits` for a network, `refused` with a sentence, or `url`, where it went.
 * @typedef {{ waits?: boolean, begun?: boolean, refused?: string, url?: string }} Fate */
const place = (path) => `pocket.given${path.slice(path.lastIndexOf("/"))}`;
/** @type {(path: string) => Fate} */
const fateOf = (path) => read(place(path)) || {};
const isTold = (path) => path === underWay || Object.keys(fateOf(path)).length > 0;

/** The rows of this page: itself, or those that it lists. @type {() => Map<string, string>} */
function rows() {
  if (ROW.test(location.pathname)) return new Map([[location.pathname, one("h1")?.textContent.trim() || document.title]]);
  const links = /** @type {HTMLAnchorElement[]} */ (all("main a[href]"));
  return new Map(links.filter((link) => ROW.test(link.pathname)).map((link) => [link.pathname, (one("b", link) || link).textContent.trim()]));
}

/* --- What is said -------------------------------------------------------------------------------------- */

/** @type {(fate: Fate) => (string | Node)[]} */
function said({ waits, refused, url }) {
  if (waits) return [words.waits];
  if (refused) return [phrase(words.refused, { why: refused })];
  const [before, after] = words.given.split("{address}");
  return [before, element("a", { href: url }, location.host + url), after];
}
function paint() {
  const here = rows();
  const lines = [...here].filter(([path]) => isTold(path)).map(([path, title]) => {
    const becomes = path === underWay ? [words.giving] : said(fateOf(path));
    return element("li", { "data-row": path }, ...(here.size > 1 ? [`${title}. `] : []), ...becomes);
  });
  one("[data-rows]", room).replaceChildren(...lines);
  room.hidden = !here.size;
}
function note(path, fate) {
  const before = JSON.stringify(fateOf(path));
  write(place(path), fate);
  underWay = "";
  paint();
  if (before !== JSON.stringify(fate)) readOut(one("[data-rows]", room).textContent);
}

/* --- Giving -------------------------------------------------------------------------------------------- */

class Refused extends Error {}

/* Of the server; throws where it is away. */
async function asked(url, how = {}) {
  const answer = await fetch(url + THEIRS, { signal: AbortSignal.timeout(PATIENCE), ...how });
  if (answer.status >= GONE || answer.status === TOO_OFTEN) throw new Error(String(answer.status));
  return answer;
}

/* The server's own token for forms: this page has the pocket's. */
async function tokenOf(door) {
  const page = new DOMParser().parseFromString(await (await asked(door)).text(), "text/html");
  const field = /** @type {HTMLInputElement} */ (page.querySelector("main [name=csrfmiddlewaretoken]"));
  if (!field) throw new Error("no form");
  return field.value;
}

async function send(path) {
  const kept = await fetch(`${path}/give.json`, { headers: { Accept: "application/json" } });
  const body = await kept.text(); // sent as it is: a seed has more digits than numbers here
  const file = JSON.parse(body);
  if (!kept.ok) throw new Refused(file.message);
  const door = (file.record ? words.match : words.sheet).replace("GAME", file.game || file.record.game);
  const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": await tokenOf(door) };
  const answer = await asked(door, { method: "POST", headers, body });
  const told = await answer.json();
  if (!answer.ok) throw new Refused(told.message);
  return new URL(told.url).pathname;
}

let giving = false;
async function give(paths) {
  if (giving) return;
  giving = true;
  for (const path of paths) {
    underWay = path;
    if (!fateOf(path).waits) write(place(path), { waits: true, begun: true }); // who leaves now finds it taken up again
    paint();
    try {
      note(path, { url: await send(path) });
    } catch (error) {
      note(path, error instanceof Refused ? { refused: error.message } : { waits: true });
    }
  }
  giving = false;
}
const giveWaiting = () => give([...rows().keys()].filter((path) => fateOf(path).waits));

one("[data-give]", room).addEventListener("click", () => {
  readOut(words.giving);
  give([...rows().keys()]);
});
addEventListener("online", giveWaiting);
setInterval(giveWaiting, AGAIN);
paint();
giveWaiting();
