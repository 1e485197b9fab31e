/* What the card above the table tells is read out in the very same words, every line of it once, and then what
   the page waits for. Whoever looks elsewhere sees in the tab's title that it is their turn. */
import { all, one } from "./page.js";

const title = document.title;
/* At which ply, and as which of all sentences: «44:7». */
const [ply, place] = [0, 1].map((nth) => (line) => Number(line.dataset.ply.split(":")[nth]));
const SILENT = '[aria-hidden="true"], .clause-link'; // what is only seen, and the numbers of rules

/** What a part of the page says, as one listens to it. @type {(part: HTMLElement | null) => string} */
export function said(part) {
  if (!part) return "";
  const copy = part.cloneNode(true);
  for (const silent of all(SILENT, copy)) silent.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}
const status = () => one(".at-status");
export const isMine = () => Boolean(one(".at-status.mine"));

let heard = -1; // the ply up to which the news were read out
let stood = -1; // the ply that the page showed then
let waitedFor = ""; // what was read out last of whose turn it is
let stands = ""; // and with what the page asked

/* The lines that came since, as they happened, with the name over each row of one person's. */
function news() {
  const shown = Number(one("#table").dataset.ply);
  if (shown < stood) heard = shown - 1; // somebody has taken moves back, or looks at the past
  stood = shown;
  const lines = all(".news [data-ply]").filter((line) => ply(line) > heard).sort((a, b) => place(a) - place(b));
  heard = shown;
  let head = "";
  return lines.map((line) => {
    const group = said(one(".news-who", line.closest(".news-of")));
    const begins = group !== head;
    head = group;
    return begins && group ? under(group, said(line)) : said(line);
  }).join(" ");
}

/* «Мята кладёт…», but «Мята: Раунд окончен». */
const under = (head, text) => (/^\p{Ll}/u.test(text) ? `${head} ${text}` : `${head.replace(/:$/, "")}: ${text}`);
/** The key that goes on where nobody moves before it is pressed: after a round, after a step of a lesson. */
export const wayOn = () => one('.lesson-next, .at-go[form="bot-form"]:not(.second)');
/** What the page asks. @type {() => string} */
export const question = () => {
  const asks = wayOn() || one(".at-stage .stage-asks, .at-stage > h2, .at-dock [data-question]");
  return said(asks || one(isMine() ? ".at-dock [data-go]" : "[data-say]"));
};

/* Whose turn it is, once; and what is asked of the reader, whenever that is something else or all has moved on. */
function asked(isNew) {
  const turn = said(status());
  const rest = [said(one(".at-wait")), question()];
  const now = [one("#table").dataset.ply, turn, ...rest].join(" ");
  if (!isNew && now === stands) return "";
  const begins = isNew || turn !== waitedFor || !rest.some(Boolean); // something is said of each move
  [stands, waitedFor] = [now, turn];
  return [begins ? turn : "", ...rest].filter(Boolean).map(ended).join(" ");
}
const ended = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What was answered just now: not every reader hears an alert that comes with all of the table, so that is
 * silent and its words are read out as any others. @type {() => string} */
export function answer() {
  const alert = one('.at-said [role="alert"]:not([data-told])');
  if (!alert) return "";
  alert.dataset.told = "";
  return said(alert.closest(".at-said"));
}
document.addEventListener("htmx:afterSwap", () => {
  for (const alert of all('.at-said [role="alert"]')) alert.setAttribute("aria-live", "off");
});

/** What is to be read out of the table as it stands. */
export function told() {
  if (one("#table[data-lesson]")) return ""; // lesson.js tells it
  const answered = answer();
  const lines = news();
  const rest = asked(Boolean(lines));
  return [answered, lines, answered ? "" : rest].filter(Boolean).join(" ");
}

export function entitle() {
  document.title = isMine() ? `● ${said(status())} — ${title}` : title;
}
