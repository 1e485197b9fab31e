/* The table of Poison: a card is chosen, then a cauldron; a card with one place to go is played by a second tap. */
import { all, one } from "/static/js/page.js";
import { choose, picked, send, tell } from "/static/js/table.js";


const places = (card) => (card && card.dataset.places ? card.dataset.places.split(",") : []);
const words = (card, place) => card.getAttribute(`data-words-${place}`);
const play = (card, place) => send(`play ${card.dataset.card} ${place}`, words(card, place) || "");

function show(card) {
  named = "";
  const open = places(card);
  const [place, ...others] = open;
  tell("choice", { move: place && !others.length ? `play ${card.dataset.card} ${place}` : "" });
  for (const pot of all(".pot[data-pot]")) pot.classList.toggle("may", open.includes(pot.dataset.pot));
  const go = one("[data-go]");
  if (!go || !card) return;
  const only = open.length === 1;
  const { where, nowhere } = one("[data-hand]").dataset;
  go.textContent = only ? words(card, open[0]) : open.length ? where : nowhere;
  go.setAttribute("aria-disabled", String(!only));
}

/* Where nothing takes the card, the refusal of any cauldron teaches why. */
function firstTaken() {
  const pots = all(".pot[data-pot]");
  return (pots.find((pot) => one(".brew .card", pot)) || pots[0]).dataset.pot;
}

function tapAgain(event) {
  const { card } = event.detail;
  const open = places(card);
  if (open.length > 1 && one("[data-go]")) return;
  event.preventDefault();
  play(card, open.length === 1 ? open[0] : firstTaken());
}

function tapPot(pot) {
  const card = picked();
  if (card) return play(card, pot.dataset.pot);
  const go = one("[data-go]");
  if (go) go.classList.add("nudge");
  one(".at-hand .pick")?.focus({ preventScroll: true });
  return undefined;
}

/* A hint names a card and a cauldron. */
let named = "";
function point(event) {
  const [verb, code, place] = event.detail.move.split(" ");
  const card = all(".at-hand .pick").find((each) => each.dataset.card === code);
  const pot = one(`.pot[data-pot="${place}"]`);
  if (verb !== "play" || !card || !pot) return;
  event.preventDefault();
  choose(card);
  named = place;
  pot.classList.add("named");
  const go = one("[data-go]");
  if (!go) return;
  go.textContent = words(card, place);
  go.setAttribute("aria-disabled", "false");
}

/* A digit names a cauldron. */
function tapDigit(event) {
  const pot = one(`.pot[data-pot="${event.detail.digit}"]:not(:disabled)`);
  if (!pot) return;
  event.preventDefault();
  if (event.detail.card && !picked()) choose(event.detail.card);
  tapPot(pot);
}

document.addEventListener("table:chosen", (event) => show(event.detail.card));
document.addEventListener("table:again", tapAgain);
document.addEventListener("table:point", point);
document.addEventListener("table:digit", tapDigit);
document.addEventListener("table:go", (event) => {
  const open = named ? [named] : places(event.detail.card);
  if (open.length === 1) play(event.detail.card, open[0]);
});
document.addEventListener("click", (event) => {
  const pot = event.target.closest(".pot[data-pot]");
  if (pot) tapPot(pot);
});
show(picked());
