/* The notebook: its parts change places without a trip to the server, an explanation closes, a page goes to the printer. */
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
  if (!(event.target instanceof Element) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const tab = event.target.closest("[data-nb-view]");
  if (tab && show(tab)) event.preventDefault();
  if (event.target.closest("[data-nb-close]")) {
    event.preventDefault();
    close();
  }
  if (event.target.closest("[data-nb-print]")) print();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && document.getElementById("nb-detail")) close();
});
for (const button of document.querySelectorAll("[data-nb-print]")) button.hidden = false;
