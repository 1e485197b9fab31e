/* Touch anything on a table to know it: a long press, a right click, or «?» on what has the focus. A page names
   its things by data-about, and by data-about-at the address that tells of them. */
import { all, closest, one } from "./page.js";
import { openNote } from "./site.js";

const HOLD = 500; // milliseconds until a press is long
const SLACK = 10; // pixels that a finger may move meanwhile: more is a scroll
let press = null; // the long press that may come of a finger on the table
let swallow = false; // the tap that ends a long press is no tap
let shown = ""; // the thing that is told of, or was

const things = () => all("[data-about-at] [data-about]").filter((thing) => thing.getClientRects().length);
const thingAt = (event) => {
  const thing = closest(event, "[data-about]");
  const link = thing && closest(event, "a[href]");
  const within = link && link !== thing && thing.contains(link); // a link of its own keeps its menu
  return thing && !within && thing.closest("[data-about-at]") ? thing : null;
};

async function tell(thing) {
  shown = thing.dataset.about;
  const address = thing.closest("[data-about-at]").dataset.aboutAt + encodeURIComponent(shown);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const said = answer ? await answer.text() : "";
  if (said.includes('id="sheet-about"')) openNote(said, "about-note");
  else one("#live").textContent = document.body.dataset[answer ? "failed" : "offline"];
}

/* The next thing of the table, each but once, in the order of the page. */
function step(by) {
  const named = [...new Map(things().map((thing) => [thing.dataset.about, thing])).values()];
  const at = named.findIndex((thing) => thing.dataset.about === shown);
  if (named.length) tell(named[(at + by + named.length) % named.length]);
}

function drop() {
  if (press) clearTimeout(press.timer);
  press = null;
}

document.addEventListener("pointerdown", (event) => {
  swallow = false;
  drop();
  const thing = event.pointerType !== "mouse" && event.isPrimary && thingAt(event);
  if (!thing) return;
  const timer = setTimeout(() => { press = null; swallow = true; getSelection().removeAllRanges(); tell(thing); }, HOLD);
  press = { timer, x: event.clientX, y: event.clientY };
});
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (press && Math.hypot(clientX - press.x, clientY - press.y) > SLACK) drop();
});
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("scroll", drop, true);
document.addEventListener("click", (event) => {
  if (!swallow) return;
  swallow = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("contextmenu", (event) => {
  const thing = thingAt(event);
  if (!thing || String(getSelection())) return;
  event.preventDefault();
  if (press || swallow) return; // a finger: its long press tells
  tell(thing);
});

document.addEventListener("keydown", (event) => {
  const note = one("dialog.about-note[open]");
  const typing = closest(event, "input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (note && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    event.preventDefault();
    step(event.key === "ArrowLeft" ? -1 : 1);
  } else if (event.key === "?" || (event.code === "Slash" && event.shiftKey)) {
    if (one("dialog[open]")) return;
    event.preventDefault();
    const thing = document.activeElement.closest("[data-about]");
    if (thing) tell(thing);
    else step(0);
  }
});
document.addEventListener("click", (event) => {
  const key = closest(event, "[data-about-step]");
  if (key) step(Number(key.dataset.aboutStep));
});
