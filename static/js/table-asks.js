/* The plain hand asks step by step: a card, a person, a third answer… The page holds all questions and every
   move with its sentence; a tap answers, the bar plays. */
import { all, one } from "./page.js";
import { choose, send, tell as announce } from "./table.js";

const SLACK = 4; // px that nobody misses
let answers = []; // ids of what is chosen, one a question
let known = { ply: "", answers, news: "", mine: false, folded: null }; // before a swap

const chosen = () => answers.map((id) => document.getElementById(id)).filter(Boolean);
const ply = () => document.getElementById("table")?.dataset.ply;
const asked = () => document.getElementById(chosen().at(-1)?.dataset.leads);

function show() {
  const taken = chosen();
  const open = taken.map((option) => option.dataset.leads);
  for (const option of all(".asks [aria-pressed]")) option.setAttribute("aria-pressed", String(taken.includes(option)));
  for (const step of all(".plain-step.later")) step.hidden = !open.includes(step.id);
  const go = one("[data-go]");
  if (go) {
    const { play, words } = taken.at(-1)?.dataset || {};
    go.textContent = play ? words : (asked() || one("[data-hand]")).dataset.pick;
    go.setAttribute("aria-disabled", String(!play));
  }
  announce("choice", { move: taken.at(-1)?.dataset.play || "" });
  intoView(one(".asks"), asked() || taken.at(-1));
  tellOfMore();
}

/* Where the questions scroll, the last one is seen, below whole rows; the table behind stays where it is. */
function intoView(asks, part) {
  if (!asks) return;
  asks.style.minHeight = asks.style.maxHeight = "";
  if (!part) return;
  const top = (each) => each.getBoundingClientRect().top - asks.getBoundingClientRect().top + asks.scrollTop;
  const hidden = Math.floor(top(part) + part.offsetHeight - asks.clientHeight);
  const rows = all("button", asks).filter((each) => each.offsetHeight).map(top);
  const from = hidden > 0 ? Math.floor(Math.min(top(part), ...rows.filter((each) => each >= hidden))) : 0;
  const rest = asks.scrollHeight - from;
  if (from && rest < asks.clientHeight) asks.style.minHeight = asks.style.maxHeight = `${rest}px`;
  asks.scrollTop = from;
}

/* Below what scrolls a line says so, for as long as there is more. */
function tellOfMore() {
  for (const box of all(".asks")) {
    box.classList.toggle("more", box.scrollHeight - box.scrollTop - box.clientHeight > SLACK);
  }
}

/* Whoever chooses has read the hint: it gives its place to the questions until a whole move is chosen, or nothing. */
const foldHint = () => one("#hint")?.classList.toggle("folded", answers.length > 0 && !chosen().at(-1)?.dataset.play);

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
  one(".at-dock > .at-said")?.remove(); // it was about another answer
  foldHint();
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
  if (!card) foldHint();
  show();
});
document.addEventListener("table:point", point);
document.addEventListener("table:go", go);
document.addEventListener("table:digit", digit);
document.addEventListener("keydown", walk, true);
document.addEventListener("click", (event) => {
  const option = event.target.closest(".plain-option[aria-pressed]");
  if (option) answer(option);
  else if (event.target.closest(".at-hand .pick")) {
    foldHint();
    show();
    tell();
  }
});
document.addEventListener("scroll", tellOfMore, true);
addEventListener("resize", show);

/* What is told first after one's own move, and as one's turn comes, is on the screen; else nothing moves. */
const news = () => one(".at-last")?.textContent;
const mine = () => Boolean(one(".at-status.mine"));

function newsIntoView() {
  const top = one(".at-top");
  if (!top || news() === known.news || !(known.mine || mine() || one(".at-ended"))) return;
  if (top.getBoundingClientRect().top < parseFloat(getComputedStyle(top).scrollMarginTop)) top.scrollIntoView();
}

document.addEventListener("htmx:beforeSwap", () => {
  known = { ply: ply(), answers, news: news(), mine: mine(), folded: one("#hint.folded") };
});
document.addEventListener("htmx:afterSettle", () => {
  newsIntoView();
  show();
  known.folded?.classList.add("folded");
  if (known.ply !== ply() || !known.answers.every((id) => document.getElementById(id))) return;
  answers = known.answers;
  show();
});
show();
