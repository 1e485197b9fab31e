/* The tracker: lives by tap and hold, damage, what lasts, turns, the die, and the phone that lies between players
   (see sheet.js, sheet-log.js). Buttons are submits of the page's forms: here they go into the outbox instead. */
import { all, closest, phrase, signed } from "/static/js/page.js";
import { entryOf, paintLog, remember, startLog, writeEntry } from "/static/js/sheet-log.js";
import { find, live, pad, put, takeBack as takeBackLast, underway, waitingFor, why, words } from "/static/js/sheet.js";

const zones = () => all("[data-zone]", live());
const nameOf = (seat) => find("zone", seat)?.dataset.name || "";

/* --- What is on its way: sent by this phone, not yet on the page --------------------------------------- */

const flying = (head) => underway().map((item) => item.text.split(" ")).filter((parts) => parts[0] === head);

/* --- Lives ---------------------------------------------------------------------------------------------- */

const PAUSE = 900; // taps that follow each other sooner are one entry
const HOLD = 450;
const FIVE = 5;
const pending = new Map(); // seat -> lives not written yet
const timers = new Map();
function change(seat) {
  const sent = flying("life").filter((parts) => parts[1] === seat).reduce((sum, parts) => sum + Number(parts[2]), 0);
  return sent + (pending.get(seat) || 0);
}
const shown = (zone) => Math.max(0, Number(zone.dataset.life) + change(zone.dataset.zone));
function add(seat, n) {
  const zone = find("zone", seat);
  if (!zone || !zone.querySelector("[data-step]")) return;
  const step = Math.max(n, -shown(zone)); // never below nothing
  if (!step) return;
  pending.set(seat, (pending.get(seat) || 0) + step);
  clearTimeout(timers.get(seat));
  timers.set(seat, setTimeout(commit, PAUSE, seat));
  paintLives();
}
function commit(seat) {
  const n = pending.get(seat) || 0;
  clearTimeout(timers.get(seat));
  pending.delete(seat);
  if (n) writeEntry(`life ${seat} ${n > 0 ? "+" : "-"}${Math.abs(n)}`);
  const zone = find("zone", seat);
  if (n && zone) document.getElementById("live").textContent = phrase(words.sayLives, { name: zone.dataset.name, n: shown(zone) });
  paintLives();
}
const commitAll = () => [...pending.keys()].forEach(commit);
function paintLives() {
  for (const zone of zones()) {
    const n = shown(zone);
    const delta = zone.querySelector(".zone-delta");
    const moved = change(zone.dataset.zone);
    zone.querySelector(".zone-n").textContent = String(n);
    zone.querySelector(".zone-life").classList.toggle("long", n > 99);
    zone.classList.toggle("waiting", moved !== 0);
    delta.hidden = !moved;
    delta.textContent = signed(moved);
  }
}

/* A tap is one life, holding is five and five again. What counts is where the finger went down: the zone under it
   may come anew meanwhile. */
let press = null;
let handled = false;
function rise() {
  press.held = true;
  add(press.seat, Math.sign(press.step) * FIVE);
  press.timer = setTimeout(rise, HOLD);
}
function onDown(event) {
  handled = false;
  const key = closest(event, "[data-step]");
  if (!key || event.button !== 0 || press) return;
  press = { seat: key.closest("[data-zone]").dataset.zone, step: Number(key.dataset.step), held: false, timer: setTimeout(rise, HOLD) };
}
function onUp(event) {
  if (!press) return;
  if (!press.held) add(press.seat, event.shiftKey ? Math.sign(press.step) * FIVE : press.step);
  letGo();
  handled = true;
  setTimeout(() => (handled = false), 100); // the click that follows is this very tap
}
function letGo() {
  if (press) clearTimeout(press.timer);
  press = null;
}
function stepped(key, event) {
  event.preventDefault();
  if (handled) return;
  const step = Number(key.dataset.step);
  add(key.closest("[data-zone]").dataset.zone, event.shiftKey ? Math.sign(step) * FIVE : step);
}
const ARROWS = { ArrowUp: 1, "+": 1, "=": 1, ArrowDown: -1, "-": -1, "\u2212": -1 };
function onKey(event) {
  if (event.key === "Escape") {
    if (opened) open("");
    else if (document.body.classList.contains("flat")) lie(false);
  } else if (event.key in ARROWS && closest(event, ".zone-inner")) {
    event.preventDefault();
    add(closest(event, "[data-zone]").dataset.zone, ARROWS[event.key] * (event.shiftKey ? FIVE : 1));
  }
}
function takeBack() {
  const seats = [...pending.keys()];
  if (!seats.length) {
    takeBackLast();
    return;
  }
  for (const seat of seats) clearTimeout(timers.get(seat));
  pending.clear();
  paintLives();
}

/* --- Turns and the die ---------------------------------------------------------------------------------- */

const BREATH = 700; // a second tap sooner than this is a slip; the key shows that it rests, and says so when tapped
const READING = 3000;
let passed = -BREATH;
let resting = 0;
const rests = () => performance.now() - passed < BREATH;
function pass(head) {
  const line = document.getElementById("pass-line");
  if (rests()) {
    line.hidden = false;
    line.textContent = words.sayTwice;
    setTimeout(() => (line.hidden = true), READING);
    return;
  }
  line.hidden = true;
  passed = performance.now();
  clearTimeout(resting);
  resting = setTimeout(paintNext, BREATH);
  commitAll();
  writeEntry(`${head} ${Number(live().dataset.turn) + flying("turn").length + flying("extra").length}`);
  open("");
}
function roll() {
  const sides = Number(words.sides);
  commitAll();
  writeEntry(`d4 ${1 + (crypto.getRandomValues(new Uint8Array(1))[0] % sides)}`); // 256 is a multiple of 4
}
function paintDie() {
  const mine = flying("d4").pop();
  const line = document.getElementById("die-line");
  if (!line) return;
  line.hidden = !mine;
  if (!mine) return;
  const n = Number(mine[1]);
  line.textContent = `${n} \u00b7 ${n > Number(words.sides) / 2 ? words.sayYes : words.sayNo}`;
  for (const place of all(".die-n", live())) place.textContent = String(n);
}
function paintNext() {
  const over = live().dataset.over === "1";
  for (const key of all("button[data-pass]")) {
    key.hidden = over;
    key.setAttribute("aria-disabled", String(rests()));
    key.querySelector(".next-words").textContent = phrase(words.sayNext, { name: live().dataset.next });
  }
}

/* --- Tools: damage and what lasts ------------------------------------------------------------------------- */

let opened = "";
let correcting = null; // the row of the log whose entry the open form writes anew
const nowIn = () => all("[data-zone].on-turn", live()).map((zone) => zone.dataset.zone)[0];
function open(name, row = null) {
  opened = name;
  correct(row);
  document.body.classList.toggle("keypad-open", Boolean(name));
  for (const tool of all("[data-tool]", pad)) tool.hidden = tool.dataset.tool !== name;
  for (const key of all("[data-open]", pad)) key.setAttribute("aria-expanded", String(key.dataset.open === name));
  if (name) {
    commitAll();
    if (!row) for (const now of all("[data-now]", pad)) now.checked = now.value === nowIn() || (now.checked && !nowIn());
    paintTools();
    pad.querySelector(`[data-tool="${name}"] :is(input:checked, select)`)?.focus({ preventScroll: true });
  }
}
function startCorrecting(row) {
  open(TOOLS[row.dataset.text.split(" ")[0]], row);
  pad.scrollIntoView({ block: "nearest" });
}
const TOOLS = { life: "life", hit: "hit", spell: "spell", lose: "spell", monster: "monster" };
function show(key) {
  const name = key.dataset.open;
  if (pad.querySelector(`[data-tool="${name}"]`)) open(opened === name ? "" : name);
  else {
    open("");
    document.getElementById(name).scrollIntoView({ block: "start" });
  }
}
/* A form shows what an entry says and writes that very entry again; see the same texts below. */
function correct(row) {
  correcting = row;
  for (const form of all("[data-compose]", pad)) {
    form.reset();
    const mine = row && form.dataset.compose === row.dataset.text.split(" ")[0];
    form.hidden = Boolean(row) && !mine;
    const says = form.querySelector(".correcting");
    says.hidden = !mine;
    says.textContent = mine ? phrase(words.sayCorrecting, { n: row.querySelector(".num").textContent }) : "";
    if (mine) for (const [name, value] of FIELDS[form.dataset.compose](row.dataset.text.split(" ").slice(1))) fill(form, name, value);
  }
  for (const extra of all("[data-extra]", pad)) extra.hidden = Boolean(row);
}
function fill(form, name, value) {
  const there = fields(form, name);
  const choice = there.find((field) => field.value === value);
  const [first] = there;
  if (choice && choice.type !== "text") choice.checked = true;
  else if (name === "points") typed(form, value);
  else if (first && !["radio", "checkbox"].includes(first.type)) first.value = value;
}
const fields = (form, name) => [...form.elements].filter((field) => field.name === name);
function typed(form, points) {
  for (const choice of fields(form, "points")) choice.checked = false;
  form.elements.more.value = points;
}
const named = (names) => (parts) => names.map((name, n) => [name, parts[n]]);
const FIELDS = {
  life: ([seat, n]) => [["seat", seat], ["sign", n[0]], ["n", n.slice(1)]],
  spell: named(["card", "n", "caster", "subject"]),
  lose: named(["seat", "n"]),
  monster: named(["card", "seat"]),
  hit([kind, points, ...parts]) {
    const place = parts.indexOf("by");
    const [by, stone] = (place < 0 ? "" : parts[place + 1]).split(":");
    const fields = [["kind", kind], ["points", points], ["by", by], ...(stone ? [[stone, "1"]] : [])];
    for (const part of place < 0 ? parts : parts.slice(0, place)) {
      const [seat, cards] = part.split(":");
      const boxes = (cards ? cards.split(",") : []).map((card, n, list) => (list.indexOf(card) < n ? `${card}2` : card));
      fields.push([`v${seat}`, "1"], ...boxes.map((box) => [`v${seat}-${box}`, "1"]));
    }
    return fields;
  },
};
function attackOf(form) {
  const by = form.elements.by.value;
  const stone = by !== "monster" && kindOf(form) === "physical" && form.elements.shadowstone.checked;
  return by ? ["by", stone ? `${by}:shadowstone` : by] : [];
}
const TEXTS = {
  life: (form) => ["life", form.elements.seat.value, form.elements.sign.value + String(Number(form.elements.n.value))],
  hit: (form) => ["hit", kindOf(form), pointsOf(form), ...victims(form).map((victim) => [victim.dataset.victim, reducersOf(victim, kindOf(form)).join(",")].filter(Boolean).join(":")), ...attackOf(form)],
  spell: (form) => ["spell", ...["card", "n", "caster", "subject"].map((name) => form.elements[name].value)],
  lose: (form) => ["lose", ...["seat", "n"].map((name) => form.elements[name].value)],
  monster: (form) => ["monster", ...["card", "seat"].map((name) => form.elements[name].value)],
};
const kindOf = (form) => form.elements.kind.value;
const pointsOf = (form) => form.elements.more.value.trim() || form.elements.points.value;
const victims = (form) => all("[data-victim]", form).filter((victim) => victim.querySelector("input").checked);
const reducersOf = (victim, kind) =>
  all(".reducers input:checked", victim)
    .map((box) => box.name.split("-")[1].replace("2", ""))
    .filter((card) => card !== "soulstone" || kind === "magical");
/* «5 → 3 · 12 → 9»: what would get through, and the lives, as the server has worked them out. It hasn't for lives
   that are on their way there, or have changed since the entry that is corrected. */
function through(form, victim, zone) {
  const cards = reducersOf(victim, kindOf(form));
  const points = Number(pointsOf(form));
  const lessened = JSON.parse(form.closest("[data-tool]").dataset.left);
  const left = lessened[cards.filter((card) => card !== "soulstone").join(",")][points];
  if (!points || left === undefined) return "";
  const softened = left === points ? [] : [`${points} \u2192 ${left}`];
  if (correcting || change(zone.dataset.zone)) return softened[0] || String(left);
  const [plain, underSoulstone] = JSON.parse(zone.dataset.after);
  const after = (cards.includes("soulstone") ? underSoulstone : plain)[left];
  return [...softened, `${zone.dataset.life} \u2192 ${after}`].join(" \u00b7 ");
}
/* Whoever is out is offered no more, unless the entry that is corrected names them. */
function paintTools() {
  const form = pad && pad.querySelector("[data-compose='hit']");
  if (!form) return;
  for (const choice of all("[data-of]", pad)) {
    const zone = find("zone", choice.dataset.of);
    choice.hidden = zone && zone.classList.contains("away") && !choice.querySelector("input").checked;
  }
  for (const victim of all("[data-victim]", form)) {
    const zone = find("zone", victim.dataset.victim);
    const hit = victim.querySelector("input").checked;
    victim.hidden = !zone || (zone.classList.contains("away") && !hit);
    const stands = zone && !correcting ? String(shown(zone)) : "";
    victim.querySelector(".through").textContent = zone && hit ? through(form, victim, zone) : stands;
  }
  form.querySelector(".btn").disabled = victims(form).length === 0;
}
function onChange(event) {
  const form = event.target.closest("form[data-compose]");
  if (!form) return;
  if (event.target.name === "points") form.elements.more.value = "";
  if (event.target.id === "spell-card") form.querySelector(`[name=n][value="${event.target.selectedOptions[0].dataset.endless === undefined ? 1 : 0}"]`).checked = true;
  paintTools();
}

/* --- Forms and taps --------------------------------------------------------------------------------------- */

function pressed(button) {
  if (button.dataset.step !== undefined) return; // counted by its click
  if (button.dataset.die !== undefined) roll();
  else if (button.dataset.pass !== undefined) pass("turn");
  else if (button.dataset.extra !== undefined) pass("extra");
  else {
    commitAll();
    writeEntry(button.value);
  }
  for (const fold of all("details.chest, details.monster-why, details.wish", live())) if (fold.contains(button)) fold.open = false;
}
function remove(button) {
  const cell = button.dataset.undo;
  const row = find("play", cell);
  const number = Number(button.value);
  put({ cell, text: "", base: waitingFor(cell) ? null : number, before: row ? row.dataset.text : "", undoes: number });
}
function onSubmit(event) {
  const form = event.target;
  if (form.id !== "log-form" && form.id !== "undo-form" && !form.dataset.compose) return;
  event.preventDefault();
  if (form.id === "log-form") pressed(event.submitter);
  else if (form.id === "undo-form") remove(event.submitter);
  else {
    const text = TEXTS[form.dataset.compose](form).join(" ");
    writeEntry(text, correcting && entryOf(correcting));
    open("");
  }
}
function onClick(event) {
  const at = (name) => closest(event, `[data-${name}]`);
  if (event.button !== 0 || event.metaKey || event.ctrlKey) return;
  const [step, key, tool, close, turn, flat, opener, wrong] = ["step", "key", "open", "close", "rotate", "flat", "why", "correct"].map(at);
  if (step) stepped(step, event);
  else if (wrong) startCorrecting(wrong.closest("[data-play]"));
  else if (key) takeBack();
  else if (close) open("");
  else if (turn) rotate(turn.dataset.rotate);
  else if (tool || flat || opener) {
    event.preventDefault();
    if (tool) show(tool);
    else if (flat) lie(flat.dataset.flat === "on");
    else if (!document.body.classList.contains("flat")) why.toggle(opener.dataset.why);
  }
}

/* --- The phone lies on the table: everybody's zone is turned towards them -------------------------------- */

const TURNS = ["0", "90", "180", "270"];
const turnOf = (zone) => TURNS.find((turn) => zone.classList.contains(`turn-${turn}`));
function lie(flat) {
  commitAll();
  open("");
  why.show("");
  document.body.classList.toggle("flat", flat);
  history.replaceState(null, "", flat ? "?mode=table" : location.pathname);
  apply();
  scrollTo(0, 0);
}
function rotate(seat) {
  const zone = find("zone", seat);
  remember(`turn-${seat}`, TURNS[(TURNS.indexOf(turnOf(zone)) + 1) % TURNS.length]);
  paintTurns();
}
function paintTurns() {
  for (const zone of zones()) {
    const kept = remember(`turn-${zone.dataset.zone}`);
    if (TURNS.includes(kept)) zone.classList.replace(`turn-${turnOf(zone)}`, `turn-${kept}`);
  }
  for (const key of all("[data-rotate]", live())) key.hidden = !document.body.classList.contains("flat");
}

/* --- The page --------------------------------------------------------------------------------------------- */

function spoken(text) {
  const [head, seat, n] = text.split(" ");
  if (head === "life") return phrase(words.sayChange, { name: nameOf(seat), n: signed(Number(n)) });
  return text && words.sayEvent;
}
function apply() {
  why.paint();
  paintLog();
  paintLives();
  paintTurns();
  paintDie();
  paintNext();
  paintTools();
  for (const key of all("[data-key='undo'], [data-close]", pad)) key.hidden = false;
  for (const key of all("[data-correct]", live())) key.hidden = !pad || Boolean(waitingFor(key.dataset.correct));
}

document.addEventListener("pointerdown", onDown);
document.addEventListener("pointerup", onUp);
document.addEventListener("pointercancel", letGo);
document.addEventListener("contextmenu", (event) => {
  if (closest(event, "[data-step]")) event.preventDefault(); // a long press isn't for menus here
});
document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
document.addEventListener("change", onChange);
document.addEventListener("input", (event) => event.target.closest("form[data-compose='hit']") && paintTools());
document.addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && commitAll());
document.body.classList.add("with-script");
open("");
startLog("log.", words.sayEvent, {
  changed: apply,
  undo: takeBack,
  apply,
  busy: () => pending.size > 0 || opened !== "",
  leave: commitAll,
  twin: (focused, node) => {
    const same = focused.name === "text" && [...node.querySelectorAll("button[name=text]")].find((each) => each.value === focused.value);
    return same || node.querySelector(focused.dataset.pass !== undefined ? "[data-pass]" : "[data-die], .zone-life");
  },
  spoken,
});
