/* The table of «Алхимики»: its parts change places on a phone, two cards are chosen for a pair. No rule is known here. */
import { all, element, isPlain, one } from "/static/js/page.js";

/* Parts of the table. The body remembers which is shown, for the table itself is swapped with every move. */
let wanted = ""; // what the open question was about when it was first seen
let onBoard = ""; // which question is answered by touching the board

function show(part) {
  const tabs = all("[data-al-tab]");
  const there = tabs.some((tab) => tab.dataset.alTab === part) ? part : "field";
  document.body.dataset.alPart = there;
  for (const tab of tabs) {
    tab.ariaCurrent = tab.dataset.alTab === there ? "true" : null;
  }
}

/* Two cards make a pair. The keys of all pairs stand there if they are few, else those with the chosen card: a
   second tap plays. Who taps the other card instead is left with the key that names both. */
const FEW = 6;
function pressed(picks) {
  return all(".al-pick", picks).filter((pick) => pick.getAttribute("aria-pressed") === "true");
}

function choose(pick) {
  const picks = pick.closest("[data-al-picks]");
  const on = pick.getAttribute("aria-pressed") !== "true";
  if (on && pressed(picks).length > 1) pressed(picks)[0].setAttribute("aria-pressed", "false");
  pick.setAttribute("aria-pressed", String(on));
  match(picks);
}

function match(picks) {
  const chosen = pressed(picks).map((pick) => pick.dataset.code);
  const keys = all("[data-pair]", picks.parentElement);
  const open = keys.filter((key) => holds(key.dataset.pair.split(" "), chosen));
  const shown = chosen.length || open.length <= FEW ? open : [];
  for (const key of keys) key.hidden = !shown.includes(key);
  one(".al-choose", picks.parentElement).hidden = shown.length > 0;
}

/* Whether a pair has these cards, two of a kind if two are chosen. */
function holds(pair, chosen) {
  const others = [...pair];
  return chosen.every((code) => others.includes(code) && others.splice(others.indexOf(code), 1));
}

/* A plan is drafted: each tap is a link to the table with another draft. Taps that come while one is on its way
   wait for it. A hint sets what it names, and a second tap on it makes nothing: a plan is made whole. */
const waiting = [];
const drafting = () => one(".at-dock input[name='draft']");

function draft(texts) {
  window.htmx.ajax("GET", `?draft=${encodeURIComponent(texts.join(";"))}`, { target: "#table", swap: "outerHTML" });
}

function tapDraft(event) {
  const link = event.target.closest("[href^='?draft=']");
  const isLate = link && one("[href^='?draft='][aria-busy]");
  if (isLate) waiting.push(link.id);
  else if (!drafting() || !event.target.closest(".hint-row[aria-current]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function goOn() {
  if (waiting.length) document.getElementById(waiting.shift())?.click();
}

function digit(event) {
  const touched = all(".al-take, .al-set > .al-more")[Number(event.detail.digit) - 1];
  if (!touched) return;
  event.preventDefault();
  touched.focus();
  touched.click();
}

/* Where the things lie on the board that a move is about, by its verb: they are ringed, with a word beside, and
   their part of the table is shown. Cards of the hand are chosen instead, or stand on the key itself. */
const LIES = {
  ...Object.fromEntries(["publish", "endorse", "debunk", "test"].map((verb) => [verb, ".al-books"])),
  ...Object.fromEntries(["plan", "associate"].map((verb) => [verb, ".al-areas"])),
  take: ".al-cards", buy: ".al-arts", order: ".al-ware", space: ".al-track", seal: ".al-stock", grant: ".al-grants",
};

const wipe = () => { for (const word of all(".al-pointed")) word.remove(); };

function draw(move) {
  wipe();
  const [verb, ...codes] = move.split(" ");
  const place = LIES[verb];
  if (!place) return;
  const things = codes.flatMap((code) => all(`${place} [data-about$=":${CSS.escape(code)}"]`));
  for (const thing of things) {
    thing.classList.add("named");
    const word = element("small", { class: "al-pointed" }, one("[data-al-pointed]").dataset.alPointed);
    (one("summary", thing) || thing).append(word);
  }
  const panel = things.length && things[0].closest(".al-panel");
  if (panel) show(panel.id.replace("al-", ""));
}

/* A hint names a move: it is drawn, and of a pair both cards are chosen. */
function point(event) {
  if (drafting()) {
    event.preventDefault();
    draft([drafting().value, event.detail.move].filter(Boolean));
    return;
  }
  draw(event.detail.move);
  const key = one(`[data-pair][name="move"][value="${CSS.escape(event.detail.move)}"]`);
  if (!key) return;
  event.preventDefault();
  const picks = one("[data-al-picks]", key.closest(".al-ask"));
  const codes = key.dataset.pair.split(" ");
  for (const pick of all(".al-pick", picks)) pick.setAttribute("aria-pressed", String(codes.includes(pick.dataset.code)));
  match(picks);
}

/* In a large room what stands beside the board begins beneath the question. */
const measured = new ResizeObserver(([entry]) => {
  const gap = 16;
  const height = entry.target.isConnected ? entry.borderBoxSize[0].blockSize + gap : 0;
  document.documentElement.style.setProperty("--al-dock", `${height}px`);
});

function measure() {
  measured.disconnect();
  const dock = one(".at-dock");
  if (dock) measured.observe(dock);
  else document.documentElement.style.removeProperty("--al-dock");
}

function settle() {
  measure();
  wipe();
  if (!document.getElementById("al-field")) return;
  const ask = one("[data-al-wants]");
  const wants = ask ? ask.dataset.alWants : "";
  let part = document.body.dataset.alPart || location.hash.replace("#al-", "") || "field";
  if (wants && wanted && wants !== wanted) part = wants;
  if (wants) wanted = wants;
  const touched = ask?.dataset.alOnBoard || "";
  if (touched && touched !== onBoard) part = wants;
  onBoard = touched;
  show(part);
  for (const picks of all("[data-al-picks]")) match(picks);
  lists.disconnect();
  for (const list of all(LISTS)) lists.observe(list);
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const tab = event.target.closest("[data-al-tab]");
  const pick = event.target.closest(".al-pick");
  if (pick) choose(pick);
  if (tab && isPlain(event)) {
    event.preventDefault();
    show(tab.dataset.alTab);
    const top = one(".al-tabs").getBoundingClientRect().top;
    if (top < 0) scrollBy({ top: top - 60 });
  }
});
/* A list of keys that goes on beneath its edge fades out there: a key may end just at the edge. */
const SLACK = 4; // pixels
const LISTS = ".at-dock .stage-options";
const fade = (list) => list.classList.toggle("al-goes-on", list.scrollHeight - list.clientHeight - list.scrollTop > SLACK);
const lists = new ResizeObserver((entries) => { for (const { target } of entries) fade(target); });

document.addEventListener("scroll", ({ target }) => {
  if (target instanceof Element && target.matches(LISTS)) fade(target);
}, true);
document.addEventListener("click", tapDraft, true);
document.addEventListener("table:digit", digit);
document.addEventListener("table:frame", () => show(document.body.dataset.alPart || "field"));
document.addEventListener("table:point", point);
document.addEventListener("htmx:afterSettle", settle);
document.addEventListener("htmx:afterSettle", goOn);
settle();
