/* The journal: a log of plays, written by taps: who, what, whose recipes (see sheet.js, sheet-log.js). */
import { closest, isPlain, phrase } from "/static/js/page.js";
import { entryOf, paintLog, remember, startLog, writeEntry } from "/static/js/sheet-log.js";
import { find, live, notes, pad, takeBack, underway, why, wide, withdrawRefusal, words } from "/static/js/sheet.js";

const NEW_CELL = "play.";
const picker = document.getElementById("picker");
const rows = document.getElementById("pick-rows");
const letters = document.getElementById("pick-letters");
const all = (selector, within = pad) => (within ? [...within.querySelectorAll(selector)] : []);
const names = all("[data-who]").map((button) => button.dataset.name);
/* Buttons of one player's own stand in `data-for`: several players may have buttons of the same text. */
const isFor = (button, seat) => !button.closest("[data-for]") || Number(button.closest("[data-for]").dataset.for) === seat;
const pickOf = (text, seat) => all(`[data-pick="${CSS.escape(text)}"]`).find((button) => isFor(button, seat)) || null;
/* An owner's word is «2», twice where they get two halves, or «2:why» where they get none. */
const seatOf = (word) => parseInt(word, 10);
const isPaid = (word) => !word.includes(":");
const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/* The play being put together. `fixing` is the log's play that is being corrected. */
let who = 0;
let picked = null;
let owners = [];
let tapped = false; // some of them by somebody, not only by this page
let marked = 0; // whose halves the buttons under the owners are about
let fixing = null;
let anybody = false; // also who has none by the log may be named
let step = "what";
let tab = remembered();

function remembered() {
  const first = all("[data-tab]")[0];
  const kept = remember("tab");
  return all("[data-tab]").some((each) => each.dataset.tab === kept) ? kept : first && first.dataset.tab;
}
/* A play in words, from its text: «Оля: «Порошок судьбы», +4; Коля +2». */
function read(text) {
  const [first, ...rest] = text.split(" ");
  const seat = Number(first);
  for (let size = rest.length; size > 0; size -= 1) {
    const said = rest.slice(0, size).join(" ");
    if (pickOf(said, seat)) return { who: seat, pick: said, owners: rest.slice(size) };
  }
  return { who: seat, pick: rest.join(" "), owners: [] };
}
function spoken(text) {
  if (!text) return "";
  const play = read(text);
  const button = pickOf(play.pick, play.who);
  if (!button) return text;
  const { title, points, half } = button.dataset;
  const line = phrase(words.sayPlay, { who: names[play.who - 1], what: title, n: points });
  return [line, ...halves(play.owners, half)].join("; ");
}
/* «Коля +2» for everybody who gets something, «Рита +0» for those whose recipe brings nothing. */
function halves(list, half) {
  const seats = [...new Set(list.map(seatOf))];
  return seats.map((seat) => {
    const paid = list.filter((word) => seatOf(word) === seat && isPaid(word)).length;
    return phrase(words.sayHalf, { name: names[seat - 1], n: signed(paid * Number(half)) });
  });
}
const inOrder = (list) => [...list.filter(isPaid).sort(), ...list.filter((word) => !isPaid(word)).sort()];
const written = () => [who, picked.dataset.pick, ...inOrder(owners)].join(" ");

/* The pad */
function paintPad() {
  if (!pad) return;
  const open = who > 0;
  document.body.classList.toggle("keypad-open", open);
  picker.hidden = !open && !wide.matches;
  for (const button of all("[data-who]")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.who) === who));
    button.classList.toggle("next", !open && button.dataset.who === live().dataset.next);
  }
  all("[data-key='close']")[0].hidden = !open;
  for (const part of all(".pick-step")) part.hidden = part.dataset.step !== step;
  for (const part of all("[data-for]")) part.hidden = Number(part.dataset.for) !== (who || Number(live().dataset.next));
  for (const button of all("[data-like]")) {
    const twin = find("place", button.dataset.like);
    button.dataset.state = twin ? twin.dataset.state : "";
  }
  for (const line of all("[data-says]")) {
    const said = find("said", line.dataset.says);
    if (said) line.textContent = said.textContent;
  }
  for (const button of all("[data-pick]")) {
    button.ariaCurrent = fixing && button === picked ? "true" : null;
  }
  for (const button of all("[data-tab]")) button.setAttribute("aria-pressed", String(button.dataset.tab === tab && !letters.value));
  const line = document.getElementById("pad-fixing");
  line.hidden = !fixing;
  if (fixing) line.querySelector(".pad-name").textContent = phrase(words.sayFixing, { n: fixing.number });
  paintRows();
  if (step === "whose") paintOwners();
}
const plain = (text) => text.toLowerCase().replace(/ё/g, "е").replace(/[«»„“”"’]/g, "");
/* Two letters find a card: the beginnings of its words one after another, or the first letters of the words. */
function fits(name, typed) {
  const parts = plain(name).split(/[\s-]+/);
  const wanted = plain(typed).trim().split(/\s+/);
  const initials = parts.map((part) => part[0]).join("");
  if (wanted.length === 1 && wanted[0].length > 1 && initials.includes(wanted[0])) return true;
  let at = 0;
  return wanted.every((start) => {
    const found = parts.findIndex((part, n) => n >= at && part.startsWith(start));
    at = found + 1;
    return found >= 0;
  });
}
function paintRows() {
  const left = Object.fromEntries(live().dataset.left.split(" ").filter(Boolean).map((pair) => pair.split(":")));
  let shown = 0;
  for (const row of rows.querySelectorAll("[data-in]")) {
    const { name, card, copies } = row.firstElementChild.dataset;
    row.hidden = letters.value.trim() ? !fits(name, letters.value) : row.dataset.in !== tab;
    shown += row.hidden ? 0 : 1;
    const n = Number(left[card] || copies);
    const out = card in left && n <= 0;
    const said = out ? (copies === "1" ? words.sayOutOne : words.sayOut) : words.sayLeft;
    row.querySelector(".left").textContent = out || card in left ? phrase(said, { n, all: copies }) : "";
    row.classList.toggle("out", out);
  }
  rows.querySelector(".none-found").hidden = shown > 0;
}
/* Who may have what goes into a card: the seats for each ingredient, «2!» where nobody else has it; null where
   the log doesn't tell, or doesn't yet. */
function holders(button) {
  const found = Object.fromEntries((live().dataset.holders || "").split(" ").map((pair) => pair.split(":")))[button.dataset.card];
  return fixing || found === undefined || underway().length ? null : found.split(",");
}
const mayGive = (there, seat) => !there || there.includes("") || there.some((seats) => seats.includes(seat));
/* Whoever was named before and may have it, and the only one who has. */
function suggested(button) {
  const there = holders(button);
  const named = tapped ? owners.filter((word) => seatOf(word) !== who && mayGive(there, seatOf(word))) : [];
  const only = (there || []).filter((seats) => seats.endsWith("!")).map(seatOf);
  const more = [...new Set(only)].filter((seat) => seat !== who && !named.some((word) => seatOf(word) === seat));
  return [...named, ...more.map(String)].slice(-Number(button.dataset.owners) || Infinity);
}
function paintOwners() {
  const { title, points, half, owners: most, own, exact, ask, clause } = picked.dataset;
  document.getElementById("pad-card").textContent = title;
  document.getElementById("pad-owners").hidden = most === "0";
  const asked = document.getElementById("pad-ask-words");
  asked.textContent = ask || asked.dataset.usual;
  all("[data-asks]").forEach((link, n) => { link.hidden = clause ? link.dataset.asks !== clause : n > 0; });
  const there = holders(picked);
  if (!tapped) owners = suggested(picked); // once what was underway has arrived the log tells more
  for (const button of all("[data-owner]")) {
    const seat = Number(button.dataset.owner);
    const theirs = owners.filter((word) => seatOf(word) === seat);
    button.hidden = (seat === who && !own) || !(anybody || theirs.length || mayGive(there, seat));
    button.setAttribute("aria-pressed", String(theirs.length > 0));
    button.querySelector(".key-n").textContent = signed(Number(half) * (theirs.length ? theirs.filter(isPaid).length : 1));
  }
  document.getElementById("pad-others").hidden = anybody || names.every((_, seat) => seat + 1 === who || mayGive(there, seat + 1));
  document.getElementById("pad-nobody").hidden = !(there && there.includes(""));
  paintMarks();
  const gains = [phrase(fixing ? words.sayFix : words.sayWrite, { who: names[who - 1], n: points }), ...halves(owners, half)];
  const button = document.getElementById("pad-write");
  button.textContent = gains.join(", ");
  button.disabled = Boolean(exact) && owners.length !== Number(most);
}
/* How the owner that was tapped last is paid; boxes bring more ways than one. */
function paintMarks() {
  const marks = document.getElementById("pad-marks");
  if (!marks) return;
  const theirs = owners.filter((word) => seatOf(word) === marked);
  marks.hidden = theirs.length === 0 || Boolean(picked.dataset.exact);
  const said = theirs.length > 1 ? String(theirs.length) : (theirs[0] || "").replace(/^\d+/, "") || "1";
  for (const button of all("[data-mark]", marks)) {
    button.hidden = Boolean(picked.dataset.into && button.dataset.not === picked.dataset.into) || (button.dataset.mark === "2" && picked.dataset.owners === "1");
    button.setAttribute("aria-pressed", String(button.dataset.mark === said));
  }
}
function mark(value) {
  const rest = owners.filter((word) => seatOf(word) !== marked);
  const fresh = value.startsWith(":") ? [`${marked}${value}`] : Array(Number(value)).fill(String(marked));
  owners = [...rest, ...fresh].slice(-Number(picked.dataset.owners));
  paintPad();
}

function choose(seat) {
  for (const remark of notes.querySelectorAll(".remark")) remark.remove(); // it stays under the points
  if (who && seat !== who && !fixing && step !== "whose") step = "what"; // another player begins at the cards
  who = seat;
  if (picked && !isFor(picked, seat)) {
    step = fixing ? picked.closest(".pick-step").dataset.step : "what";
    picked = null;
    owners = [];
  }
  anybody = false;
  owners = picked ? suggested(picked) : [];
  paintPad();
}
function pick(button) {
  if (!who) who = Number(live().dataset.next); // where the cards lie open before anybody was named
  picked = button;
  if (button.dataset.card) remember("tab", tab);
  marked = 0;
  anybody = false;
  owners = suggested(button);
  if (!leadsOn(button)) {
    write();
    return;
  }
  go("whose");
  document.getElementById("pad-write").focus({ preventScroll: true });
}
/* Whether the last step follows: who else gets something, or is it really so. */
const leadsOn = (button) => Boolean(button.dataset.card || button.dataset.stepOn);
function go(name) {
  step = name;
  paintPad();
}
function toggleOwner(owner) {
  const most = Number(picked.dataset.owners);
  const count = owners.filter((word) => seatOf(word) === owner).length;
  const again = Boolean(picked.dataset.own) && owners.length < most;
  if (count && !again) owners = owners.filter((word) => seatOf(word) !== owner);
  else owners = [...owners, String(owner)].slice(-most);
  marked = owner;
  tapped = true;
  paintPad();
}
function write(text = written()) {
  const play = fixing;
  close();
  writeEntry(text, play);
}
const remove = () => write("");
function close() {
  if (!pad) return;
  withdrawRefusal();
  const back = pad.contains(document.activeElement) && all(`[data-who="${who}"]`)[0];
  who = 0;
  picked = null;
  owners = [];
  tapped = false;
  fixing = null;
  step = "what";
  letters.value = "";
  paintPad();
  if (back) back.focus({ preventScroll: true });
}

/* Correcting a play of the log: the pad opens with what stands there. */
function fix(cell, text) {
  const row = find("play", cell);
  if (!row && !text) return;
  fixing = row && { ...entryOf(row), number: row.querySelector(".num").textContent };
  const play = read(text || fixing.text);
  who = play.who;
  owners = play.owners;
  tapped = true;
  picked = pickOf(play.pick, play.who);
  marked = owners.length ? seatOf(owners[owners.length - 1]) : 0;
  const home = picked && picked.closest("[data-in]");
  if (home) tab = home.dataset.in;
  const last = picked && leadsOn(picked);
  step = last ? "whose" : picked ? picked.closest(".pick-step").dataset.step : "what";
  if (why.open) why.show("");
  paintPad();
  const first = last ? pad.querySelector("#pad-write") : picked || pad.querySelector("[data-pick]");
  if (first) first.focus({ preventScroll: true });
}

function apply() {
  why.paint();
  paintLog();
  paintPad();
}

function inSight(remark) {
  const box = remark.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= pad.getBoundingClientRect().top;
}

function others() {
  anybody = true;
  paintPad();
}
const KEYS = { undo: takeBack, close, remove, write, others };
function onClick(event) {
  if (!isPlain(event)) return;
  const [key, seat, card, where, kind, owner, way, play, opener] = ["key", "who", "pick", "go", "tab", "owner", "mark", "play", "why"].map((name) => closest(event, `[data-${name}]`));
  if (key) KEYS[key.dataset.key]();
  else if (way) mark(way.dataset.mark);
  else if (owner) toggleOwner(Number(owner.dataset.owner));
  else if (card) pick(card);
  else if (where) go(where.dataset.go);
  else if (kind) {
    tab = kind.dataset.tab;
    letters.value = "";
    rows.scrollTop = 0;
    paintPad();
  } else if (seat) choose(Number(seat.dataset.who));
  else if (play && pad) {
    event.preventDefault();
    fix(play.dataset.play);
  } else if (opener) {
    event.preventDefault();
    why.toggle(opener.dataset.why);
  }
}
function onKey(event) {
  if (!pad || event.altKey) return;
  if (event.key === "Escape" && who) {
    if (step === "what") close();
    else go("what");
  } else if (event.key === "Enter" && event.target === letters) {
    event.preventDefault(); // else the same key would press the button that is focused next
    const found = [...rows.querySelectorAll("[data-in]:not([hidden]) button")];
    if (found.length === 1) pick(found[0]);
  } else if (!event.ctrlKey && !event.metaKey && !picker.hidden && step === "what" && !closest(event, "input, textarea, select") && /^\p{L}$/u.test(event.key)) letters.focus();
}

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
if (letters) letters.addEventListener("input", paintPad);
if (pad) {
  pad.hidden = false;
  wide.addEventListener("change", paintPad);
}
startLog(NEW_CELL, words.sayEntry, {
  changed: apply,
  apply,
  refused: (item) => fix(item.cell, item.text),
  busy: () => who > 0,
  hides: (remark) => Boolean(pad) && !inSight(remark),
  spoken,
});
