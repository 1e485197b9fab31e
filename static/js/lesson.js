/* A step of a lesson: its sentence and every answer are read out, what is done is kept on the device. */
import { one, readOut } from "./page.js";
import { note, noteDay, tellStreak } from "./lesson-progress.js";
import { answer, said } from "./table-news.js";

let seen = "";

function settle() {
  const table = one("#table[data-lesson]");
  if (!table) return;
  const { lesson, step } = table.dataset;
  if ("done" in table.dataset) note(lesson, step);
  if ("done" in table.dataset && "puzzle" in table.dataset) noteDay();
  tellStreak(table);
  const fresh = step !== seen;
  seen = step;
  if (fresh) table.scrollIntoView({ block: "start" });
  readOut(answer() || said(one(".at-said", table) || one("[data-say]", table)));
  const next = one(".lesson-next", table);
  if (next && document.activeElement?.matches("body, .at-status")) next.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSettle", settle);
settle();
