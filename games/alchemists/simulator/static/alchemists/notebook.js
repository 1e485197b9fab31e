/* The notebook: its parts change places without a trip to the server, an explanation closes, a page goes to the printer. */
import { closest, isPlain } from "/static/js/page.js";

function show(link) {
  const book = document.querySelector(".nb");
  if (!book) return false;
  book.dataset.view = link.dataset.nbView;
  for (const other of document.querySelectorAll("[data-nb-view]")) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "page");
  history.replaceState(null, "", link.href);
  return true;
}
function close() {
  const detail = document.getElementById("nb-detail");
  detail.hidden = true;
  detail.replaceChildren();
}
document.addEventListener("click", (event) => {
  if (!isPlain(event)) return;
  const tab = closest(event, "[data-nb-view]");
  if (tab && show(tab)) event.preventDefault();
  if (closest(event, "[data-nb-close]")) {
    event.preventDefault();
    close();
  }
  if (closest(event, "[data-nb-print]")) print();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.getElementById("nb-detail")) close();
});
for (const button of document.querySelectorAll("[data-nb-print]")) button.hidden = false;
