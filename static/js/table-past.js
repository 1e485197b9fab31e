/* Looking at the past: each step is a page of the browser's history, so that its back key goes back a step; the
   arrows walk through the moves. What the table shows says its own address, as it may show the present by now. */
import { closest, one } from "./page.js";

const table = () => document.getElementById("table");
const shown = () => table().dataset.address;
const here = () => location.pathname + location.search;
const KEYS = { ArrowLeft: "#step-back", ArrowRight: "#step-on" };
let stepping = false; // by a tap, not by the browser's own keys
let popped = false; // by those, last

document.addEventListener("htmx:beforeSwap", (event) => {
  stepping = Boolean(event.detail.requestConfig?.elt?.matches("[data-step]"));
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (!table() || shown() === here()) return;
  if (popped && !stepping && event.detail.pathInfo?.requestPath !== here()) {
    follow(); // whoever pressed the back key again meanwhile is further by now
    return;
  }
  history[stepping ? "pushState" : "replaceState"](null, "", shown());
  stepping = popped = false;
});
function follow() {
  popped = true;
  if (table() && shown() !== here()) window.htmx.ajax("GET", here(), { target: "#table", swap: "outerHTML" });
}
addEventListener("popstate", follow);
document.addEventListener("keydown", (event) => {
  const step = one(".at-past") && KEYS[event.code] && one(KEYS[event.code]);
  const elsewhere = closest(event, "input, textarea, select") || one("dialog[open]");
  if (!step || elsewhere || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  step.click();
});
