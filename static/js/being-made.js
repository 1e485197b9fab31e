/* A document is being made: asks now and then whether it is there, and opens it. Without this script the page reloads. */
const line = document.querySelector("[data-being-made]");
async function look(wait) {
  const answer = await fetch(line.dataset.beingMade, { cache: "no-store" }).catch(() => null);
  if (answer && answer.status === 200) location.reload();
  else setTimeout(look, wait, wait);
}
if (line) {
  const wait = Number(line.dataset.again) * 1000;
  setTimeout(look, wait / 3, wait);
}
