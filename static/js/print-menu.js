/* The print menu: what is chosen in folded settings stands in their one line, as the server has written it at first.
   How far backs are to move is the printer's matter: the device remembers it, for every game. */
import { readText, writeText } from "./storage.js";

const KEPT = "print-";
const language = document.documentElement.lang;
const kept = () => [...document.querySelectorAll("input[data-kept]")];
const words = (input) => input.dataset.say || input.closest("label").textContent.trim();
const moved = (input) => `${words(input)} ${Number(input.value).toLocaleString(language)}`;
function tell(form) {
  const said = form.querySelector("[data-chosen]");
  if (!said) return;
  const chosen = [...form.querySelectorAll(".pill input:checked")].map(words);
  const shifts = [...form.querySelectorAll("input[data-kept]")].filter((input) => Number(input.value)).map(moved);
  said.textContent = [...chosen, ...shifts].join(" · ");
}
const tellAll = () => document.querySelectorAll(".print-kind form").forEach(tell);
function keep(input) {
  kept().filter((other) => other.dataset.kept === input.dataset.kept).forEach((other) => { other.value = input.value; });
  writeText(KEPT + input.dataset.kept, Number(input.value) ? input.value : null);
}
function recall() {
  kept().forEach((input) => { input.value = readText(KEPT + input.dataset.kept) ?? "0"; });
}
document.addEventListener("change", (event) => {
  const form = event.target.closest(".print-kind form");
  if (!form) return;
  if (event.target.dataset.kept && event.target.validity.valid) keep(event.target);
  tellAll();
});
addEventListener("pageshow", () => { // forms keep what was chosen
  recall();
  tellAll();
});
