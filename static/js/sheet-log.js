/* What sheets with a log share: the log as the server sent it with what is on
   its way, and what a tab remembers. */
import { all, element, newId } from "./page.js";
import { find, live, put, served, start, underway, waitingFor, words } from "./sheet.js";
import { readText, writeText } from "./storage.js";

/* Reads a word of this tab's, or writes it. */
export function remember(name, value) {
  const key = `sheet.${words.id}.${name}`;
  if (value !== undefined) writeText(key, value, "sessionStorage");
  return readText(key, "sessionStorage");
}

let prefix = ""; // the cells of the log begin with it
let spoken = (text) => text;

/* The page comes alive, with hooks as sheet.js has them; `entry` is what the page calls one of the log. */
export function startLog(begin, entry, hooks) {
  [prefix, spoken] = [begin, hooks.spoken];
  const label = (cell) => [entry, ...all(`[data-play="${cell}"] .num`, live()).map((n) => n.textContent)].join(" ");
  start({ remarks: () => [...find("part", "warnings").children], hides: () => false, label, ...hooks });
}

/* What an entry of the log says, or will when what is on its way arrives. */
export function entryOf(row) {
  const waiting = waitingFor(row.dataset.play);
  const { play: cell, text, entry } = row.dataset;
  return waiting ? { cell, text: waiting.text, base: null } : { cell, text, base: Number(entry) };
}
/* Writes an entry of the log, or one that is there anew. */
export function writeEntry(text, entry = null) {
  if (!entry) put({ cell: prefix + newId().slice(0, 16), text, base: 0, before: "" });
  else if (text !== entry.text) put({ cell: entry.cell, text, base: entry.base, before: entry.text });
}

export function paintLog() {
  const log = find("part", "log");
  if (log.dataset.painted !== undefined) {
    const box = document.createElement("template");
    box.innerHTML = served.get("log");
    log.replaceChildren(...box.content.firstElementChild.childNodes);
    delete log.dataset.painted;
  }
  const last = new Map(underway().map((item) => [item.cell, item]));
  for (const item of [...last.values()].filter((each) => each.cell.startsWith(prefix))) {
    const row = find("play", item.cell);
    const said = [element("span", {}, spoken(item.text) || words.sayUndone), element("small", {}, words.sayPending)];
    if (row) {
      row.classList.add("waiting");
      row.querySelector(".row-text").replaceChildren(...said);
      row.querySelector(".play-points").textContent = "";
    } else if (item.text) add(log, said);
    log.dataset.painted = "yes";
  }
}
function add(log, said) {
  let list = log.querySelector(".log");
  if (!list) {
    list = element("ol", { class: "rows log" });
    log.querySelector(".empty").replaceWith(list);
  }
  list.prepend(element("li", { class: "row dense play waiting" }, element("span", { class: "row-text" }, ...said)));
}

/* The forms of the page without scripts give way to the pad. */
for (const id of ["write", "unwrite"]) {
  const form = document.getElementById(id);
  if (form) form.hidden = true;
}
