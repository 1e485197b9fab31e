/* A table whose connection is lost: a line says so, one move is kept with the ply that it was meant for, and
   goes once when the server answers again; bots go on by themselves. The server knows a move that came twice,
   and refuses one that the table has left behind. */
import { answered, keptSince } from "./kept-page.js";
import { read, write } from "./storage.js";

const AGAIN = 2000; // milliseconds between two tries
const line = document.getElementById("at-line");
const key = `move:${location.pathname}`;
const form = () => document.getElementById("move-form");
const bots = () => document.getElementById("bot-form");
let pressed = ""; // what stood on the key of the move that is on its way
let timer = 0;

/* Of this page alone: another one of the same table has moves of its own. It survives a reload; and where the browser
   was closed, a page that has none takes it up again. */
const kept = {
  read: () => read(key, "sessionStorage"),
  write(move) {
    const before = JSON.stringify(kept.read());
    if (move || JSON.stringify(read(key)) === before) write(key, move);
    write(key, move, "sessionStorage");
  },
};
if (!kept.read()) write(key, read(key), "sessionStorage");

/* `state`: "offline", "kept", "late" or "" for none; `move`: in words. */
function show(state, move = "") {
  line.hidden = !state;
  line.dataset.state = state;
  const lost = state === "late" || !state ? "" : keptSince() || line.dataset.lost;
  const text = `${lost} ${line.dataset[state] || ""}`.trim();
  line.querySelector("[data-line]").textContent = move ? `${text} ${line.dataset.move.replace("{move}", move)}` : text;
  const button = line.querySelector("button");
  button.hidden = state === "offline";
  button.textContent = state === "kept" ? line.dataset.drop : line.dataset.read;
}

function again() {
  clearTimeout(timer);
  timer = setTimeout(retry, AGAIN);
}

function retry() {
  const move = kept.read();
  if (move && form()) {
    window.htmx.ajax("POST", form().getAttribute("hx-post"), {
      source: form(), target: "#table", swap: "outerHTML", values: { move: move.move, ply: move.ply, seat: move.seat },
    }).catch(() => undefined); // onLost hears of it
  } else if (bots()) window.htmx.trigger(bots(), "submit");
  else fetch(location.href, { method: "HEAD" }).then(() => { show(""); answered(); }, again);
}

const isMove = (config) => form() && config.path === form().getAttribute("hx-post");

function onLost(event) {
  const { requestConfig: config, xhr, elt } = event.detail;
  if (xhr.status && xhr.status < 500 || !elt.closest("#table")) return;
  if (isMove(config) && document.querySelector(".at-status.mine")) { // out of turn it would only be refused
    const { move, ply, seat } = config.parameters;
    const before = kept.read();
    const words = pressed || (before && before.move === move ? before.words : "");
    kept.write({ move, ply, seat, words });
  }
  const waiting = kept.read();
  show(waiting ? "kept" : "offline", waiting ? waiting.words : "");
  again();
}

function onAnswer(event) {
  const { requestConfig: config, xhr } = event.detail;
  if (!xhr.status || xhr.status >= 500) return;
  answered();
  const waited = kept.read();
  if (waited && isMove(config)) {
    kept.write(null);
    if (xhr.status === 409) show("late", waited.words);
    else show("");
  } else if (waited) retry();
  else if (line.dataset.state === "offline") show("");
}

/* The words on a key, its own if it says them; those of a card's key stand under the card's name. */
function wordsOf(key) {
  const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
  const parts = [];
  while (texts.nextNode()) parts.push(texts.currentNode.textContent.trim());
  const words = key.dataset.words || parts.filter(Boolean).join(" ").replace(/\s+/g, " ");
  const roles = key.closest(".at-roles");
  return roles ? `${roles.getAttribute("aria-label")}: ${words}` : words;
}
document.addEventListener("click", (event) => {
  const tapped = event.target.closest("#move-form [name=move][value]");
  if (tapped) pressed = wordsOf(tapped);
  if (!event.target.closest("#at-line button")) return;
  kept.write(null);
  show("");
  if (!navigator.onLine) show("offline");
});
document.addEventListener("table:send", (event) => { pressed = event.detail.words; });
document.addEventListener("htmx:beforeRequest", (event) => { event.detail.elt.setAttribute("aria-busy", "true"); });
document.addEventListener("htmx:afterRequest", (event) => {
  event.detail.elt.removeAttribute("aria-busy");
  if (event.detail.requestConfig) onAnswer(event);
});
document.addEventListener("htmx:sendError", onLost);
document.addEventListener("htmx:responseError", onLost);
addEventListener("offline", () => { if (!kept.read()) show("offline"); });
addEventListener("online", () => { if (line.dataset.state && line.dataset.state !== "late") retry(); });
if (kept.read()) {
  show("kept", kept.read().words);
  retry();
} else if (keptSince()) {
  show("offline");
  again();
}
