/* Every score sheet at the table: outbox, live totals, taking back. What a sheet looks like and how it is written
   is said by a script of its own (sheet-ledger.js, or the one of its game), which calls `start` with its
   hooks. Without scripts the same sheets work by links and forms. */
import { answered, forget, keepPart, keptSince } from "./kept-page.js";
import { closest, element, isUndo, newId, phrase, readOut } from "./page.js";
import { read, write } from "./storage.js";

const room = document.getElementById("sheet");
export const words = room.dataset;
export const pad = document.getElementById("pad"); // absent for viewers and on a closed sheet
export const notes = document.getElementById("sheet-notes");
const state = document.getElementById("outbox");
const csrf = (document.querySelector("input[name=csrfmiddlewaretoken]") || {}).value || "";
export const live = () => document.getElementById("sheet-live");
export const find = (name, value) => live().querySelector(`[data-${name}="${value}"]`);
export const wide = matchMedia("(min-width: 960px)");

/* What the sheet of a game adds; each may leave out what it has no use for. */
const own = {
  changed: (cell) => {}, // (cell): what is entered or waits there is another now
  undo: takeBack, // Ctrl+Z
  apply: () => {}, // what the page decides by itself, after parts of it came anew
  accepted: (item, answer) => {}, // (item, answer): the server has it
  refused: (item) => {}, // (item): shows what was refused where it can be mended
  holds: (part) => false, // (part): somebody is typing there, nothing may replace it
  busy: () => false, // somebody is typing: the page mustn't be loaded anew
  label: (cell) => cell,
  spoken: (text) => text,
  query: () => "", // what the address of the live part adds
  twin: (focused, part) => null, // (focused, part): the element of a new part that takes over the focus
  grows: [], // selectors of what a sheet may have more of than before, each beside the last of its kind
  remarks: () => /** @type {Element[]} */ ([]), // the elements that say what can't be right
  hides: (remark) => true, // (remark): it is out of sight while somebody writes
  leave: () => {}, // the page goes away
};

/* Explanations: one at a time is open, and stays so when parts of the page come anew. */
export const why = {
  open: (live().querySelector(".why:not([hidden])") || { id: "" }).id,
  paint() {
    for (const box of live().querySelectorAll(".why")) box.hidden = box.id !== why.open;
    for (const opener of live().querySelectorAll("[data-why]:not([data-go-round])")) opener.setAttribute("aria-expanded", String(opener.dataset.why === why.open));
  },
  show(id) {
    why.open = id;
    own.apply();
    document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  },
  toggle(id) {
    why.show(id === why.open ? "" : id);
  },
};

/* What survives a closed tab: entries not sent yet, and what this phone may take back. */
const memory = new Map();
function stored(name) {
  const key = `sheet.${words.id}.${name}`;
  return {
    read: () => read(key) || memory.get(key) || [],
    write(list) {
      if (write(key, list.length ? list : null)) memory.delete(key);
      else memory.set(key, list);
    },
  };
}
export const outbox = stored("outbox");
export const made = stored("made");
const MADE_KEPT = 50;

let blocked = false;
let offline = false;
let arriving = []; // what the server has and the page hasn't: else a play is gone while the log is fetched
export const underway = () => [...arriving, ...outbox.read()];
export const waitingFor = (id) => outbox.read().filter((item) => item.cell === id).pop();

/* Parts of the page as the server sent them, to tell what changed and to put one back. */
export const served = new Map();
for (const part of live().querySelectorAll("[data-part]")) served.set(part.dataset.part, part.outerHTML);

export function paintState() {
  const n = outbox.read().length;
  const since = keptSince();
  state.hidden = n === 0 && !since;
  state.classList.toggle("bad", offline || blocked);
  const waits = n ? phrase(offline && !since ? words.sayOffline : words.sayWaiting, { n }) : "";
  state.textContent = `${since} ${waits}`.trim();
}

/** Writes an entry: `base` is what it stands on (0: nothing; null: what is on its way), `before` its text.
 * @param {{cell: string, text: string, base: number | null, before?: string, undoes?: number}} entry */
export function put(entry) {
  clearNotes();
  outbox.write([...outbox.read(), { id: newId(), ...entry }]);
  own.changed(entry.cell);
  readOut(`${own.label(entry.cell)}: ${own.spoken(entry.text) || words.sayUndone || words.sayEmpty}`);
  setTimeout(paintState, 800);
  flush();
}

/* Taking back what isn't sent yet, else this phone's last entry; gives its cell, null for nothing. */
let sending = null;
export function takeBack() {
  const waiting = outbox.read();
  const last = waiting[waiting.length - 1];
  if (last && last.id !== sending) {
    outbox.write(waiting.slice(0, -1));
    paintState();
    own.changed(last.cell);
    return last.cell;
  }
  const mine = made.read();
  const entry = mine.pop();
  if (!entry || last) return null;
  made.write(mine);
  put({ cell: entry.cell, text: entry.before, base: entry.number, undoes: entry.number });
  return entry.cell;
}

/* The outbox: one entry at a time, in order; a retry has the same id, so nothing is written twice. */
const PATIENCE = [1000, 2000, 4000, 8000, 15000];
let failures = 0;
let retry = 0;
async function flush() {
  if (sending || blocked) return;
  clearTimeout(retry);
  while (!blocked) {
    const [item] = outbox.read();
    if (!item) break;
    sending = item.id;
    const done = await send(item);
    sending = null;
    if (!done) {
      retry = setTimeout(flush, PATIENCE[Math.min(failures++, PATIENCE.length - 1)]);
      break;
    }
    failures = 0;
  }
  paintState();
}
async function send(item) {
  const fields = { client_entry_id: item.id, cell: item.cell, text: item.text, base: item.base || 0 };
  if (item.undoes) fields.undoes = item.undoes;
  let response;
  try {
    response = await fetch(words.entries, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify(fields),
      signal: AbortSignal.timeout(10000),
    });
  } catch (error) {
    offline = true;
    return false;
  }
  offline = false;
  if (response.status >= 500 || response.status === 429) return false;
  const answer = await response.json().catch(() => null);
  if (!answer) {
    blocked = true; // not our answer: the page is too old, or somebody stands in between; nothing is thrown away
    note(words.sayFailed);
    return true;
  }
  (ANSWERS[response.status] || dropped)(item, answer);
  return true;
}
/* The outbox without an entry; the next one for its cell takes over what it was based on. */
function without(gone, base) {
  const rest = outbox.read().filter((item) => item.id !== gone.id);
  const heir = rest.find((item) => item.cell === gone.cell);
  if (heir && heir.base === null) heir.base = base;
  return rest;
}

function accepted(item, answer) {
  outbox.write(without(item, answer.entry));
  known = Math.max(known, answer.version);
  if (answer.version > Number(live().dataset.version)) arriving.push({ ...item, version: answer.version });
  remember(item, answer.entry);
  own.accepted(item, answer);
  own.changed(item.cell);
  paintState();
  look();
}
function remember(item, number) {
  const mine = made.read();
  if (!item.undoes) mine.push({ cell: item.cell, number, before: item.before });
  else {
    const older = mine.filter((entry) => entry.cell === item.cell).pop();
    if (older) older.number = number;
  }
  made.write(mine.slice(-MADE_KEPT));
}
function conflicting(item, answer) {
  const same = outbox.read().filter((other) => other.cell === item.cell);
  const yours = same.length ? same[same.length - 1].text : item.text;
  outbox.write(outbox.read().filter((other) => other.cell !== item.cell));
  own.changed(item.cell);
  askWhich(item.cell, yours, answer.theirs, answer.said);
  look();
}
function refused(item, answer) {
  outbox.write(without(item, item.base));
  note(answer.message, answer.clause);
  own.changed(item.cell);
  if (pad) own.refused(item);
  look();
}
function stopped(item, answer) {
  blocked = true;
  forget();
  note(answer.message);
}
function dropped(item, answer) {
  outbox.write(without(item, item.base));
  note(answer.message);
  own.changed(item.cell);
}
const ANSWERS = { 200: accepted, 403: stopped, 404: stopped, 409: conflicting, 422: refused };

/* Messages stand above the keys until the next entry. */
export function clearNotes() {
  notes.replaceChildren();
}
/* What was refused is written no more; a question which of two values is right still waits for its answer. */
export function withdrawRefusal() {
  for (const refusal of notes.querySelectorAll(".refusal:not(.conflict)")) refusal.remove();
}
function note(message, clause) {
  const box = element("p", { class: "refusal" });
  const line = element("span", {}, `${message} `);
  if (clause) {
    const href = `${clause.url}?from=${encodeURIComponent(location.pathname)}`;
    line.append(element("a", { class: "clause-link", href }, phrase(words.sayRule, { n: clause.number })));
  }
  box.append(line);
  notes.replaceChildren(box);
}
function askWhich(id, yours, theirs, said) {
  const spoken = { theirs: said.theirs, yours: own.spoken(yours) || words.sayEmpty };
  const keep = element("button", { class: "btn", type: "button", "data-choice": "yours" }, spoken.yours);
  const give = element("button", { class: "btn second", type: "button", "data-choice": "theirs" }, spoken.theirs);
  keep.addEventListener("click", () => {
    put({ cell: id, text: yours, base: theirs.entry, before: theirs.text });
  });
  give.addEventListener("click", () => {
    clearNotes();
    look();
  });
  const asks = element("p", {}, phrase(words.sayConflict, { cell: own.label(id), ...spoken }));
  const body = element("div", { class: "grow" }, asks, element("div", { class: "buttons" }, give, keep));
  notes.replaceChildren(element("section", { class: "refusal conflict" }, body));
}

/* Whether the page is loaded anew: another sheet stands there now, and nobody is typing. */
let stale = false;
function renewed() {
  if (!stale || own.busy() || outbox.read().length) return false;
  location.reload();
  return true;
}

/* Live: what other phones wrote comes in, except where somebody is typing. */
function merge(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("sheet-live");
  if (!fresh) return;
  if (Number(fresh.dataset.version) < known) {
    again = true; // asked before this phone's own entry arrived
    return;
  }
  keepPart("sheet-live", html);
  stale ||= ["finished", "setup", "people"].some((name) => live().dataset[name] !== fresh.dataset[name]);
  if (renewed()) return;
  for (const [name, value] of Object.entries(fresh.dataset)) live().dataset[name] = value;
  arriving = arriving.filter((item) => item.version > Number(fresh.dataset.version));
  for (const field of document.querySelectorAll("[data-finish-base] > input, input[data-finish-base]")) field.value = fresh.dataset.finishBase;
  for (const kind of own.grows) grow(kind, fresh);
  for (const part of fresh.querySelectorAll("[data-part]")) mergePart(part);
  own.apply();
  paintState();
  remind();
}

/* A remark stands where the keys may hide it: a new one shows above them too, until it is out of date. */
let remarked = new Set();
const wordsOf = (remarks) => new Set(remarks.map((remark) => remark.textContent));
function remind() {
  const remarks = own.remarks();
  const fresh = remarks.find((remark) => !remarked.has(remark.textContent));
  remarked = wordsOf(remarks);
  for (const old of notes.querySelectorAll(".remark")) if (!remarked.has(old.textContent)) old.remove();
  if (!fresh || notes.querySelector(".refusal") || !own.hides(fresh)) return;
  const copy = fresh.cloneNode(true);
  copy.classList.add("remark");
  notes.replaceChildren(copy);
}

/* A sheet that nobody knows the length of goes on: what came after the last one stands after it here too. Where a
   goal is reached there is no round more. */
function grow(kind, fresh) {
  const here = live().querySelectorAll(kind);
  const more = [...fresh.querySelectorAll(kind)].slice(here.length);
  if (here.length) here[here.length - 1].after(...more.map((each) => document.importNode(each, true)));
  for (const gone of [...here].slice(fresh.querySelectorAll(kind).length)) gone.remove();
}

function mergePart(part) {
  const name = part.dataset.part;
  if (own.holds(name)) return;
  const html = part.outerHTML;
  const old = find("part", name);
  if (!old || (served.get(name) === html && old.dataset.painted === undefined)) return;
  served.set(name, html);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const fresh = new DocumentFragment();
  fresh.append(document.importNode(part, true));
  for (const fold of fresh.querySelectorAll("details[id]")) {
    fold.open = document.getElementById(fold.id)?.open ?? fold.open; // as whoever looks at it has left it
  }
  const node = fresh.firstElementChild;
  old.replaceWith(node);
  if (!focused) return;
  const next = own.twin(focused, node) || twin(focused, node) || node.querySelector("a, button, summary");
  if (next) next.focus({ preventScroll: true });
}

/* What stands in a new part for the element that had the focus in the old one. */
function twin(focused, node) {
  const key = ["why", "play"].find((each) => focused.dataset[each]);
  return key ? node.querySelector(`[data-${key}="${focused.dataset[key]}"]`) : null;
}

const EVERY = 2000;
let timer = 0;
let looking = false;
let again = false;
let over = live().dataset.finished === "1";
let misses = 0;
let known = Number(live().dataset.version);
export async function look() {
  clearTimeout(timer);
  again = looking;
  if (looking || document.visibilityState !== "visible") return;
  looking = true;
  try {
    const response = await fetch(`${words.totals}?v=${live().dataset.version}${own.query()}`, { signal: AbortSignal.timeout(10000) });
    misses = 0;
    if (keptSince() && response.status < 500) {
      answered();
      paintState();
    }
    if (offline) {
      offline = false;
      flush();
    }
    over = response.status === 286 || (over && response.status === 204);
    if (response.ok && response.status !== 204) merge(await response.text());
    else if ([403, 404, 500].includes(response.status)) {
      const answer = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#page-error .refusal");
      if (answer || response.status !== 500) { // asking helps no sheet whose game fails; of other mistakes it may
        over = true;
        blocked = true;
        if (response.status !== 500) forget();
        note(answer ? answer.textContent.trim() : words.sayFailed);
      }
    }
  } catch (error) {
    misses += 1;
  }
  looking = false;
  if (renewed()) return;
  if (again) look();
  else if (!over || stale) timer = setTimeout(look, EVERY * Math.min(1 + misses, 6));
}

function onVisible() {
  if (document.visibilityState !== "visible") return;
  look();
  flush();
}

function onKey(event) {
  if (!pad || !isUndo(event) || closest(event, "input, textarea, select, .menu")) return;
  event.preventDefault();
  own.undo();
}

/** The hooks are there: the page comes alive. @type {(hooks: Partial<typeof own>) => void} */
export function start(hooks) {
  Object.assign(own, hooks);
  remarked = wordsOf(own.remarks());
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", onVisible);
  addEventListener("pagehide", () => own.leave());
  own.apply();
  paintState();
  flush();
  if (!over) timer = setTimeout(look, EVERY);
}
