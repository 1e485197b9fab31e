/* At a table of the server: where one's own move leads is shown at once by the site in the browser, if that follows from
   what this seat knows (pocket/ahead.py). The move goes to the server as ever, and whatever the server answers takes the
   place of what was shown. Nothing is sent, kept or tried again here. */
import { element, one } from "/static/js/page.js";

const BETWEEN = 20_000; // milliseconds; a little later browsers stop a worker of whom nobody asks anything
const SLACK = 5000;
const MOST = 15; // times: who thinks longer than five minutes waits for the server
const TOKEN = /name="(csrfmiddlewaretoken|client_entry_id)" value="[\w-]+"/g; // new whenever a form is drawn
const table = () => document.getElementById("table");

/* The edition of the pocket that answers for this page; another one may draw another table. */
function edition() {
  const worker = navigator.serviceWorker && navigator.serviceWorker.controller;
  const path = worker ? new URL(worker.scriptURL).pathname : "";
  return path.startsWith("/pocket/") ? path.split("/")[2] : "";
}

/* --- What this seat knows ------------------------------------------------------------------------------ */

let known = null; // of the table as it stands
async function learn() {
  known = null;
  clearTimeout(timer);
  if (!edition() || !one(".at-status.mine", table())) return;
  const answer = await fetch(`${location.pathname}/ahead`, { headers: { Accept: "application/json" } }).catch(() => null);
  const told = answer && answer.status === 200 ? await answer.json() : null;
  if (!told || told.edition !== edition()) return;
  known = told;
  wake(JSON.stringify({ known: told.told }));
}

/* The worker stands still for a second or two while its Python begins and draws its first table, and so does whatever
   goes to the network: that is over before a move is made, and the worker is kept awake until then. */
const HOW = { method: "POST", headers: { "Content-Type": "application/json", "HX-Request": "true" } };
let timer = 0;
let awake = -BETWEEN; // when it answered last
async function wake(body, left = MOST) {
  const answer = await fetch(known.at, body ? { ...HOW, body } : {}).catch(() => null);
  if (!answer || answer.status !== 204 || !known) return;
  awake = performance.now();
  if (left && !document.hidden) timer = setTimeout(wake, BETWEEN, "", left - 1);
}

/* --- What is shown ------------------------------------------------------------------------------------- */

let moving = null; // the move that is on its way, with what was shown of it
async function look({ at, says, told }, sent, headers) {
  const mine = { html: "", says };
  moving = mine;
  const asked = { ...HOW, headers: { ...HOW.headers, "Table-Has": headers["Table-Has"] || "" } };
  const answer = await fetch(at, { ...asked, body: JSON.stringify({ known: told, ...sent }) }).catch(() => null);
  const html = answer && answer.status === 200 ? await answer.text() : "";
  if (!html || moving !== mine) return; // the server was quicker
  mine.html = html;
  show(html, says.waits);
}

/* In front of the table, which stays what it is for everybody who asks it. */
function show(html, waits) {
  const shown = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  for (const place of shown.querySelectorAll("[hx-preserve]")) {
    const here = document.getElementById(place.id);
    if (here) place.replaceWith(here.cloneNode(true));
  }
  for (const named of [shown, ...shown.querySelectorAll("[id]")]) named.removeAttribute("id");
  one(".at-when", shown).append(` · ${waits}`);
  shown.dataset.ahead = "";
  shown.inert = true;
  table().hidden = true;
  table().after(shown);
}

function drop() {
  const shown = one("[data-ahead]");
  if (shown) shown.remove();
  if (table()) table().hidden = false;
  moving = null;
}

const plain = (html) => html.replace(TOKEN, "").trim();
let differs = ""; // what is to be said of an answer that isn't what was shown; a refusal speaks for itself

document.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig: { path, parameters, headers } } }) => {
  if (elt.id !== "move-form" || path !== elt.getAttribute("hx-post")) return;
  clearTimeout(timer);
  const { ply, move, whole, draft } = parameters;
  if (!known || Number(ply) !== known.ply || performance.now() - awake > BETWEEN + SLACK) return;
  setTimeout(look, 0, known, { move, whole, draft }, headers); // the worker stands still while it thinks: the move goes first
});
document.addEventListener("htmx:beforeSwap", ({ detail: { target, xhr, serverResponse, requestConfig } }) => {
  if (!target || target.id !== "table") return;
  const isOther = moving && moving.html && requestConfig.elt.id === "move-form" && plain(serverResponse) !== plain(moving.html);
  differs = isOther && xhr.status < 400 ? moving.says.differs : "";
  drop();
});
document.addEventListener("htmx:afterRequest", ({ detail: { elt } }) => {
  if (elt.id === "move-form") drop();
});
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target !== table()) return; // a part that comes later: the table is the same
  const board = differs && one(".at-board", table());
  if (board) board.append(element("div", { class: "at-said" }, element("p", { class: "notice plain", role: "alert" }, differs)));
  differs = "";
  learn();
});
learn();
