/* The reveal: reputation by taps, the theory board, and the answers book by book (see sheet.js, sheet-log.js).
   All that is written are forms of the page: a tap sends one without loading the page anew. */
import { all, closest, element, isPlain, phrase, signed } from "/static/js/page.js";
import { entryOf, paintLog, remember, startLog, writeEntry } from "/static/js/sheet-log.js";
import { find, live, notes, outbox, pad, put, takeBack, waitingFor, why, withdrawRefusal, words } from "/static/js/sheet.js";

const EVENT = "rep."; // begins the cells of the log
const picker = document.getElementById("picker");
const names = all("[data-seat]", pad).map((button) => button.dataset.name);
/* The event being put together. `fixing` is the one of the log that is being corrected. */
let who = 0;
let step = "what";
let fixing = null;
let flagsOff = new Set();
let part = all("[data-part-link][aria-current]", live())[0]?.dataset.partLink;
/* The great reveal: which act, how far it is, and whether this phone has seen its end. */
let act = all("[data-act]:not([hidden])", live())[0]?.dataset.act || "";
let phase = 0;
let seen = remember("seen") === "1";

/* --- What the server worked out -------------------------------------------------------------------- */

const pairs = (text) => new Map(text.split(";").filter(Boolean).map((row) => [row.slice(0, row.indexOf(":")), row.slice(row.indexOf(":") + 1)]));
const owners = () => new Map([...pairs(live().dataset.flags)].map(([flag, seats]) => [flag, seats.split(" ").filter(Boolean).map(Number)]));
const flagsOf = (seat) => [...owners()].filter(([, seats]) => seats.includes(seat)).map(([flag]) => flag);
const meeting = (token) => (pairs(live().dataset.meetings).get(token) || "").split(",")[who - 1] || "";
function after(what) {
  const known = pairs(live().dataset.after).get(what);
  if (!known || !who) return "";
  const [enlarged, plain] = known.split("/");
  const off = flagsOf(who).every((flag) => flagsOff.has(flag));
  const mixed = !off && flagsOf(who).some((flag) => flagsOff.has(flag));
  return mixed ? "" : (off ? plain : enlarged).split(",")[who - 1];
}
const signOf = (what) => what.replace(/ C\d$/, "").split(" ").filter((word) => /^[+-]?\d+$/.test(word)).reduce((sum, word) => sum + Number(word), 0);

function textOf(what) {
  const parts = what.split(" ");
  const tail = parts.filter((word) => /^C\d$/.test(word));
  const flags = flagsOf(who).filter((flag) => !flagsOff.has(flag));
  return [who, ...parts.filter((word) => !/^C\d$/.test(word)), ...flags, ...tail].join(" ");
}
function spokenEvent(text) {
  const [seat, ...rest] = text.split(" ");
  const what = rest.filter((word) => !/^(robe|authority)$/.test(word)).join(" ");
  const button = pad && pad.querySelector(`[data-what="${CSS.escape(what)}"]`);
  const title = button ? button.dataset.title : words.sayEvent;
  return `${names[Number(seat) - 1] || ""}: ${phrase(words.sayPart, { what: title, n: signed(signOf(what)) })}`;
}
function spoken(text) {
  if (!text) return "";
  if (/^\d \w+ [+-]?\d/.test(text)) return spokenEvent(text);
  return text.split(" ").map(named).join(", ");
}
/* A code as the page calls it: a kind of seal, a formula, an artifact. */
function named(code) {
  const box = live().querySelector(`input[name="pick-${CSS.escape(code)}"]`);
  if (box) return box.parentElement.querySelector("b").textContent;
  const button = live().querySelector(`.picks button[value="${CSS.escape(code)}"]`);
  const drawing = button && button.querySelector("svg[aria-label]");
  return drawing ? drawing.getAttribute("aria-label") : (button && button.title) || code;
}
/* «Жаба, Оля»: where a cell stands. */
function label(cell) {
  if (cell.startsWith(EVENT)) return words.sayEvent;
  const form = live().querySelector(`form[data-cell="${CSS.escape(cell)}"]`);
  const fold = form && form.closest("details");
  const seat = cell.startsWith("seal.") ? names[Number(cell.split(".")[2]) - 1] : "";
  const own = form && form.querySelector("label");
  return [fold && fold.querySelector("summary b"), own].filter(Boolean).map((each) => each.firstChild.textContent.trim() || each.textContent.trim()).concat(seat || []).join(", ") || cell;
}

/* --- The pad --------------------------------------------------------------------------------------- */

function paintPad() {
  if (!pad) return;
  pad.hidden = part !== "track";
  const open = who > 0 && !pad.hidden;
  document.body.classList.toggle("keypad-open", open);
  picker.hidden = !open;
  const points = live().dataset.points.split(",");
  for (const button of all("[data-seat]", pad)) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.seat) === who));
    button.querySelector(".who-n").textContent = points[Number(button.dataset.seat) - 1];
  }
  all("[data-key='close']", pad)[0].hidden = !open;
  for (const each of all("[data-step-name]", pad)) each.hidden = each.dataset.stepName !== step;
  for (const flag of all("[data-flag]", pad)) {
    flag.hidden = !open || !flagsOf(who).includes(flag.dataset.flag);
    flag.setAttribute("aria-pressed", String(!flagsOff.has(flag.dataset.flag)));
  }
  const line = document.getElementById("pad-fixing");
  line.hidden = !fixing;
  if (fixing) line.querySelector(".pad-name").textContent = phrase(words.sayFixing, { who: spoken(fixing.text) });
  if (open) paintKeys(points[who - 1]);
  if (open && step === "fall") paintFall();
}
function paintKeys(before) {
  for (const key of all("[data-meeting]", pad)) key.querySelector(".key-n").textContent = signed(signOf(meeting(key.dataset.meeting)));
  for (const key of all("[data-what], [data-meeting]", pad)) {
    const what = key.dataset.what || meeting(key.dataset.meeting);
    const n = fixing ? "" : after(what);
    const place = key.querySelector(".key-after");
    if (place) place.textContent = n && `${before} \u2192 ${n}`;
    key.ariaCurrent = fixing && textOf(what) === fixing.text ? "true" : null;
  }
}
function choose(seat) {
  who = seat === who && !fixing ? 0 : seat;
  if (!who) close();
  else paintPad();
}
function go(name) {
  step = name;
  paintPad();
}
function close() {
  if (!pad) return;
  withdrawRefusal();
  const back = pad.contains(document.activeElement) && all(`[data-seat="${who}"]`, pad)[0];
  who = 0;
  step = "what";
  fixing = null;
  flagsOff = new Set();
  paintPad();
  if (back) back.focus({ preventScroll: true });
}
function record(text) {
  const event = fixing;
  close();
  writeEntry(text, event);
}
const happened = (what) => record(textOf(what));
const remove = () => record("");
function fix(cell) {
  const row = find("play", cell);
  const entry = row && entryOf(row);
  if (!row || !entry.text) return;
  fixing = entry;
  who = Number(entry.text.split(" ")[0]);
  step = "what";
  flagsOff = new Set(flagsOf(who).filter((flag) => !entry.text.split(" ").includes(flag)));
  if (why.open) why.show("");
  paintPad();
  all("[data-what]", pad)[0].focus({ preventScroll: true });
}

/* A debunk that knocks theories down: the debunker and everybody whose seals lay there get an event each. */
const DEBUNK = pad && pad.querySelector("[data-only]").dataset.what;
let fallen = new Map(); // ingredient -> its box on the board
let colour = "";
let kinds = new Map(); // cell of a seal -> what it turned out to be
const boxOf = (ingredient) => document.getElementById(`book-${ingredient}`);
const theoryOf = (box) => box.querySelector("form[data-cell^='theory.']");
const published = () => all(".books details.book", live()).filter((box) => theoryOf(box) && standing(theoryOf(box)));
const sealsOf = (box) => all("form.seals", box).filter((form) => standing(form));
const kindOf = (form) => kinds.get(form.dataset.cell) || standing(form);
const seatOf = (form) => Number(form.dataset.cell.split(".")[2]);

function debunked() {
  fallen = new Map();
  colour = "";
  kinds = new Map();
  go("fall");
}
function toggleFallen(name) {
  if (fallen.has(name)) fallen.delete(name);
  else if (fallen.size < 2) fallen.set(name, boxOf(name));
  paintPad();
}
/** What each seat gets, as the server has worked it out: the debunker first. @returns {[number, string][]} */
function losses() {
  const got = JSON.parse(pad.querySelector("[data-falls]").dataset.falls)[colour];
  const turned = new Map([[who, []]]);
  for (const form of [...fallen.values()].flatMap(sealsOf)) {
    turned.set(seatOf(form), [...(turned.get(seatOf(form)) || []), kindOf(form)]);
  }
  const causes = (seat, seals) => [seat === who && DEBUNK, got[seals.sort().join(" ")]].filter(Boolean).join(" ");
  return [...turned].map(([seat, seals]) => [seat, causes(seat, seals)]);
}
function paintFall() {
  const shelf = document.getElementById("fall-books");
  shelf.replaceChildren(...published().map((box) => {
    const name = box.id.replace("book-", "");
    const attributes = { class: "key reason", type: "button", "data-fallen": name, "aria-pressed": fallen.has(name) };
    return element("button", attributes, box.querySelector("summary b").textContent);
  }));
  document.getElementById("fall-more").hidden = fallen.size === 0;
  for (const key of all("[data-colour]", pad)) key.setAttribute("aria-pressed", String(key.dataset.colour === colour));
  document.getElementById("fall-seals").replaceChildren(...[...fallen.values()].flatMap(sealsOf).map(paintTurned));
  const button = document.getElementById("fall-write");
  const known = [...fallen.values()].flatMap(sealsOf).every((form) => kindOf(form) !== "?");
  button.hidden = !(fallen.size && colour && known);
  pad.querySelector("[data-only]").hidden = fallen.size > 0;
  if (button.hidden) return;
  const said = losses().map(([seat, what]) => `${names[seat - 1]} ${signed(signOf(what))}`);
  button.textContent = phrase(words.sayFell, { what: said.join(", ") });
}
function paintTurned(form) {
  const choices = element("div", { class: "seals" });
  for (const option of all("button", form).filter((each) => each.value && each.value !== "?")) {
    const copy = option.cloneNode(true);
    copy.type = "button";
    copy.removeAttribute("name");
    copy.dataset.turned = `${form.dataset.cell} ${option.value}`;
    copy.setAttribute("aria-pressed", String(kindOf(form) === option.value));
    choices.append(copy);
  }
  return element("div", { class: "seal-line" }, element("b", {}, names[seatOf(form) - 1]), choices);
}
function fell() {
  const events = losses().map(([seat, what]) => [seat, seat === who ? textOf(what) : `${seat} ${what}`]);
  const boxes = [...fallen.values()];
  const turned = boxes.flatMap(sealsOf).map((form) => [form, kindOf(form)]);
  close();
  for (const [, text] of events) writeEntry(text);
  for (const [form] of turned) write(form, "");
  for (const seat of new Set(turned.map(([form]) => seatOf(form)))) {
    const form = live().querySelector(`form[data-cell="spent.${seat}"]`);
    const more = turned.filter(([each]) => seatOf(each) === seat).map(([, kind]) => kind);
    write(form, [standing(form), ...more].filter(Boolean).join(" "));
  }
  for (const box of boxes) takeDown(box);
}
/* Clears a book whose seals are gone: its conflict tokens, then the theory. */
function takeDown(box) {
  for (const form of all("form[data-cell^='conflict.']", box)) if (standing(form)) write(form, "");
  write(theoryOf(box), "");
}

const KEYS = { undo: takeBack, close, remove, fell };

/* --- Forms: a tap or a number goes into the outbox ---------------------------------------------------- */

function standing(form) {
  const waiting = waitingFor(form.dataset.cell);
  return waiting ? waiting.text : form.dataset.text;
}
function write(form, text) {
  const { cell } = form.dataset;
  delete form.dataset.typing;
  if (text === standing(form)) return;
  put({ cell, text, base: waitingFor(cell) ? null : Number(form.dataset.base), before: standing(form) });
}
function writeEvent(form) {
  const button = form.querySelector("button");
  who = Number(button.dataset.who);
  const text = textOf(button.value);
  who = 0;
  put({ cell: form.elements.cell.value, text, base: 0, before: "" });
}
function onSubmit(event) {
  const form = event.target.closest("form.cell");
  if (!form) return;
  event.preventDefault();
  if (form.dataset.event !== undefined) writeEvent(form);
  else if (form.classList.contains("checks")) writeChecks(form);
  else if (event.submitter && event.submitter.name === "text") write(form, event.submitter.value);
  else write(form, form.elements.text.value.trim());
}
function writeChecks(form) {
  write(form, all("input:checked", form).map((box) => box.name.replace("pick-", "")).join(" "));
}
function onChange(event) {
  const form = event.target.closest("form.cell");
  if (!form) return;
  if (event.target.type === "checkbox") writeChecks(form);
  else if (form.classList.contains("stepper")) write(form, event.target.value.trim());
}
let stepping = 0;
function stepBy(button) {
  const form = button.closest("form");
  const input = form.elements.text;
  const from = input.value.trim() === "" ? Number(input.placeholder) || 0 : Number(input.value) || 0;
  const begin = input.value.trim() === "" && !Number(input.placeholder) && button.dataset.step === "-1" ? 0 : from + Number(button.dataset.step);
  form.dataset.typing = "1";
  input.value = Math.min(Math.max(begin, Number(input.dataset.least)), Number(input.dataset.most));
  clearTimeout(stepping);
  stepping = setTimeout(() => write(form, input.value), 700);
}
/* Takes a theory off its book: its seals first, for a seal needs a theory. */
function fall(ingredient) {
  const box = boxOf(ingredient);
  for (const form of sealsOf(box)) write(form, "");
  takeDown(box);
}

/* What is on its way shows where it will stand. */
function paintForms() {
  const waiting = new Map(outbox.read().map((item) => [item.cell, item.text]));
  for (const form of all("form.cell[data-cell]", live())) {
    const text = waiting.has(form.dataset.cell) ? waiting.get(form.dataset.cell) : form.dataset.text;
    form.classList.toggle("waiting", waiting.has(form.dataset.cell));
    for (const button of all("button[name=text]", form)) {
      if (waiting.has(form.dataset.cell)) button.setAttribute("aria-pressed", String(button.value === text));
    }
    const input = form.querySelector("input[name=text]");
    if (input && waiting.has(form.dataset.cell) && document.activeElement !== input) input.value = text;
    if (form.classList.contains("checks") && waiting.has(form.dataset.cell)) {
      for (const box of all("input[type=checkbox]", form)) box.checked = text.split(" ").includes(box.name.replace("pick-", ""));
    }
    for (const each of all("[data-step]", form)) each.hidden = false;
  }
  for (const each of all("[data-all], [data-fall]", live())) each.hidden = false;
}

/* --- The great reveal, book by book ------------------------------------------------------------------- */

const IDOL = "idol"; // the last act, all at once
const LAST = 2; // phases of an act: the theory; its seals turned; the answer with points
const acts = () => all("[data-act]", live());
const actNamed = (name) => acts().find((each) => each.dataset.act === name);
function paintStage() {
  if (act && !actNamed(act)) act = "";
  const cover = live().querySelector("[data-cover]");
  const first = live().querySelector("[data-first]"); // before any answer is known
  if (first) first.hidden = Boolean(act);
  const playing = Boolean(act) || (Boolean(cover) && !seen);
  live().classList.toggle("staging", playing);
  if (cover) {
    const begin = cover.querySelector("[data-act-go]");
    cover.hidden = Boolean(act);
    cover.classList.toggle("seen", seen);
    if (seen) begin.textContent = begin.dataset.sayAgain;
  }
  acts().forEach((each, n) => {
    each.hidden = each.dataset.act !== act;
    each.dataset.phase = String(phase);
    const next = acts()[n + 1];
    const say = [words.sayTurn, words.sayAnswer, next ? phrase(words.sayNext, { what: next.querySelector("h3").textContent.trim() }) : words.sayEnd];
    each.querySelector("[data-act-step]").textContent = say[each.dataset.act === IDOL ? LAST : phase];
  });
}
function show(name, at) {
  act = name;
  phase = at;
  paintStage();
  const shown = actNamed(name);
  if (shown) {
    shown.querySelector("[data-act-step]").focus({ preventScroll: true });
    shown.scrollIntoView({ block: "nearest" });
  }
}
function forward() {
  const order = acts().map((each) => each.dataset.act);
  const next = order[order.indexOf(act) + 1];
  if (phase < LAST) show(act, phase + 1);
  else if (next) show(next, next === IDOL ? LAST : 0);
  else finish();
}
function backward() {
  const order = acts().map((each) => each.dataset.act);
  const before = order[order.indexOf(act) - 1];
  if (phase > 0 && act !== IDOL) show(act, phase - 1);
  else if (before) show(before, LAST);
  else show("", 0);
}
function finish() {
  seen = true;
  remember("seen", "1");
  act = "";
  apply();
  const result = find("part", "verdict");
  result.scrollIntoView({ block: "start" });
}

/* --- The page ------------------------------------------------------------------------------------------ */

function turnTo(name) {
  part = name;
  who = 0;
  for (const old of all(".refusal", notes)) old.remove(); // it was about what the other part showed
  const address = new URL(location.href);
  address.searchParams.set("part", name);
  for (const key of ["open", "cell", "act", "why"]) address.searchParams.delete(key);
  address.hash = "";
  history.replaceState(null, "", address);
  apply();
  scrollTo(0, 0);
}
function apply() {
  for (const panel of all("[data-panel]", live())) panel.hidden = panel.dataset.panel !== part;
  for (const link of all("[data-part-link]", live())) {
    link.ariaCurrent = link.dataset.partLink === part ? "page" : null;
  }
  why.paint();
  paintLog();
  paintForms();
  paintStage();
  paintPad();
}

function onClick(event) {
  const at = (name) => closest(event, `[data-${name}]`);
  if (!isPlain(event)) return;
  /** @type {[string, (key: HTMLElement) => void][]} */
  const taps = [
    ["key", (key) => KEYS[key.dataset.key]()],
    ["flag", (flag) => toggleFlag(flag.dataset.flag)],
    ["fallen", (key) => toggleFallen(key.dataset.fallen)],
    ["colour", (key) => chooseColour(key.dataset.colour)],
    ["turned", (key) => turnUp(...key.dataset.turned.split(" "))],
    ["what", (key) => (asks(key) ? debunked() : happened(key.dataset.what))],
    ["meeting", (key) => happened(meeting(key.dataset.meeting))],
    ["go", (key) => go(key.dataset.go)],
    ["seat", (key) => choose(Number(key.dataset.seat))],
    ["step", (key) => stepBy(key)],
    ["all", (key) => all("form[data-event]", key.parentElement).forEach(writeEvent)],
    ["fall", (key) => fall(key.dataset.fall)],
  ];
  /** @type {[string, (link: HTMLElement) => void][]} */
  const links = [
    ["part-link", (link) => turnTo(link.dataset.partLink)],
    ["why", (link) => why.toggle(link.dataset.why)],
    ["act-go", (link) => show(link.dataset.actGo, 0)],
    ["act-skip", finish],
    ["act-step", forward],
    ["act-back", backward],
  ];
  const tap = taps.find(([name]) => at(name));
  if (tap) {
    tap[1](at(tap[0]));
    return;
  }
  const play = at("play");
  const link = links.find(([name]) => at(name));
  if (play && pad) {
    event.preventDefault();
    fix(play.dataset.play);
  } else if (link) {
    event.preventDefault();
    link[1](at(link[0]));
  }
}
const asks = (key) => key.dataset.what === DEBUNK && key.dataset.only === undefined && !fixing && published().length > 0;
function chooseColour(name) {
  colour = name;
  paintPad();
}
function turnUp(cell, kind) {
  kinds.set(cell, kind);
  paintPad();
}
function toggleFlag(flag) {
  if (flagsOff.has(flag)) flagsOff.delete(flag);
  else flagsOff.add(flag);
  paintPad();
}
function onKey(event) {
  if (event.key !== "Escape" || !who) return;
  if (step === "what") close();
  else go("what");
}

document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
document.addEventListener("change", onChange);
document.addEventListener("input", (event) => {
  const form = event.target.closest("form.stepper, form.setting");
  if (form) form.dataset.typing = "1";
});
document.addEventListener("keydown", onKey);
document.body.classList.add("with-script");
startLog(EVENT, words.sayEvent, {
  changed: apply,
  apply,
  holds: (name) => all("form[data-typing]", find("part", name)).length > 0,
  refused: () => apply(),
  busy: () => who > 0 || all("form[data-typing]", live()).length > 0,
  twin: (focused, node) => {
    const form = focused.closest("form.cell");
    const home = form && node.querySelector(`form[data-cell="${form.dataset.cell}"]`);
    if (focused.id) return node.querySelector(`#${CSS.escape(focused.id)}`);
    if (!home) return null;
    return [...home.querySelectorAll("button, input")].find((each) => each.value === focused.value && each.name === focused.name) || home.querySelector("button");
  },
  label,
  spoken,
});
