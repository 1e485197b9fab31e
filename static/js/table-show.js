/* What bots did comes with the table as frames: what happened, and the table as it stood then. They are shown
   one after another in front of the table itself, which is there from the first; a tap shows it at once. Whoever
   asks for it sees again what has happened since their own move, as slowly as it can be read. */
import { one } from "./page.js";
import { momentsOf, newMoments } from "./table-moments.js";
import "./table-signals.js";

const STEP = 700; // milliseconds for a frame
const TURN = 1500; // and for all of a turn
const AGAIN = 1000; // for a frame that was asked for
const LEAD = 400; // before its end the next bot is asked, that nobody waits for the network then
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const caption = document.getElementById("at-caption");
const table = () => document.getElementById("table");
const standIn = () => one(".at-show"); // while what stands there isn't the table as it is

let frames = [];
let each = 0; // milliseconds
let timer = 0;
let asker = 0;
let ask = null; // lets the next bot's turn begin
let hurried = false; // until one's own move nothing is shown but the table

function put(content) {
  const board = one(".at-board", table());
  const stand = document.createElement("div");
  stand.className = "at-board at-show";
  stand.inert = true;
  stand.append(content);
  for (const like of stand.querySelectorAll("[data-as]")) like.replaceWith(document.getElementById(like.dataset.as).cloneNode(true));
  for (const named of stand.querySelectorAll("[id]")) named.removeAttribute("id");
  (standIn() || board).after(stand);
  document.dispatchEvent(new CustomEvent("table:frame", { detail: { home: stand } }));
}

function step() {
  const frame = frames.shift();
  if (!frame) return finish();
  const before = standIn();
  if (frame.content.firstElementChild) put(frame.content);
  if (before) before.remove();
  momentsOf(Number(frame.dataset.ply), standIn() || one(".at-board", table()));
  one("[data-words]", caption).textContent = frame.dataset.frame;
  one("[data-skip]", caption).hidden = !standIn();
  timer = setTimeout(step, each);
  return undefined;
}

const left = () => (table().classList.contains("showing") ? (frames.length + 1) * each : 0);

function askNow() {
  clearTimeout(asker);
  const go = ask;
  ask = null;
  if (go) go(true);
}

function finish() {
  clearTimeout(timer);
  frames = [];
  if (standIn()) standIn().remove();
  caption.hidden = true;
  one(".page").append(caption); // its place in the table goes with the table
  table().classList.remove("showing");
  askNow();
}

/* After a swap: what was being shown before it is past. */
function start() {
  clearTimeout(timer);
  clearTimeout(asker);
  ask = null;
  frames = [...document.querySelectorAll("#table template[data-frame]")];
  for (const frame of frames) frame.remove();
  const again = "again" in table().dataset;
  const silent = hurried || calm.matches || document.hidden;
  if (one(".at-status.mine")) hurried = false;
  const shown = (!silent || again) && frames.length > 0 && Boolean(one(".at-top", table()));
  newMoments(!shown);
  if (!shown) return finish();
  each = again ? AGAIN : Math.min(STEP, TURN / frames.length);
  table().classList.add("showing");
  one(".at-top").append(caption);
  caption.hidden = false;
  return step();
}

/* A poll waits for the next time, a bot until its forerunner has been seen. */
function onConfirm(event) {
  const { elt, issueRequest } = event.detail;
  const later = left() - LEAD;
  if (later <= 0) return;
  if (elt.id === "table") event.preventDefault();
  if (elt.id !== "bot-form") return;
  event.preventDefault();
  ask = issueRequest;
  asker = setTimeout(askNow, later);
}

/* A tap may have been meant for the table that was shown: it does nothing else, unless it only asks to be told. */
const TELLS = "[data-hint], a:not(.hint-row), .at-dock summary";
function hurry(event) {
  if (!left()) return;
  const covered = standIn();
  const tells = event.target.closest(TELLS) || event.code === "KeyH";
  if (covered && !tells && event.target.closest(".page")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  hurried = !("again" in table().dataset);
  finish();
}

document.addEventListener("click", hurry, true);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1 || event.key === "Enter" || event.key === "Escape") hurry(event);
}, true);
document.addEventListener("htmx:confirm", onConfirm);
document.addEventListener("htmx:afterSettle", (event) => {
  if (table() && event.detail.target && event.detail.target.id === "table") queueMicrotask(start);
});
