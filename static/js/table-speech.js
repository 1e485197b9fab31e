/* What the table says when it is asked: a key each for what happened, who has what, what can be done, the board by
   rows and why not. The same key goes on in its list, with Shift back; «G» makes the move that it told last.
   Keys are told by where they are, so they work in each layout; each has a button besides. */
import { all, closest, one, readOut as say } from "./page.js";
import { send } from "./table.js";
import { question, said as wordsOf, wayOn } from "./table-news.js";

const KEYS = { KeyN: "news", KeyP: "people", KeyM: "moves", KeyB: "board", KeyY: "why", KeyG: "go" };
const table = () => one("#table[data-speech-at]");
function offline() {
  const { lost = "", offline: goesOn } = one("#at-line, #at-speech").dataset; // in a match its line says so, too
  return `${lost} ${goesOn}`.trim();
}
let known = null; // what the table that stands has said
let list = ""; // which is being told
let places = {}; // in each, what was told last
let touched = null; // what had the focus last, before a button of the list

async function fetched(more = {}) {
  const address = new URL(table().dataset.speechAt, location.href);
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
  const answer = await fetch(address).catch(() => null);
  return answer?.ok ? answer.json() : null;
}

async function toldBy(home) {
  if (known?.home !== home) {
    const said = await fetched();
    known = said && { home, ...said, moves: [`${said.moves} ${said.keys.length || wayOn() ? question() : ""}`.trim(), ...said.keys.map((key) => key.words)] };
    [list, places] = ["", {}];
  }
  return known;
}

/* Whoever comes back to a list hears again where they were. */
async function tell(what, by) {
  const said = await toldBy(table());
  if (!said) return say(offline());
  const lines = said[what].length ? said[what] : [said.none];
  places[what] = list === what ? (places[what] + by + lines.length) % lines.length : places[what] || 0;
  list = what;
  return say(lines[places[what]]);
}

/* Why what has the focus can't be done: a key by its move, a thing by its name. Else what was refused last. */
async function why() {
  const key = touched?.closest('[name="move"][value], [data-play]');
  const thing = touched?.closest("[data-about]");
  const asked = key ? { try: key.dataset.play || key.value } : thing && { thing: thing.dataset.about };
  if (!asked || !touched.isConnected) {
    return say(wordsOf(one(".at-said")) || (await advice("which")));
  }
  const said = await fetched(asked);
  return say(said ? said.why.join(" ") : offline());
}

/* What there is to do before a question can be answered. */
const advice = async (which) => (await toldBy(table()))?.[which] || offline();

async function go() {
  const move = known?.home === table() && known.keys[places.moves - 1];
  if (move) send(move.move, move.words);
  else if (wayOn()) wayOn().click();
  else say(await advice("choose"));
}

function speak(what, by = 1) {
  if (!table()) return; // behind the curtain
  if (what === "why") why();
  else if (what === "go") go();
  else tell(what, by);
}

const letter = (key) => one("kbd", key).textContent;
for (const key of all("#at-speech button")) key.setAttribute("aria-keyshortcuts", letter(key));

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && !target.closest("#at-speech")) touched = target;
});
document.addEventListener("keydown", (event) => {
  const what = KEYS[event.code];
  const elsewhere = closest(event, "input, textarea, select") || one("dialog[open]");
  if (!what || !table() || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  speak(what, event.shiftKey ? -1 : 1);
}, true);
document.addEventListener("click", (event) => {
  const key = closest(event, "#at-speech button");
  if (key) speak(KEYS[`Key${letter(key)}`]);
});
