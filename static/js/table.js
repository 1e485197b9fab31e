/* The table. Without this script every legal move is a button of its own. */
import { all, closest, one, readOut } from "./page.js";
import { entitle, told, wayOn } from "./table-news.js";

/* A card is chosen, then what is done with it. A card with data-roles shows that: each way to play it is a
   button of its own. A game's own script hears of the rest: "table:chosen" once a card is chosen, or none,
   "table:again" when it is tapped a second time (prevented: it was played), "table:go" when it is to be
   played, "table:send" with its words when one is made, "table:digit" for a digit that answers nothing here
   (prevented: it did something). What a hint names: table-hint.js. */
let chosen = "";
let sentFrom = -1; // the ply at which a move was sent: once it is made, nothing stays chosen
let keyboard = false;

export const ply = () => Number(document.getElementById("table").dataset.ply);
const form = () => document.getElementById("move-form");
export const picked = () => one('.at-hand .pick[aria-pressed="true"]');
export const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`table:${name}`, { cancelable: true, detail }));

export function choose(card) {
  for (const other of all(".at-hand .pick")) other.setAttribute("aria-pressed", String(other === card));
  chosen = card ? card.id + card.dataset.card : "";
  show(card);
  if (card) intoRow(card);
}

/* A long hand in one row scrolls to the chosen card. */
function intoRow(card) {
  const row = card.parentElement;
  const [box, frame] = [card.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, box.right - frame.right) - Math.max(0, frame.left - box.left);
}

function show(card) {
  for (const roles of all(".at-roles")) roles.hidden = !card || roles.id !== card.dataset.roles;
  const go = one("[data-go]");
  if (go) {
    go.hidden = Boolean(card && card.dataset.roles);
    go.textContent = one("[data-hand]").dataset.pick;
    go.setAttribute("aria-disabled", "true");
  }
  tell("chosen", { card });
}

export function send(move, words) {
  const field = one("[data-move]", form());
  tell("send", { move, words });
  sentFrom = ply();
  field.disabled = false;
  field.value = move;
  if (window.htmx) window.htmx.trigger(form(), "submit");
  else form().submit();
  field.disabled = true;
}

function tapCard(card) {
  const isAnother = picked() && picked() !== card;
  const said = one(".at-dock > .at-said");
  if (said && isAnother) said.remove(); // it was about the card before
  if (card.getAttribute("aria-pressed") !== "true") return choose(card);
  return tell("again", { card }) ? choose(null) : undefined;
}

/* Keyboard: arrows walk along the hand, H asks for a hint. */
function walk(step) {
  const cards = all(".at-hand .pick");
  if (!cards.length) return;
  const at = cards.findIndex((card) => card === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length;
  cards[next].focus();
}

const KEYS = {
  ArrowRight: () => walk(1),
  ArrowLeft: () => walk(-1),
  Escape: () => choose(null),
  KeyH: () => { const ask = one("[data-hint]"); if (ask) ask.click(); },
};

/* A digit names a way to play the chosen card, an answer to the open question, or what the game says. */
function tapDigit(digit) {
  const role = all(".at-roles:not([hidden]) .role, .stage-options .role")[Number(digit) - 1];
  if (role) role.click();
  return Boolean(role) || !tell("digit", { digit, card: document.activeElement.closest(".at-hand .pick") });
}

function onTableKey(event) {
  if (event.target.closest("input, textarea, select, summary") || one("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const digit = /^(Digit|Numpad)[1-9]$/.test(event.code) ? event.code.slice(-1) : "";
  const act = digit ? () => tapDigit(digit) : KEYS[event.code] || KEYS[event.key];
  if (act && act() !== false) event.preventDefault();
}

/* A refusal stays until one acts oneself or may act at last: neither a bot's move nor a poll takes it away. */
let kept = null;
let waited = false; // for others, before the swap
function onBeforeSwap(event) {
  const asker = (event.detail.requestConfig || {}).elt;
  const byItself = asker && (asker.id === "table" || asker.id === "bot-form");
  kept = byItself ? one(".at-said") : null;
  waited = !one(".at-status.mine");
}
function putBack() {
  const dock = one(".at-dock");
  const board = one(".at-board");
  if (waited && one(".at-status.mine")) kept = null;
  if (kept && board && !one(".at-said")) {
    for (const alert of all("[role]", kept)) alert.removeAttribute("role");
    for (const keys of all(".said-keys", kept)) keys.remove(); // of a table that has moved on
    if (dock && one("[data-hand], [data-hint], [name='move']", dock)) dock.prepend(kept);
    else board.append(kept);
  }
  kept = null;
}

/* After a swap: the same card stays chosen, the focus finds its place, what is new is read out. */
function settle() {
  const table = document.getElementById("table");
  if (!table) return;
  if (sentFrom >= 0 && ply() !== sentFrom) chosen = "";
  sentFrom = -1;
  const same = all(".at-hand .pick").find((card) => card.id + card.dataset.card === chosen);
  choose(same || null);
  const lost = !document.activeElement || document.activeElement === document.body;
  const next = ".curtain .btn, #hint-title, [data-stage], .at-hand .pick, .at-status";
  const found = () => wayOn() || next.split(", ").map((selector) => one(selector)).find(Boolean);
  if (keyboard && lost) found().focus({ preventScroll: true });
  entitle();
  const text = told();
  if (text) readOut(text);
}

function onSettle(event) {
  if (closest(event, "#hint")) return; // a later part of it: the table is the same
  if (!document.getElementById("table")) return;
  putBack();
  settle();
}

/* What a stack or a recipe unfolds must not end behind the hand. */
function clearOfHand(details) {
  const dock = one(".at-dock");
  const cards = one(".stack-cards", details);
  if (!details.open || !cards || !dock) return;
  const [box, hand] = [cards.getBoundingClientRect(), dock.getBoundingClientRect()];
  const hidden = box.right > hand.left ? box.bottom - hand.top : 0; // a hand that stands beside covers nothing
  if (hidden > 0) window.scrollBy({ top: hidden + 8 });
}

document.addEventListener("click", (event) => {
  keyboard = event.detail === 0;
  const card = event.target.closest(".at-hand .pick");
  if (event.target.closest("[name=move][value]")) sentFrom = ply();
  for (const open of all("details.stack[open], details.recipe[open], .news[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
  if (card) tapCard(card);
  else if (event.target.closest("[data-go]")) tell("go", { card: picked() });
});
document.addEventListener("keydown", (event) => {
  keyboard = true;
  if (document.getElementById("table")) onTableKey(event);
});
document.addEventListener("pointerdown", () => { keyboard = false; });
document.addEventListener("toggle", (/** @type {any} */ { target: details }) => {
  clearOfHand(details);
  if (details.open && details.matches(".at-more") && !details.closest(".at-hint")) details.scrollIntoView({ block: "nearest" });
}, true);
document.addEventListener("htmx:beforeSwap", onBeforeSwap);
document.addEventListener("htmx:afterSettle", onSettle);
settle();
