/* A sheet that is begun without a network: names, boxes and numbers wait on this device. What was typed is summed and
   nothing more: what it comes to is for the server to say, which is given the sheet once it answers (docs/give.md).
   Which cells there are its page says; where the game's sheet is no grid of numbers these are notes, which stay here. */
import { keptSince } from "./kept-page.js";
import { isName, key as lookOf } from "./name-rule.js";
import { all, closest, element, newId, one, phrase } from "./page.js";
import { read, write } from "./storage.js";

const section = one("#begun-here");
const offer = one("#begin-here");
const says = section.dataset;
const shape = JSON.parse(says.shape); // the rows of a round, how many rounds so many players have, the file's format
const NOTE = "";
const rows = shape.rows.length ? shape.rows : [[NOTE, says.note]];
const isNote = ({ cell }) => cell.endsWith(`.${NOTE}`);
const place = `begun.${says.game}`;
const kept = () => read(place);
const SUM = /^[0-9]{1,6}(?: *\+ *[0-9]{1,6})*$/;
const AGAIN = 5000; // milliseconds between two tries to give it
const cellOf = (round, seat, row) => `r${round}.p${seat + 1}.${row}`;
const now = () => new Date().toISOString();
const total = (texts) => texts.flatMap((text) => text.split("+")).reduce((sum, part) => sum + Number(part), 0);

/* --- The sheet ------------------------------------------------------------------------------------------- */

const entry = (cell, text) => ({ cell, text, client_entry_id: newId(), at: now() });
const textIn = (sheet, cell) => sheet.entries.findLast((each) => each.cell === cell)?.text || "";

/* What was on its way may have arrived: a correction of that is an entry more, of any other it takes the place. */
function enter(cell, text) {
  const sheet = kept();
  const last = sheet.entries.findLastIndex((each) => each.cell === cell);
  if (textIn(sheet, cell) === text) return;
  if (last >= 0 && !sheet.entries[last].sent) sheet.entries.splice(last, 1);
  if (text || sheet.entries.some((each) => each.cell === cell)) sheet.entries.push(entry(cell, text));
  write(place, sheet);
}

function begin(data) {
  const names = data.getAll("name").map((name) => name.trim()).filter(Boolean);
  const sound = names.length in shape.rounds && names.every(isName) && new Set(names.map(lookOf)).size === names.length;
  if (!sound) return tell(one("[data-said]", offer), offer.dataset.names);
  const boxes = data.getAll("box").sort().join(",");
  const carried = [...data].filter(([name, text]) => name.startsWith("cell-") && text).map(([name, text]) => entry(name.slice(5), text));
  const agreed = data.getAll("setting").map((cell) => entry(cell, "1"));
  const entries = [...(boxes ? [entry("boxes", boxes)] : []), ...carried, ...agreed];
  const about = { id: newId().slice(0, 16), key: newId(), names, begun: now() };
  write(place, { title: data.get("title") || "", about, entries, rounds: 1 });
  return open();
}

/* --- Its look -------------------------------------------------------------------------------------------- */

function tell(line, text) {
  line.hidden = !text;
  line.textContent = text;
}

function cell(sheet, round, seat, [row, label]) {
  const name = sheet.about.names[seat];
  const field = element("input", {
    inputmode: "tel", autocomplete: "off", maxlength: 40, "data-cell": cellOf(round, seat, row),
    "aria-label": `${name}: ${label}, ${phrase(says.round, { n: round })}`, value: textIn(sheet, cellOf(round, seat, row)),
  });
  return element("td", {}, field);
}
function table(sheet, round) {
  const { names } = sheet.about;
  const head = element("tr", {}, element("td"), ...names.map((name) => element("th", { scope: "col", title: name }, element("bdi", {}, name))));
  const lines = rows.map((row) => element("tr", {}, element("th", { scope: "row" }, row[1]), ...names.map((_, seat) => cell(sheet, round, seat, row))));
  const sums = element("tr", { class: "sum" }, element("th", { scope: "row" }, says.entered), ...names.map((_, seat) => element("td", { "data-sum": `${round}.${seat}` })));
  return element("div", { class: "round" },
    element("h2", {}, phrase(says.round, { n: round })),
    element("table", { class: "ledger" }, element("thead", {}, head), element("tbody", {}, ...lines), element("tfoot", {}, sums)));
}
function paintSums(sheet) {
  for (const sum of all("[data-sum]", section)) {
    const [round, seat] = sum.dataset.sum.split(".").map(Number);
    const texts = rows.map(([row]) => textIn(sheet, cellOf(round, seat, row))).filter(Boolean);
    sum.textContent = texts.length ? String(total(texts)) : "·";
  }
}
function open() {
  const sheet = kept();
  one("[data-rounds]", section).replaceChildren(...Array.from({ length: sheet.rounds }, (_, n) => table(sheet, n + 1)));
  one("[data-more]", section).hidden = sheet.rounds >= shape.rounds[sheet.about.names.length];
  one("[data-given]", section).hidden = !sheet.given;
  if (sheet.given) one("[data-given] a", section).setAttribute("href", sheet.given);
  paintSums(sheet);
  section.hidden = false;
  offer.hidden = true;
  one(".split").hidden = true;
  give();
}

section.addEventListener("change", (/** @type {any} */ { target: field }) => {
  const text = field.value.trim();
  const isSum = !text || SUM.test(text);
  field.setAttribute("aria-invalid", String(!isSum));
  if (!isSum || !kept()) return;
  enter(field.dataset.cell, text);
  paintSums(kept());
});
section.addEventListener("click", (event) => {
  if (closest(event, "[data-more]")) {
    write(place, { ...kept(), rounds: kept().rounds + 1 });
    open();
  } else if (closest(event, "[data-drop]") && (kept().given || confirm(says.sure))) {
    write(place, null);
    location.reload();
  }
});

/* --- Giving ---------------------------------------------------------------------------------------------- */

const isTyping = () => section.contains(document.activeElement) && document.activeElement.matches("input");
const file = ({ title, about, entries }) => ({
  game: says.game,
  title,
  sheet: { format: shape.format, ...about, exported: now() },
  entries: entries.filter((each) => !isNote(each)).map(({ sent, ...each }, n) => ({ number: n + 1, ...each })),
});

let timer = 0;
let giving = false;
async function give() {
  clearTimeout(timer);
  if (giving || !kept() || kept().given) return;
  giving = true;
  if (!isTyping()) await send(kept()).catch(() => {}); // no answer: once more
  giving = false;
  timer = setTimeout(give, AGAIN);
}
async function send(sheet) {
  const before = sheet.entries.map((each) => each.sent);
  for (const each of sheet.entries) each.sent = true; // whether it arrives or not
  write(place, sheet);
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["x-csrftoken"];
  const answer = await fetch(says.give, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": token },
    body: JSON.stringify(file(sheet)),
    signal: AbortSignal.timeout(10000),
  });
  const said = await answer.json();
  if (!answer.ok) return refused(before, answer.status < 500 && answer.status !== 429 ? said.message : "");
  if (kept().entries.some((each) => !each.sent) || isTyping()) return undefined; // what came meanwhile goes after it
  const given = new URL(said.url).pathname;
  const stays = sheet.entries.some(isNote);
  write(place, stays ? { ...kept(), given } : null);
  return stays ? open() : location.assign(given);
}
/* Nothing of it was taken: it can be corrected in its place. */
function refused(before, message) {
  const sheet = kept();
  sheet.entries.forEach((each, n) => { if (n < before.length) each.sent = before[n]; });
  write(place, sheet);
  tell(one("[data-said]", section), message);
}

/* --- The way in ------------------------------------------------------------------------------------------ */

function mayBegin() {
  if (kept()) return;
  one("[data-lost]", offer).textContent = keptSince() || offer.dataset.lost;
  offer.hidden = false;
}
if (kept()) open();
else if (keptSince()) mayBegin();
/** @type {(form: any) => FormData} */
const typedIn = (form) => new FormData(form);
one("button", offer).addEventListener("click", () => begin(typedIn(one("#start"))));
document.addEventListener("htmx:sendError", ({ detail: { elt, requestConfig } }) => {
  if (elt.id !== "start") return;
  mayBegin();
  if (/^add/.test(requestConfig.parameters.do)) addSeat();
  else offer.scrollIntoView({ block: "nearest" });
});
/* A row more, as the server makes them. */
function addSeat() {
  const seats = one("#start .seats");
  const n = seats.children.length + 1;
  if (!(n in shape.rounds)) return;
  const row = /** @type {HTMLElement} */ (seats.lastElementChild.cloneNode(true));
  const field = one("input", row);
  one(".num", row).textContent = String(n);
  for (const button of all("button", row)) button.remove();
  field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/\d+/, String(n)));
  field.value = "";
  seats.append(row);
  field.focus();
}
document.addEventListener("submit", (event) => {
  const same = closest(event, "#same");
  if (!same || !keptSince()) return;
  event.preventDefault();
  begin(typedIn(same));
});
addEventListener("online", give);
