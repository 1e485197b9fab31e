/* The print menu: what is chosen in folded settings stands in their one line, as the server has written it at first. */
(() => {
  "use strict";
  const words = (input) => input.dataset.say || input.closest("label").textContent.trim();
  function tell(form) {
    const said = form.querySelector("[data-chosen]");
    if (said) said.textContent = [...form.querySelectorAll(".pill input:checked")].map(words).join(" · ");
  }
  document.addEventListener("change", (event) => {
    const form = event.target.closest(".print-kind form");
    if (form) tell(form);
  });
  addEventListener("pageshow", () => document.querySelectorAll(".print-kind form").forEach(tell)); // forms keep what was chosen
})();
