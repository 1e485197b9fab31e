/* The maze under a finger: a tap on a square shows what can be done there, a second tap walks or aims there.
   «Видит ли?» asks the sight checker about two taps. Without this script squares are links to the checker. */
import { all, one } from "/static/js/page.js";

const UNITS = [24, 28, 36, 48, 62]; // pixels of a square
const FINGER = 44; // pixels: no target is narrower, however small a square is
const SLIP = 400; // milliseconds: a second tap as soon as that agrees to nothing
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

let zoom = -1; // which of UNITS; -1: as the page gives it
let chosen = ""; // a square or an edge of the table
let chosenAt = 0;
let leader = ""; // who else than the wizard is led by taps, as moves call it
let looking = false;
let from = "";
let scrolled = null;

const room = () => one("[data-maze]");
/** @type {() => any} */
const maze = () => one(".maze.live", room() || document);
const view = () => one(".maze-view", room() || document);
const checker = () => one("[data-sight-page]");
const spots = () => all("a.spot", maze());
const spotOf = (place) => one(`a.spot[data-about="square:${place}"]`, maze());
const squareOf = (spot) => (spot.dataset.about || "").replace("square:", "");
const cornerOf = (spot) => ["x", "y"].map((name) => Number(one("rect", spot).getAttribute(name)));
const panelOf = (place) => document.getElementById(`at-${place}`);

/* Size: the page fits the maze into its room until somebody asks for more; then squares have a size of their own. */
function unitNow() {
  return maze().getScreenCTM().a;
}
function resize(step) {
  const now = unitNow();
  const larger = UNITS.findIndex((unit) => unit > now + 1);
  const smaller = UNITS.findLastIndex((unit) => unit < now - 1);
  const next = step > 0 ? larger : smaller;
  if (next < 0) { if (step < 0) room().classList.add("whole"); return; }
  zoom = next;
  applyZoom();
  center(spotOf(chosen) || one("a.spot.here", maze()) || spots()[0]);
}
function applyZoom(home = room()) {
  /** @type {any} */
  const drawn = home && one(".maze.live", home);
  if (zoom < 0 || !drawn) return;
  const box = drawn.viewBox.baseVal;
  drawn.closest("[data-maze]").classList.add("zoomed");
  drawn.closest("[data-maze]").classList.toggle("whole", UNITS[zoom] * box.width <= view().clientWidth);
  drawn.setAttribute("width", Math.round(UNITS[zoom] * box.width));
  drawn.setAttribute("height", Math.round(UNITS[zoom] * box.height));
}
function center(spot) {
  if (!spot) return;
  const box = spot.getBoundingClientRect();
  const frame = view().getBoundingClientRect();
  view().scrollBy(box.left + box.width / 2 - frame.left - frame.width / 2, box.top + box.height / 2 - frame.top - frame.height / 2);
}

/* One square is in the way of the tab key; arrows walk to the others. */
function rove(spot) {
  for (const other of spots()) other.setAttribute("tabindex", other === spot ? "0" : "-1");
}
function walk(spot, [dx, dy]) {
  const [x, y] = cornerOf(spot);
  const next = one(`a.spot:has(rect[x="${x + dx}"][y="${y + dy}"])`, maze());
  if (!next) return;
  rove(next);
  next.focus({ preventScroll: true });
  keepInView(next);
}
function keepInView(spot) {
  const box = spot.getBoundingClientRect();
  const frame = view().getBoundingClientRect();
  if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom) center(spot);
}

/* What a finger means: squares of a large maze are narrower than it, and edges have hardly any width. */
function pointOf(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(maze().getScreenCTM().inverse());
}
function nearest(links, far, limit) {
  const found = links.map((link) => [far(link), link]).sort(([one], [other]) => one - other)[0];
  return found && found[0] <= limit ? found[1] : null;
}
function farFromSpot(spot, { x, y }) {
  const beside = (at, from) => Math.max(from - at, at - from - 1, 0);
  const [left, top] = cornerOf(spot);
  return Math.max(beside(x, left), beside(y, top));
}
function farFromRim(rim, { x, y }) {
  const ends = one("path", rim).getAttribute("d").match(/-?[\d.]+/g).map(Number);
  const middles = [];
  for (let n = 0; n < ends.length; n += 4) middles.push([(ends[n] + ends[n + 2]) / 2, (ends[n + 1] + ends[n + 3]) / 2]);
  return Math.min(...middles.map(([across, down]) => Math.hypot(across - x, down - y)));
}
function mayDo(spot) {
  const panel = panelOf(squareOf(spot));
  return Boolean(panel && one(".role:not(.blocked)", panel));
}
function meant(event) {
  const hit = event.target.closest("a.spot, a.rim");
  if (!event.detail || !maze() || !maze().contains(event.target)) return hit;
  const point = pointOf(event);
  if (checker()) return hit || nearest(all("a.rim", maze()), (rim) => farFromRim(rim, point), Math.max(0.5, FINGER / 2 / unitNow()));
  if (!hit || looking || hit.matches(".rim") || mayDo(hit)) return hit;
  return nearest(spots().filter(mayDo), (spot) => farFromSpot(spot, point), FINGER / 2 / unitNow() - 0.5) || hit;
}

/* The table: what can be done at a place, or why nothing can. */
function choose(place) {
  chosen = place;
  const spot = place && spotOf(place);
  for (const other of spots()) other.classList.toggle("picked", other === spot);
  for (const rim of all("a.rim", maze())) rim.classList.toggle("picked", rim.dataset.edge === place);
  frame(spot);
  showWay(null);
  const panel = place && panelOf(place);
  if (panel) putFirst(panel);
  for (const other of all(".at-roles.place")) other.hidden = other !== panel;
  tellEmpty(panel ? null : spot);
}
function frame(spot, mark = one(".mz-picked", maze())) {
  if (!mark) return;
  mark.setAttribute("display", spot ? "inline" : "none");
  const [x, y] = spot ? cornerOf(spot).map((at) => at + 0.06) : [0, 0];
  mark.setAttribute("x", x);
  mark.setAttribute("y", y);
}
function tellEmpty(spot) {
  const empty = document.getElementById("spot-empty");
  if (!empty) return;
  empty.hidden = !spot;
  if (!spot) return;
  one("[data-said]", empty).textContent = spot.getAttribute("aria-label");
  const why = one("[data-asks]", empty);
  if (why) why.value = `${why.dataset.asks} ${squareOf(spot)}`;
  const far = one("[data-far]", empty);
  if (far) far.hidden = squareOf(spot) === room().dataset.own;
}
/* Who is led: the squares within reach are marked, and the way there is the first key. */
function lead(who) {
  leader = who && one(`.place [data-by="${who}"]`) ? who : "";
  const reach = new Set(all(`.place [data-by="${leader}"]`).map((role) => role.closest(".place").dataset.place));
  for (const spot of spots()) spot.classList.toggle("led", reach.has(squareOf(spot)));
  for (const button of all("[data-lead]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(button.dataset.lead === leader));
  }
  for (const line of all("[data-beast]")) line.classList.toggle("led", line.dataset.beast === leader);
}
function leadFrom(spot) {
  const there = (spot ? spot.dataset.leads || "" : "").split(" ").filter(Boolean);
  if (there.length && !there.includes(leader)) lead(there[0]);
}
function putFirst(panel) {
  const first = one(".role", panel);
  const way = leader && one(`.role[data-by="${leader}"]`, panel);
  if (!way || way === first) return;
  first.classList.add("second");
  way.classList.remove("second");
  first.before(way);
}
function dropCard() {
  one('.at-hand .pick[aria-pressed="true"]')?.click();
}
/* A spell aimed at a sector: any of its squares will do. */
function placeOf(link) {
  const place = squareOf(link) || link.dataset.edge;
  const sector = panelOf(place) ? null : one(`.place .role[value="target s${place[0]}"]`);
  return sector ? sector.closest(".place").dataset.place : place;
}
function tapPlace(place, event) {
  dropCard();
  const panel = panelOf(place);
  leadFrom(spotOf(place));
  if (place === chosen && panel) {
    if (!event.detail || performance.now() - chosenAt > SLIP) agree(panel, place);
    return;
  }
  choose(place === chosen ? "" : place);
  chosenAt = performance.now();
  const live = document.getElementById("live");
  const first = panel && one(".role", panel);
  if (live && first) live.textContent = first.textContent.replace(/\s+/g, " ").trim();
}
/* A second tap walks or aims at the place itself; kicks, things and one side of a square want their button. */
function agree(panel, place) {
  const role = one(".role", panel);
  const spot = spotOf(place);
  if (spot && spot.dataset.leads && !/^(target|go|via|pick) /.test(role.value)) return; // it was tapped to be led
  const side = /^target \d[a-e]\d[nesw]$/.test(role.value) && role.value !== `target ${place}`;
  if (/^(step|phase|walk|target|go|via|pick) /.test(role.value) && !side) role.click();
}

/* The frame of a goal, like that of what is chosen. */
function ringed() {
  const [found, like] = [one(".mz-goal", maze()), one(".mz-picked", maze())];
  if (found || !like) return found;
  const made = like.cloneNode();
  made.setAttribute("class", "mz-goal");
  like.after(made);
  return made;
}

/* Where the way is told: a line of its own below that of sight. */
function waySaid() {
  const [found, like] = ["way-said", "sight-said"].map((id) => document.getElementById(id));
  if (found || !like) return found;
  const made = /** @type {HTMLElement} */ (like.cloneNode());
  made.id = "way-said";
  like.after(made);
  return made;
}

/* A plan of the hint says where it leads: the way is lit, its end ringed, and said in words. */
const NAMED = /([1-6])\u2011([a-e][1-5])/g;
function showWay(row) {
  const own = row && !row.dataset.move.startsWith("walk "); // a monster's way is another one
  const named = own ? [...row.textContent.matchAll(NAMED)].map(([, sector, square]) => spotOf(sector + square)) : [];
  const goal = named.find((spot) => spot && spot.dataset.way);
  const way = goal ? goal.dataset.way.split(" ") : [];
  for (const spot of spots()) spot.classList.toggle("way", way.includes(squareOf(spot)));
  frame(goal, ringed());
  const said = waySaid();
  if (said) said.textContent = goal ? `→ ${way.map((place) => `${place[0]}\u2011${place.slice(1)}`).join(" → ")}` : "";
}

/* A hint names a move: one that is made at a place is chosen there. */
function point(event) {
  const role = one(`.place .role[value="${CSS.escape(event.detail.move)}"]`);
  const row = one("#hint [aria-current]");
  if (!role) { choose(""); showWay(row); return; }
  event.preventDefault();
  dropCard();
  choose(role.closest(".place").dataset.place);
  showWay(row);
  const spot = spotOf(chosen);
  if (spot) keepInView(spot);
}

/* Lines of sight, over the table's own maze. */
function ask(a, b) {
  const target = b ? `&b=${b}` : "";
  const address = one("a.spot", maze()).getAttribute("href").split("?")[0];
  window.htmx.ajax("GET", `${address}?${room().dataset.query}&a=${a}${target}`, { target: "#sight-layer", swap: "innerHTML" });
}
function tapSight(place) {
  if (from && from !== place && !one(".mz-look .end")) ask(from, place);
  else { from = place; ask(place, ""); }
}
function showHidden() {
  const layer = one("#sight-layer svg");
  const hidden = new Set((layer ? layer.dataset.hidden : "").split(" "));
  for (const spot of spots()) spot.classList.toggle("unseen", hidden.has(squareOf(spot)));
}
function look(on) {
  looking = on;
  from = "";
  const button = one("[data-sight-mode]");
  if (button) button.setAttribute("aria-pressed", String(on));
  if (!room()) return;
  room().classList.toggle("looking", on);
  one("#sight-layer").replaceChildren();
  one("#sight-said").textContent = on && button ? button.dataset.first : "";
  showHidden();
  if (on) { dropCard(); choose(""); }
}

/* The checker's own page: every tap is a link, answered in place. */
function follow(link) {
  const href = link.getAttribute("href");
  const place = squareOf(link);
  scrolled = [view().scrollLeft, view().scrollTop];
  window.htmx.ajax("GET", href, { target: "#sight-page", swap: "outerHTML" }).then(() => {
    window.history.replaceState(null, "", href);
    const again = place && spotOf(place);
    if (again) { rove(again); again.focus({ preventScroll: true }); }
  });
}

function onClick(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const tapped = meant(event);
  const zoomer = event.target.closest("[data-zoom]");
  if (zoomer) resize(zoomer.dataset.zoom === "in" ? 1 : -1);
  else if (event.target.closest("[data-sight-mode]")) look(!looking);
  else if (event.target.closest("[data-close-place]")) choose("");
  else if (event.target.closest("[data-lead]")) {
    const who = event.target.closest("[data-lead]").dataset.lead;
    lead(who === leader ? "" : who);
    choose("");
  } else if (checker() && window.htmx && (tapped || event.target.closest("#sight-page .chip"))) {
    event.preventDefault();
    follow(tapped || event.target.closest(".chip"));
  } else if (tapped && !checker()) {
    event.preventDefault();
    if (looking && window.htmx) tapSight(squareOf(tapped) || tapped.dataset.edge);
    else tapPlace(placeOf(tapped), event);
  } else if (event.target.closest(".at-hand .pick")) choose("");
}

function onKey(event) {
  const spot = event.target.closest && event.target.closest("a.spot");
  if (spot && ARROWS[event.key]) {
    event.preventDefault();
    walk(spot, ARROWS[event.key]);
  } else if (event.code === "KeyV" && one("[data-sight-mode]") && !event.target.closest("input, textarea, select") && !event.ctrlKey && !event.metaKey && !event.altKey) {
    look(!looking);
  } else if (event.key === "Escape" && (chosen || looking || leader)) {
    if (looking) look(false);
    else if (!chosen) lead("");
    choose("");
  }
}

/* After every swap: same size, same place on the board, the wizard in view, his own square chosen. */
let shownTurn = "";
function settle() {
  if (!room() || !maze()) return;
  for (const button of all("[data-zoom], [data-sight-mode]")) button.hidden = false;
  for (const link of all("[data-without-script]")) link.hidden = true;
  applyZoom();
  const own = spotOf(room().dataset.own);
  if (own) own.classList.add("here");
  const last = spotOf(chosen);
  rove(last || own || one("a.spot.chosen", maze()) || spots()[0]);
  if (scrolled) view().scrollTo(scrolled[0], scrolled[1]);
  else center(own);
  scrolled = [view().scrollLeft, view().scrollTop];
  if (checker()) return;
  lead(leader);
  const table = document.getElementById("table");
  const turn = table ? table.dataset.ply : "";
  if (turn !== shownTurn) {
    shownTurn = turn;
    if (looking) look(true);
    choose("");
    const piece = own || null;
    if (piece) keepInView(piece);
  } else choose(chosen);
}

document.addEventListener("table:point", point);
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey, true);
document.addEventListener("scroll", (event) => {
  if (event.target.classList && event.target.classList.contains("maze-view")) scrolled = [event.target.scrollLeft, event.target.scrollTop];
}, true);
document.addEventListener("table:frame", ({ detail: { home } }) => {
  applyZoom(home);
  if (scrolled) one(".maze-view", home).scrollTo(scrolled[0], scrolled[1]);
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target && event.detail.target.id === "sight-layer") showHidden();
  else settle();
});
settle();
