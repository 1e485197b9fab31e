/* What sheets with a log share: the log as the server sent it with what is on
   its way, and what a tab remembers. */
import { element, find, served, underway, words } from "./sheet.js";

/* Reads a word of this tab's, or writes it. */
export function remember(name, value) {
  try {
    if (value !== undefined) sessionStorage.setItem(`sheet.${words.id}.${name}`, value);
    return sessionStorage.getItem(`sheet.${words.id}.${name}`);
  } catch (error) {
    return null; // without a memory the page begins as the server sent it
  }
}

/* Cells of the log begin with `prefix`; `spoken` says an entry's text. */
export function paintLog(prefix, spoken) {
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
    const said = [element("span", "", spoken(item.text) || words.sayUndone), element("small", "", words.sayPending)];
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
    list = element("ol", "rows log");
    log.querySelector(".empty").replaceWith(list);
  }
  const row = element("li", "row dense play waiting");
  const text = element("span", "row-text");
  text.append(...said);
  row.append(text);
  list.prepend(row);
}

/* The forms of the page without scripts give way to the pad. */
for (const id of ["write", "unwrite"]) {
  const form = document.getElementById(id);
  if (form) form.hidden = true;
}
