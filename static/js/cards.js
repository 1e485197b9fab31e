/* Lists of cards and pages of one: the filter stays open while it is used, a card turns to the next by a swipe. */

/* The list comes anew with its filter: which of the two was open only this page knows. */
let open = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id !== "cards") return;
  const filter = event.detail.target.querySelector(".card-filter");
  open = Boolean(filter && filter.open);
});
document.addEventListener("htmx:afterSwap", () => {
  const filter = document.querySelector("#cards .card-filter");
  if (filter && open) filter.open = true;
});

/* A swipe follows the links to the neighbours. Nothing is prevented: what scrolls goes on scrolling. */
function turnBySwipes(page) {
  const LEAST = 60, SLOWEST = 700, EDGE = 24; // pixels, milliseconds; the edge is the browser's own way back
  const stage = page.querySelector(".card-stage > .card");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const link = (dx) => document.querySelector(`.around a[rel="${dx < 0 ? "next" : "prev"}"]`);
  let start = null;
  const moved = (touch) => ({ dx: touch.clientX - start.x, dy: touch.clientY - start.y });
  const level = ({ dx, dy }) => Math.abs(dx) > 2 * Math.abs(dy);
  const shift = (dx) => { if (stage && !still.matches) stage.style.translate = dx ? `${dx}px` : ""; };
  const end = () => { start = null; shift(0); };
  page.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    const inside = touch.clientX > EDGE && touch.clientX < innerWidth - EDGE;
    const free = event.touches.length === 1 && inside && !event.target.closest(".scroll-x, input, select, textarea");
    start = free ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
  }, { passive: true });
  page.addEventListener("touchmove", (event) => {
    if (!start) return;
    const way = moved(event.touches[0]);
    if (level(way) && link(way.dx)) shift(way.dx / 2);
  }, { passive: true });
  page.addEventListener("touchend", (event) => {
    if (!start) return;
    const way = moved(event.changedTouches[0]), quick = event.timeStamp - start.at < SLOWEST;
    const to = quick && level(way) && Math.abs(way.dx) > LEAST && link(way.dx);
    end();
    if (to) location.href = to.href;
  }, { passive: true });
  page.addEventListener("touchcancel", end, { passive: true });
}
const page = document.querySelector(".card-page");
if (page) turnBySwipes(page);
