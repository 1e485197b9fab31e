/* A document is being made: asks now and then whether it is there, and opens it. Without this script the page reloads. */
(() => {
  "use strict";
  const line = document.querySelector("[data-being-made]");
  if (!line) return;
  const wait = Number(line.dataset.again) * 1000;
  async function look() {
    const answer = await fetch(line.dataset.beingMade, { cache: "no-store" }).catch(() => null);
    if (answer && answer.status === 200) location.reload();
    else setTimeout(look, wait);
  }
  setTimeout(look, wait / 3);
})();
