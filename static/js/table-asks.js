/* The plain hand asks step by step: a card, a person, a third answer… The page holds all questions and every
   move with its sentence; a tap answers, the bar plays. */
import { all, one } from "./page.js";
import { choose, send } from "./table.js";

let answers = []; // ids of what is chosen, one a question
let known = { ply: "", answers }; // before a swap

const chosen = () => answers.map((id) => document.getElementById(id)).filter(Boolean);
const ply = () => document.getElementById("table")?.dataset.ply;
const asked = () => document.getElementById(chosen().at(-1)?.dataset.leads);

function show() {
  const taken = chosen();
  const open = taken.map((option) => option.dataset.leads);
  for (const option of all(".asks [aria-pressed]")) option.setAttribute("aria-pressed", String(taken.includes(option)));
  for (const step of all(".plain-step.later")) step.hidden = !open.includes(step.id);
  const go = one("[data-go]");
  if (!go) return;
  const { play, words } = taken.at(-1)?.dataset || {};
  go.textContent = play ? words : (asked() || one("[data-hand]")).dataset.pick;
  go.setAttribute("aria-disabled", String(!play));
  intoView(asked() || taken.at(-1));
}

/* Where the questions scroll, the last one is seen; the table behind them stays where it is. */
function intoView(part) {
  if (!part) return;
  const [box, frame] = [part.getBoundingClientRect(), one(".asks").getBoundingClientRect()];
  one(".asks").scrollTop += Math.max(0, box.bottom - frame.bottom) - Math.max(0, frame.top - box.top);
}

/* Says what the bar says, to whoever doesn't see it. */
function tell() {
  const [live, go] = [document.getElementById("live"), one("[data-go]")];
  if (live && go) live.textContent = go.textContent;
}

function answer(option) {
  const step = option.closest(".plain-step");
  const before = answers.slice(0, chosen().findIndex((each) => each.dataset.leads === step.id) + 1);
  const again = option.getAttribute("aria-pressed") === "true";
  if (!before.length) choose(null);
  answers = again ? before : [...before, option.id];
  show();
  tell();
}

/* A hint names a move: all answers that lead to it. */
function point(event) {
  const leaf = all(".asks [data-play]").find((option) => option.dataset.play === event.detail.move);
  if (!leaf) return;
  event.preventDefault();
  const way = [leaf];
  while (way[0].closest(".later")) way.unshift(one(`.asks [data-leads="${way[0].closest(".later").id}"]`));
  choose(way[0].matches(".pick") ? way[0] : null);
  answers = way.map((option) => option.id);
  show();
  leaf.classList.add("named");
}

function go() {
  const { play, words } = chosen().at(-1)?.dataset || {};
  if (play) send(play, words);
  else one("button", asked() || one("[data-hand]"))?.focus();
}

/* Of the question that is open a digit names an answer, arrows walk along its answers. */
const options = (step) => all("button[aria-pressed]", step || one(".at-hand"));

function digit(event) {
  const steps = all(".asks .plain-step:not([hidden])");
  const option = options(asked() || (one(".at-hand .pick") ? null : steps[0]))[Number(event.detail.digit) - 1];
  if (!option) return;
  event.preventDefault();
  option.focus();
  option.click();
}

function walk(event) {
  const step = event.key.startsWith("Arrow") && event.target.closest?.(".plain-step");
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !by) return;
  const among = options(step);
  among.at((among.indexOf(event.target) + by) % among.length).focus();
  event.preventDefault();
  event.stopImmediatePropagation();
}

document.addEventListener("table:chosen", (/** @type {any} */ { detail: { card } }) => {
  answers = card ? [card.id] : [];
  show();
});
document.addEventListener("table:point", point);
document.addEventListener("table:go", go);
document.addEventListener("table:digit", digit);
document.addEventListener("keydown", walk, true);
document.addEventListener("click", (event) => {
  const option = event.target.closest(".plain-option");
  if (option) answer(option);
  else if (event.target.closest(".at-hand .pick")) tell();
});
document.addEventListener("htmx:beforeSwap", () => { known = { ply: ply(), answers }; });
document.addEventListener("htmx:afterSettle", () => {
  if (known.ply !== ply() || !known.answers.every((id) => document.getElementById(id))) return;
  answers = known.answers;
  show();
});
show();
