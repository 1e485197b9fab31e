/* The hint at the table. A row names a move: a tap chooses it on the table as a finger would there and makes it
   the main key of the bar, a second one plays it. What a game chooses in a way of its own, its script hears of:
   "table:point" (prevented: it is done). A key says by data-draws, ids, where on the board its move is to be seen.
   A script that knows which move is chosen on the table tells it by
   "table:choice" with that move, or none: its row shows its reason. */
import { all, element, one, readOut } from "./page.js";
import { choose, picked, ply, send, tell } from "./table.js";

const SLIP = 400; // milliseconds: a second tap as soon as that agrees to nothing
const LINE = 20; // px of the line that says so where there is more
const SLACK = 4; // px that nobody misses
const LEAST = 88; // px of the box: two rows
const LONG = 40; // letters of a key that are set smaller
const home = () => one(".at-dock > .at-hint");
const box = () => one(".at-dock > .at-hint .hint-rows");
const rows = () => all(".at-hint .hint-row");
const current = () => one(".hint-row[aria-current]");
const keys = (move) => all(`#move-form [name="move"][value="${CSS.escape(move)}"]`).filter((key) => !key.closest("noscript, .hint-go"));
const bar = () => one(".at-dock > .at-act");
const topOf = (row) => row.getBoundingClientRect().top;
const isSeen = (row) => row.offsetHeight > 0;
/* A draft on the page holds what was pointed at: it is made as a whole, and naming it twice would draft it twice. */
const drafted = () => one('#move-form [name="draft"]');

let pointed = null; // the row that was tapped, as `named` tells it, and when
let finger = null; // where the page was touched last
let heard = ""; // the table whose hint was read out

/* A row again, after what it stood in has come anew. */
const named = (row) => row && { move: row.dataset.move, plan: row.matches(".hint-plan") };
const found = (name) => name && rows().find((row) => row.dataset.move === name.move && row.matches(".hint-plan") === name.plan);

/* The row of a move: it shows its reason, within the box and wherever it was folded. */
function mark(row) {
  current()?.removeAttribute("aria-current");
  if (!row) return;
  row.setAttribute("aria-current", "true");
  const fold = row.closest("details");
  if (fold) fold.open = true;
}

function intoBox(row) {
  const [edge, { top, bottom }] = [box().getBoundingClientRect(), row.getBoundingClientRect()];
  box().scrollTop += Math.min(Math.max(0, bottom - edge.bottom + LINE), top - edge.top);
}

/* What comes or goes around a row doesn't move it away from the finger: the box takes up what the hand gives or wants,
   and what would unfold beneath waits behind, as the bar has the move. Only a reason below the edge pulls its row up. */
const tall = (px) => Object.assign(box().style, { height: `${px}px`, maxHeight: "none" });
function holding(row, change) {
  const dock = one(".at-dock");
  const [top, height, room] = [topOf(row), dock.offsetHeight, box().offsetHeight];
  const before = [...dock.children].filter(isSeen);
  change();
  tall(room);
  for (const fresh of [...dock.children].filter(isSeen)) if (!before.includes(fresh)) fresh.classList.add("behind-hint");
  tall(Math.max(LEAST, room + height - dock.offsetHeight));
  box().scrollTop += topOf(row) - top;
  intoBox(row);
}

function unpoint() {
  pointed = null;
  mark(null);
  one(".hint-go")?.remove();
  for (const key of all(".stepped-back")) key.classList.remove("second", "stepped-back");
  for (const each of all(".behind-hint")) each.classList.remove("behind-hint");
  if (box()) Object.assign(box().style, { height: "", maxHeight: "" });
  for (const each of all(".named")) each.classList.remove("named");
  endWhole();
}

function point(row, byFinger) {
  const { move, words } = row.dataset;
  const name = named(row);
  if (pointed?.move === move && pointed.plan === name.plan) {
    if (!byFinger || performance.now() - pointed.at > SLIP) send(move, words);
    return;
  }
  holding(row, () => {
    unpoint();
    show(row);
  });
  pointed = { ...name, at: performance.now() };
  if (!byFinger) readOut([words, reasonOf(row)].filter(Boolean).join(". "));
}

function show(row) {
  const { move, words } = row.dataset;
  if (tell("point", { move })) openKey(keys(move)[0]);
  draw(move);
  mark(row);
  if (!drafted()) offer(move, words);
}

const reasonOf = (row) => one(".hint-reason", row)?.textContent.replace(/\s+/g, " ").trim();

/* The move that a row names is the main key of the bar, unless the game's own has become that; whatever else
   was the main one steps back. */
function offer(move, words) {
  if (!bar()) return;
  const own = one('[data-go][aria-disabled="false"]:not([hidden])', bar()) || keys(move).find((key) => bar().contains(key));
  const main = own || element("button", { class: `btn hint-go${words.length > LONG ? " long" : ""}`, name: "move", value: move }, element("span", {}, words));
  if (!own) bar().append(main);
  for (const key of all(".btn:not(.second)", bar())) if (key !== main) key.classList.add("second", "stepped-back");
}

/* On the board, too: its keys, the card that was chosen, things that the move names, and where its keys say. */
function draw(move) {
  const named = move.split(" ").slice(1).map((word) => `[data-about="card:${CSS.escape(word)}"], [data-about="element:${CSS.escape(word)}"]`);
  const things = named.length ? all(`.at-board :is(${named.join(", ")})`) : [];
  const places = keys(move).flatMap((key) => (key.dataset.draws || "").split(/\s+/)).map((id) => document.getElementById(id));
  for (const each of [picked(), ...keys(move), ...things, ...places]) each?.classList.add("named");
}

/* A key that stands behind a card, or in a list that is folded. */
function openKey(key) {
  const roles = key && key.closest(".at-roles");
  const fold = key && key.closest("details");
  if (fold) fold.open = true;
  choose((roles && all(".at-hand .pick").find((card) => card.dataset.roles === roles.id)) || null);
}

/* A move that was chosen on the table. */
function follow({ detail: { move } }) {
  if (!home() || pointed?.move === move) return;
  if (!move) {
    if (!pointed) mark(null);
    return;
  }
  unpoint();
  mark(found({ move, plan: false }));
  if (current()) intoBox(current());
}

/* The box ends with a whole row, unless that is the only one or it was scrolled, and says so where there is more. */
function endWhole() {
  if (!box() || box().style.height) return;
  if (!box().scrollTop) box().dataset.whole = wholeRows();
  box().style.maxHeight = box().dataset.whole;
  tellOfMore();
}

function wholeRows() {
  box().style.maxHeight = "";
  if (box().scrollHeight - box().clientHeight <= SLACK) return "";
  const { top } = box().getBoundingClientRect();
  const ends = all(".hint-row, summary", box()).filter(isSeen).map((row) => row.getBoundingClientRect().bottom - top);
  const whole = Math.max(...ends.filter((end) => end <= box().clientHeight - LINE));
  return whole > LEAST ? `${Math.ceil(whole) + LINE}px` : "";
}
const tellOfMore = () => box()?.classList.toggle("more", box().scrollHeight - box().scrollTop - box().clientHeight > SLACK);

/* A hint stays for as long as it is about the table that stands; one that comes anew takes over what was
   unfolded, chosen, scrolled to, and in whose hands the keyboard was. */
let kept = null;
function keep() {
  const hint = home();
  const under = finger && document.elementFromPoint(finger.x, finger.y)?.closest(".hint-row");
  const held = current() || (hint?.contains(under) ? under : null);
  kept = hint && {
    hint,
    table: one("#table"),
    ply: ply(),
    held: named(held),
    top: held && topOf(held),
    scroll: box().scrollTop,
    room: parseFloat(box().style.height),
    focus: named(document.activeElement?.closest(".hint-row")),
    open: all("details[open]", hint).map(foldOf),
  };
}
const foldOf = (details) => details.dataset.fold || details.className;

function putBack() {
  const dock = one(".at-status.mine") && one(".at-dock");
  if (kept && dock && ply() === kept.ply && one("#table") !== kept.table && !one("#hint")) {
    const said = one(".at-said", dock);
    if (said) said.after(kept.hint);
    else dock.prepend(kept.hint);
    window.htmx.process(kept.hint); // it asked on about itself until it was taken out
  }
  found(kept?.focus)?.focus({ preventScroll: true }); // before the table looks for a place of it
}

/* A bar that is a new one offers nothing yet. */
function takeOver() {
  for (const fold of all("details", home())) fold.open = kept.open.includes(foldOf(fold));
  if (pointed && kept.room) tall(kept.room);
  box().scrollTop = kept.scroll;
  const row = found(pointed);
  const isNew = one("#table") !== kept.table;
  if (row && isNew && !drafted()) {
    const { at } = pointed;
    holding(row, () => show(row));
    pointed = { ...named(row), at };
  } else if (row) mark(row);
  else if (pointed) unpoint();
  endWhole();
  const held = found(kept.held);
  if (held) box().scrollTop += topOf(held) - kept.top;
}

/* What a hint says is heard once, and not with every part that comes later. */
function hear() {
  const text = one("#hint")?.dataset.told;
  const table = `${ply()} ${location.pathname}`;
  if (!text || heard === table) return;
  heard = table;
  readOut(text);
}

/* One that has just come is on the screen, and whoever has no finger goes on in it. */
let stood = null;
function settle() {
  if (home() && kept && ply() === kept.ply) takeOver();
  else unpoint();
  kept = null;
  const title = one("#hint-title");
  if (title && !stood) {
    const head = title.parentElement.getBoundingClientRect();
    if (head.top < 0 || head.bottom > innerHeight) title.scrollIntoView({ block: "nearest" });
    if (!finger) title.focus({ preventScroll: true });
  }
  stood = title;
  if (one("#table")) hear();
}

/* Arrows walk along the rows. */
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const seen = step ? rows().filter(isSeen) : [];
  const at = seen.findIndex((row) => row === document.activeElement);
  if (at < 0) return;
  seen[(at + step + seen.length) % seen.length].focus();
  event.preventDefault();
}

document.addEventListener("click", (event) => {
  const row = event.target.closest(".at-hint .hint-row");
  if (row) {
    event.preventDefault();
    point(row, event.detail > 0);
    return;
  }
  if (pointed && !event.target.closest("#hint, .hint-go, [data-hint]")) {
    unpoint();
    if (!event.target.closest("a, button, summary, label, input, [data-about]")) choose(null);
  }
  if (event.target.closest("[data-hint-close]")) {
    unpoint();
    one("#hint").remove();
    [heard, stood] = ["", null];
  }
});
document.addEventListener("pointerdown", ({ clientX, clientY }) => { finger = { x: clientX, y: clientY }; }, true);
document.addEventListener("keydown", (event) => {
  finger = null;
  if (event.key === "Escape") unpoint();
  else walk(event);
});
document.addEventListener("focusin", (/** @type {any} */ { target }) => {
  if (target.matches('[name="move"][value]:focus-visible') && !target.matches(".hint-go")) follow({ detail: { move: target.value } });
});
document.addEventListener("table:choice", follow);
document.addEventListener("scroll", tellOfMore, true);
document.addEventListener("toggle", ({ target }) => {
  if (target instanceof Element && home()?.contains(target)) endWhole();
}, true);
addEventListener("resize", endWhole);
document.addEventListener("htmx:beforeSwap", keep, true);
document.addEventListener("htmx:afterSettle", putBack, true);
document.addEventListener("htmx:afterSettle", settle);
