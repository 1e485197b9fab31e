/* The ledger: a grid of numbers with a keypad (see sheet.js). */
import { closest, element, isPlain, phrase } from "./page.js";
import { find, live, notes, pad, put, served, start, takeBack, waitingFor, why, wide, withdrawRefusal, words } from "./sheet.js";

const nextKey = document.getElementById("pad-next");
const numbers = pad && pad.querySelector("[data-numbers]"); // a key for each number: one tap writes the cell
const cellAt = (id) => find("cell", id);

/* The cell being written: `draft` is null until something is typed, `seen` is what stood there when it was turned
   to, so that nothing is typed over what another phone has written since; `rejected` says that the draft was
   refused: the next digit begins anew; `lately` was written by the tap before this one. */
let active = null;
let draft = null;
let seen = null;
let rejected = false;
let lately = null;
let shown = Number((live().querySelector(".round:not([hidden])") || { dataset: { round: 1 } }).dataset.round);

function standing(id) {
  const waiting = waitingFor(id);
  return waiting ? waiting.text : cellAt(id).dataset.text;
}
const total = (text) => text.split("+").reduce((sum, part) => sum + Number(part), 0);

function paintCell(id) {
  const cell = cellAt(id);
  if (!cell) return;
  const editing = id === active && draft !== null;
  const text = editing ? draft : standing(id);
  const link = cell.querySelector("a");
  const value = cell.querySelector(".value");
  cell.classList.toggle("on", id === active);
  cell.classList.toggle("waiting", Boolean(waitingFor(id)));
  if (link) link.ariaCurrent = id === active ? "true" : null;
  const same = text === cell.dataset.text && !editing;
  if (same && cell.dataset.painted !== "yes") return;
  if (same && restore(cell)) {
    cell.dataset.painted = "";
    return;
  }
  cell.dataset.painted = "yes";
  cell.querySelectorAll(".typed").forEach((typed) => typed.remove());
  value.className = "value";
  value.textContent = editing ? draft : text === "" ? "·" : String(total(text));
  value.classList.toggle("none", text === "" && !editing);
  value.classList.toggle("typing", editing);
  value.classList.toggle("long", editing && draft.length > 3);
  if (link) link.setAttribute("aria-label", `${cell.dataset.label}: ${text || words.sayEmpty}`);
}

/* The cell as the server sent it, with the highlights of the moment; false while what it sent is older. */
function restore(cell) {
  const box = document.createElement("template");
  box.innerHTML = `<table><tbody><tr>${served.get(cell.dataset.part)}</tr></tbody></table>`;
  const original = box.content.querySelector("td");
  if (original.dataset.text !== cell.dataset.text) return false;
  cell.replaceChildren(...original.childNodes);
  const link = cell.querySelector("a");
  if (link && cell.dataset.cell === active) link.setAttribute("aria-current", "true");
  return true;
}

function paintAll() {
  for (const cell of live().querySelectorAll("[data-cell]")) paintCell(cell.dataset.cell);
  paintPad();
}

/* The ledger's order: down a player's column, then the next player. */
function columns() {
  const rows = [...find("round", shown).querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("[data-cell]")]);
  return rows.length ? rows[0].flatMap((_, seat) => rows.map((row) => row[seat].dataset.cell)) : [];
}
const isFilled = (id) => (id === active && draft !== null ? draft !== "" : standing(id) !== "");
function nextEmpty(after) {
  const cells = columns();
  const place = cells.indexOf(after) + 1;
  return [...cells.slice(place), ...cells.slice(0, place)].find((id) => id !== after && !isFilled(id)) || null;
}
/* Whose cell it is and what is counted there, as the ledger's own headings say. */
function named(id) {
  const cell = cellAt(id);
  const head = cell.closest("table").querySelectorAll("thead th")[cell.cellIndex - 1];
  return { name: head.title, row: cell.closest("tr").querySelector(".row-label").textContent.toLowerCase() };
}

function paintPad() {
  if (!pad) return;
  pad.hidden = !active;
  document.body.classList.toggle("keypad-open", Boolean(active));
  if (!active) return;
  const here = named(active);
  document.querySelector("#pad-cell .pad-name").textContent = here.name;
  document.querySelector("#pad-cell .pad-row").textContent = `, ${here.row}`;
  if (numbers) paintNumbers();
  const empty = nextEmpty(active);
  if (!empty) {
    nextKey.textContent = words.sayReady;
    return;
  }
  const { name, row } = named(empty);
  const says = [["go-word", words.sayNext], ["go-name", name], ["go-row", row]];
  nextKey.replaceChildren(...says.map(([kind, said]) => element("span", { class: kind }, said)));
}

/* Of what the others have taken there is less left; the last of a row is offered all of it, and may have less,
   so nothing is filled in by itself. */
function paintNumbers() {
  const row = cellAt(active).closest("tr");
  const others = [...row.querySelectorAll("[data-cell]")].map((cell) => standing(cell.dataset.cell)).filter((_, seat) => seat !== cellAt(active).cellIndex - 1);
  const left = Math.max(0, others.reduce((rest, text) => rest - (text ? total(text) : 0), Number(row.dataset.supply)));
  const isLast = others.every((text) => text !== "");
  const keys = [...numbers.querySelectorAll("[data-n]")];
  const more = keys.filter((key) => Number(key.dataset.n) > 9);
  for (const key of more) key.hidden = Number(key.dataset.n) > left;
  for (const key of keys) key.classList.toggle("rest", isLast && Number(key.dataset.n) === left);
  const isFull = more.every((key) => key.hidden);
  const rest = document.getElementById("pad-left");
  const put = document.getElementById("pad-put");
  document.getElementById("pad-most").textContent = isLast ? phrase(words.sayMost, { n: left }) : "";
  const isNone = left === 0 && !isLast;
  rest.hidden = !isFull || isLast || isNone;
  put.hidden = !isFull || !(isLast || isNone);
  rest.textContent = phrase(words.sayLeft, { n: left });
  put.textContent = isNone ? words.sayNone : phrase(words.sayPut, { n: left });
  put.dataset.left = isNone ? "" : String(left);
}

/* Where nothing is left of a row, whoever hasn't written there has none of it. */
function putNone() {
  const row = [...cellAt(active).closest("tr").querySelectorAll("[data-cell]")].map((cell) => cell.dataset.cell);
  for (const id of row.filter((each) => !isFilled(each))) {
    activate(id);
    setDraft("0");
    commit();
  }
  activate(nextEmpty(active));
}

function activate(id, focus) {
  const before = active;
  active = id;
  draft = null;
  seen = null;
  rejected = false;
  lately = null;
  if (before && before !== id) paintCell(before);
  if (id) {
    see();
    paintCell(id);
    const cell = cellAt(id);
    if (focus) cell.querySelector("a").focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  paintPad();
}

function see() {
  const waiting = waitingFor(active);
  const cell = cellAt(active);
  seen = { base: waiting ? null : Number(cell.dataset.entry), text: standing(active) };
}

/* Typing */
const LONGEST = 40;
function type(key) {
  if (!active) return;
  if (draft === null && key === "+") see();
  let text = draft === null ? (key === "+" ? seen.text : "") : rejected && key !== "+" ? "" : draft;
  if (key === "+" && (text === "" || text.endsWith("+"))) return;
  if (key !== "+" && /(^|\+)0$/.test(text)) text = text.slice(0, -1);
  if (text.length >= LONGEST || (key !== "+" && /\d{6}$/.test(text))) return;
  setDraft(text + key);
}
/* A number's own key writes it and goes on; in a sum that was begun it is a number more. «+» right after takes
   the cell up again. */
function tap(key) {
  if (key === "+" && draft === null && lately) activate(lately);
  if (key === "+" || (draft !== null && !rejected)) {
    for (const sign of key) type(sign);
    return;
  }
  const written = active;
  setDraft(key);
  next(false);
  lately = written;
}
function erase() {
  if (!active) return;
  if (draft === null) see();
  setDraft((draft === null ? seen.text : draft).slice(0, -1));
}
function setDraft(text) {
  withdraw();
  draft = text;
  paintCell(active);
  paintPad();
}
/* What was refused stands no more, and neither does its refusal. */
function withdraw() {
  if (rejected) withdrawRefusal();
  rejected = false;
}
function revert() {
  withdraw();
  draft = null;
  see();
  paintCell(active);
  paintPad();
}
function commit() {
  if (!active || draft === null) return;
  const text = draft.replace(/\+$/, "");
  const { base, text: before } = seen;
  const cell = active;
  draft = null;
  rejected = false;
  if (text !== before) put({ cell, text, base, before });
  see();
  paintCell(cell);
}
function next(focus) {
  commit();
  activate(nextEmpty(active), focus);
}
function step(dx, dy) {
  const rows = [...find("round", shown).querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("[data-cell]")]);
  const y = rows.findIndex((row) => row.some((cell) => cell.dataset.cell === active));
  const x = rows[y].findIndex((cell) => cell.dataset.cell === active);
  const target = (rows[y + dy] || [])[x + dx];
  if (!target) return;
  commit();
  activate(target.dataset.cell, true);
}

/* Taking back: what is typed, else what this phone wrote last. */
function undo() {
  if (draft !== null) {
    revert();
    return;
  }
  const cell = takeBack();
  if (cell) show(cell);
}
function show(id) {
  const round = Number(cellAt(id).closest(".round").dataset.round);
  if (round !== shown) goRound(round, false);
  activate(id);
}

/* What came of an entry. */
function changed(id) {
  paintCell(id);
  paintPad();
}
function accepted(item, answer) {
  const cell = cellAt(item.cell);
  if (cell && Number(cell.dataset.entry) < answer.entry) {
    cell.dataset.entry = answer.entry;
    cell.dataset.text = item.text;
    cell.dataset.painted = "yes";
  }
  if (seen && item.cell === active && !waitingFor(item.cell)) seen.base = answer.entry;
}
function refused(item) {
  if (!cellAt(item.cell)) return;
  show(item.cell);
  setDraft(item.text);
  rejected = true;
}

/* What rises above the keypad must not hide the cell being written. */
new ResizeObserver(() => {
  if (active) cellAt(active).scrollIntoView({ block: "nearest", inline: "nearest" });
}).observe(notes);

/* What the page decides by itself: the round shown, the explanation opened, the cell being written. */
function apply() {
  if (!find("round", shown)) {
    activate(null);
    shown = Number(live().dataset.current);
  }
  for (const section of live().querySelectorAll(".round")) section.hidden = Number(section.dataset.round) !== shown;
  for (const chip of live().querySelectorAll(".round-chips a")) {
    chip.ariaCurrent = Number(chip.dataset.goRound) === shown ? "true" : null;
  }
  why.paint();
  const heading = document.querySelector(".top-title");
  if (heading) heading.textContent = phrase(words.sayHeading, { n: shown });
  paintAll();
}

/* Moving about */
/* A round that isn't full comes with its next cell being written, whichever way one came to it. */
function goRound(number, focus) {
  commit();
  activate(null);
  shown = number;
  why.open = "";
  history.replaceState(null, "", `?round=${number}`);
  apply();
  if (pad) activate(nextEmpty(null), focus);
  scrollTo({ top: 0 });
}
function onClick(event) {
  const at = (selector) => closest(event, selector);
  if (!isPlain(event)) return;
  const key = at("[data-key]");
  const cell = at("[data-cell]");
  const round = at("[data-go-round]");
  const opener = at("[data-why]");
  if (key) press(key.dataset.key);
  else if (cell && pad && at("a")) {
    event.preventDefault();
    if (cell.dataset.cell === active) {
      if (draft === null) see();
      return;
    }
    commit();
    activate(cell.dataset.cell, true);
  } else if (round) {
    event.preventDefault();
    goRound(Number(round.dataset.goRound), round.dataset.goWrite !== undefined);
    if (opener) explain(opener.dataset.why);
  } else if (opener) {
    event.preventDefault();
    explain(opener.dataset.why === why.open ? "" : opener.dataset.why);
  }
}
function explain(id) {
  commit();
  if (id && !wide.matches) activate(null); // the explanation takes the keypad's place
  why.show(id);
}
const KEYS = {
  back: erase,
  next: () => next(false),
  undo,
  rest: () => {
    const { left } = document.getElementById("pad-put").dataset;
    if (left) tap(left);
    else putNone();
  },
  close: () => {
    commit();
    activate(null);
  },
};
function press(key) {
  if (KEYS[key]) KEYS[key]();
  else if (numbers) tap(key);
  else type(key);
}

const MOVES = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
function onKey(event) {
  if (!pad || event.altKey || event.ctrlKey || event.metaKey || closest(event, "input, textarea, select, .menu")) return;
  const elsewhere = closest(event, "a, button, summary") && !closest(event, "[data-cell]");
  if (/^[0-9+]$/.test(event.key)) {
    if (!active) activate(nextEmpty(null), true);
    type(event.key);
  } else if (!active) return;
  else if (MOVES[event.key] && !elsewhere) step(...MOVES[event.key]);
  else if (event.key === "Enter" && !elsewhere) next(true);
  else if (event.key === "Backspace") erase();
  else if (event.key === "Delete") {
    setDraft("");
  } else if (event.key === "Escape") {
    if (draft === null) activate(null);
    else revert();
  } else return;
  event.preventDefault();
}

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);

/* The form of the page without scripts gives way to the keypad. */
const form = document.getElementById("write");
if (form) form.hidden = true;
if (pad) {
  const asked = form && form.elements.namedItem("cell");
  const refusedText = asked && notes.children.length ? form.elements.namedItem("text").value : null;
  const first = asked ? asked.value : nextEmpty(null);
  if (first && !why.open) activate(first);
  if (refusedText !== null && active) {
    setDraft(refusedText);
    rejected = true;
  }
}
start({
  changed,
  undo,
  apply,
  accepted,
  refused,
  holds: (part) => part === active && draft !== null,
  busy: () => draft !== null,
  label: (id) => cellAt(id).dataset.label,
  query: () => `&round=${shown}`,
  grows: [".round", ".round-chips a"],
  remarks: () => [...find("round", shown).querySelectorAll(".under > .notice")],
  hides: () => Boolean(active),
  leave: commit,
});
