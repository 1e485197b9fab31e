/* Which steps of lessons this device has done, and on how many days in a row a puzzle: kept here and nowhere else. */
import { all, one, phrase } from "./page.js";
import { read, write } from "./storage.js";

const KEY = "lessons";
const DAYS = "puzzle-days"; // the last day on which a puzzle was solved, and how many there were in a row
const DAY = 24 * 60 * 60 * 1000;

/** @type {() => Record<string, string[]>} */
function kept() {
  const data = read(KEY);
  return data && typeof data === "object" && !Array.isArray(data) ? data : {};
}
const stepsOf = (lesson) => (Array.isArray(kept()[lesson]) ? kept()[lesson].map(String) : []);

/** @type {(lesson: string, step: string) => void} */
export function note(lesson, step) {
  const steps = stepsOf(lesson);
  if (!steps.includes(step)) write(KEY, { ...kept(), [lesson]: [...steps, step] });
}

/* Days of this device as numbers that follow each other, whatever its clock is set to in summer. */
function today() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY;
}

/** How many days in a row; none once a day was left out. */
function streak() {
  const { last = 0, days = 0 } = read(DAYS) ?? {};
  return last >= today() - 1 ? Number(days) || 0 : 0;
}

/** A puzzle is solved: the first of a day makes the row longer. */
export function noteDay() {
  if (read(DAYS)?.last !== today()) write(DAYS, { last: today(), days: streak() + 1 });
}

/** Says how long the row is; two days are the fewest.
 * @param {ParentNode} [home] */
export function tellStreak(home = document) {
  const told = one("[data-streak]", home);
  const n = streak();
  if (!told || n < 2) return;
  const form = new Intl.PluralRules(document.documentElement.lang).select(n);
  told.textContent = phrase(told.dataset[form] ?? told.dataset.many, { n });
  told.hidden = false;
}

/* A list of lessons: what is done has a mark, and the key leads on to the first step that isn't. */
function show(home) {
  const known = stepsOf(home.dataset.lesson);
  const links = all("[data-step]", home);
  const done = links.filter((link) => known.includes(link.dataset.step));
  for (const link of done) {
    link.classList.add("done");
    link.append(" ✓");
    link.setAttribute("aria-label", `${link.textContent.trim()}, ${link.dataset.done}`);
  }
  const progress = one("[data-progress]", home);
  if (!done.length || !progress) return;
  progress.textContent = phrase(progress.dataset.words, { n: done.length, all: links.length });
  progress.hidden = false;
  const next = /** @type {HTMLAnchorElement | null} */ (one("[data-next]", home));
  const open = /** @type {HTMLAnchorElement | undefined} */ (links.find((link) => !known.includes(link.dataset.step)));
  if (!open || !next) return;
  next.href = open.href;
  next.textContent = next.dataset.goOn;
}
for (const home of all(".lesson-card")) show(home);
tellStreak();
