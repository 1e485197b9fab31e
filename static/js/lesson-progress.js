/* Which steps of lessons this device has done: kept here and nowhere else. */
import { all, one, phrase } from "./page.js";
import { read, write } from "./storage.js";

const KEY = "lessons";

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
  const next = /** @type {HTMLAnchorElement} */ (one("[data-next]", home));
  const open = /** @type {HTMLAnchorElement | undefined} */ (links.find((link) => !known.includes(link.dataset.step)));
  if (!open) return;
  next.href = open.href;
  next.textContent = next.dataset.goOn;
}
for (const home of all(".lesson-card")) show(home);
