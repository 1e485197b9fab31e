// A table's own cards: buttons beside the numbers, and a mark at once where one isn't the printed one.
const form = document.querySelector("[data-card-set]");
const count = form.querySelector(".cs-count");
if (count) count.hidden = true;  // the page counts by itself

function mark(input) {
  const amount = input.closest(".cs-amount"), line = input.closest(".cs-line");
  amount.classList.toggle("differs", input.value !== input.dataset.printed);
  if (line) line.classList.toggle("differs", line.querySelector(".cs-amount.differs") !== null);
}

for (const button of form.querySelectorAll("[data-step]")) button.hidden = false;
form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input"), before = input.value;
  if (Number(button.dataset.step) > 0) input.stepUp(); else input.stepDown();
  if (input.value === before) return;
  mark(input);
  input.dispatchEvent(new Event("change", { bubbles: true }));
});
form.addEventListener("input", (event) => {
  if (event.target.matches(".cs-amount input")) mark(event.target);
});
