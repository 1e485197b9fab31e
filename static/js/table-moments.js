/* Moments that one likes to see again, section 14 of css/table.css: a line of the news says which, and of what. */
import { all, one } from "./page.js";

const ply = (line) => parseInt(line.dataset.ply, 10);
let seen = table() ? ply(table()) : -1; // up to which ply

function table() {
  return document.getElementById("table");
}

function inSight(thing) {
  const box = thing && thing.getBoundingClientRect();
  const dock = one(".at-dock");
  const bottom = dock ? Math.max(dock.getBoundingClientRect().top, innerHeight / 2) : innerHeight;
  return Boolean(box) && box.width > 0 && box.top < bottom && box.bottom > 0;
}

/* What a selector of the game names there; a game's mistake in it shows nothing. */
function thingAt(selector, home) {
  try {
    return selector ? one(selector, home) : null;
  } catch {
    return null;
  }
}

function show(line, home) {
  const { moment, at } = line.dataset;
  const thing = [thingAt(at, home), thingAt(at, table()), line, one(".news > summary")].find(inSight);
  if (!thing) return;
  thing.classList.add(`moment-${moment}`);
  thing.addEventListener("animationend", () => thing.classList.remove(`moment-${moment}`), { once: true });
}

const moments = () => all(".news [data-moment]", table());

/** Those of one ply, on the board that stands for it. */
export function momentsOf(number, home) {
  for (const line of moments()) if (ply(line) === number) show(line, home);
}

/** Those that have come since the page last looked; shown here unless frames do. */
export function newMoments(areShown) {
  const now = ply(table());
  for (const line of moments()) if (areShown && ply(line) > seen && ply(line) <= now) show(line, table());
  seen = now;
}
