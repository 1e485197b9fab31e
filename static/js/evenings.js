/* «Наши партии»: the evenings of this device as a page. All that is shown was kept as text and is put in as text. */
import { course, met, pairs, people, seated } from "./evenings-count.js";
import { KEY, MOST, asData, merge, read, write } from "./evenings-kept.js";
import { isolated, signs as signsOf } from "./name-rule.js";
import { drawn, element, phrase } from "./page.js";
import { peopleColours } from "./people-colours.js";

const room = document.getElementById("ours");
const words = room.dataset;
const games = new Map(Object.entries(JSON.parse(words.games)));
const fewest = new Set([...games].filter(([, game]) => game.fewest).map(([id]) => id));
const lang = document.documentElement.lang;
const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const at = (id) => document.getElementById(id);
const title = (id) => (games.has(id) ? games.get(id).title : id);
const LINES = 6; // people in the chart, as many as there are dashes
const DASHES = ["", "9 5", "2 5", "12 4 2 4", "5 3", "14 7"];
const PAGE = 10;
const FILE_MOST = 8; // megabytes
const DAY = 864e5;
const [DELIMITER, DECIMAL] = lang === "ru" ? [";", ","] : [",", "."]; // as spreadsheets of the language have it

let kept = read();
let game = "";
let shown = PAGE;
let pairsShown = 5;

const rowsOf = () => (game ? kept.rows.filter((row) => row.game === game) : kept.rows);

/* Signs: as many letters as tell a name from the others in the chart. */
function signs(names) {
  const found = new Map();
  for (const name of names) {
    const letters = signsOf(name);
    const length = [1, 2, 3].find((n) => names.every((other) => other === name || !other.toLowerCase().startsWith(letters.slice(0, n).join("").toLowerCase())));
    found.set(name, letters.slice(0, length || 1).join("") + (length ? "" : String(found.size + 1)));
  }
  return found;
}

function pattern(seat, colour) {
  const line = drawn("path", { d: "M1 3H35", fill: "none", stroke: "currentColor", "stroke-width": 2.5 });
  if (DASHES[seat]) line.setAttribute("stroke-dasharray", DASHES[seat]);
  return drawn("svg", { class: `pattern person-${colour + 1}`, viewBox: "0 0 36 6", "aria-hidden": "true", focusable: "false" }, line);
}

function paintGames() {
  const ids = [...new Set(kept.rows.map((row) => row.game))].sort((one, other) => title(one).localeCompare(title(other)));
  if (game && !ids.includes(game)) game = "";
  const chips = ["", ...ids].map((id) => {
    const chip = element("button", { type: "button", class: "chip", "aria-pressed": String(id === game) }, id ? title(id) : words.sayAll);
    chip.addEventListener("click", () => {
      [game, shown] = [id, PAGE];
      paint();
      at("ours-games").querySelector("[aria-pressed=true]").focus();
    });
    return chip;
  });
  at("ours-games").replaceChildren(...chips);
  at("ours-games").hidden = ids.length < 2;
  if (ids.length === 1) game = ids[0];
}

function paintPeople(found, lines) {
  const counted = game && found.some((person) => person.counted);
  for (const head of room.querySelectorAll("th[data-points]")) head.hidden = !counted;
  at("ours-by-game").hidden = Boolean(game);
  const letters = signs(lines);
  const colours = peopleColours(lines);
  at("ours-people").replaceChildren(...found.map((person) => {
    const seat = lines.indexOf(person.name);
    const head = element("th", { scope: "row" });
    if (seat >= 0) head.append(element("span", { class: `sign person-${colours.get(person.name) + 1}`, "aria-hidden": "true" }, letters.get(person.name)));
    head.append(element("span", { class: "who" }, element("bdi", {}, person.name)));
    if (seat >= 0) head.append(pattern(seat, colours.get(person.name)));
    const cells = [["wins", person.wins], ["", person.games], ["", `${person.now} / ${person.streak}`]];
    if (counted) cells.push(["", person.counted ? number.format(person.sum / person.counted) : "—"], ["", person.best === null ? "—" : number.format(person.best)]);
    return element("tr", {}, head, ...cells.map(([kind, text]) => element("td", { class: `number ${kind}` }, String(text))));
  }));
}

/* Lines of at most so many points: of more evenings every so many is drawn, and the last. */
function paintChart(rows, lines) {
  const sums = course(rows, kept.joined, lines);
  at("ours-course").hidden = rows.length < 2;
  if (rows.length < 2) return;
  const [width, height, left, right, top, bottom] = [360, 220, 34, 34, 12, 30];
  const every = Math.ceil(rows.length / 120);
  const steps = [...Array(rows.length + 1).keys()].filter((n) => n % every === 0 || n === rows.length);
  const most = Math.max(1, ...[...sums.values()].map((line) => line[line.length - 1]));
  const step = Math.max(1, Math.ceil(most / 5));
  const high = Math.ceil(most / step) * step;
  const x = (n) => left + ((width - left - right) * n) / rows.length;
  const y = (n) => top + ((height - top - bottom) * (high - n)) / high;
  const axes = drawn("g", { class: "axes", fill: "currentColor" });
  for (let n = 0; n <= high; n += step) {
    axes.append(drawn("path", { d: `M${left} ${y(n)}H${width - right}`, stroke: "currentColor", opacity: n ? 0.3 : 1 }), drawn("text", { x: left - 6, y: y(n) + 5, "text-anchor": "end", "font-size": 15 }, String(n)));
  }
  axes.append(drawn("text", { x: x(rows.length), y: height - 8, "text-anchor": "end", "font-size": 15 }, date.format(new Date(rows[rows.length - 1].date))), drawn("text", { x: left, y: height - 8, "font-size": 15 }, date.format(new Date(rows[0].date))));
  const letters = signs(lines);
  const colours = peopleColours(lines);
  const places = apart(lines.map((name) => y(sums.get(name)[rows.length])), 16, height - bottom);
  const said = lines.map((name) => `${isolated(name)}: ${sums.get(name)[rows.length]}`).join(", ");
  const chart = drawn("svg", { class: "course", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${words.sayWins}. ${said}` }, axes);
  lines.forEach((name, seat) => {
    const line = sums.get(name);
    const path = drawn("path", { d: `M${steps.map((n) => `${x(n).toFixed(1)} ${y(line[n]).toFixed(1)}`).join("L")}`, fill: "none", stroke: "currentColor", "stroke-width": 2.5, "stroke-linejoin": "round" });
    if (DASHES[seat]) path.setAttribute("stroke-dasharray", DASHES[seat]);
    chart.append(drawn("g", { class: `person-${colours.get(name) + 1}` }, path, drawn("text", { x: width - right + 8, y: places[seat] + 5, "font-size": 16, fill: "currentColor" }, letters.get(name))));
  });
  at("ours-chart").replaceChildren(chart);
}
/* Letters of lines that end together stand one below another. */
function apart(ends, gap, floor) {
  const order = [...ends.keys()].sort((one, other) => ends[one] - ends[other]);
  const places = [...ends];
  order.forEach((seat, n) => { if (n) places[seat] = Math.max(places[seat], places[order[n - 1]] + gap); });
  const over = Math.max(0, places[order[order.length - 1]] - floor);
  return places.map((place) => place - over);
}

function paintPairs(rows) {
  const found = pairs(rows, kept.joined);
  at("ours-pairs-box").hidden = found.length === 0;
  at("ours-more-pairs").hidden = found.length <= pairsShown;
  at("ours-pairs").replaceChildren(...found.slice(0, pairsShown).map(({ names, games: n, before }) => {
    const level = n - before[0] - before[1];
    const bar = drawn("svg", { class: "against", viewBox: `0 0 ${n} 1`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" });
    [["one", 0, before[0]], ["level", before[0], level], ["other", before[0] + level, before[1]]].forEach(([kind, from, width]) => bar.append(drawn("rect", { class: kind, x: from, y: 0, width, height: 1 })));
    const said = [...names.map((name, seat) => phrase(words.sayBefore, { name: isolated(name), n: before[seat] })), ...(level ? [phrase(words.sayLevel, { n: level })] : [])];
    return element("li", { class: "row" }, element("span", { class: "row-text" }, element("b", {}, names.map(isolated).join(" — ")), bar, element("small", {}, `${phrase(words.sayGames, { n })} · ${said.join(" · ")}`)));
  }));
}

function paintList(rows) {
  at("ours-more").hidden = rows.length <= shown;
  at("ours-list").replaceChildren(...rows.slice(-shown).reverse().map((row) => {
    const table = seated(row, kept.joined).sort((one, other) => (one.place || 99) - (other.place || 99));
    const best = table.filter((player) => player.won).map((player) => isolated(player.name)).join(", ");
    const rest = table.map((player) => (player.points === null ? isolated(player.name) : `${isolated(player.name)} ${number.format(player.points)}`)).join(", ");
    return element("li", { class: "row" }, element("span", { class: "row-text" }, element("b", {}, best ? `${best}: ${words.sayWin}` : title(row.game)), element("small", {}, `${title(row.game)} · ${date.format(new Date(row.date))} · ${rest}`)));
  }));
}

function paintJoined() {
  const names = people(kept.rows, kept.joined, fewest).map((person) => person.name).sort((one, other) => one.localeCompare(other));
  for (const id of ["ours-one", "ours-other"]) {
    const before = at(id).value;
    at(id).replaceChildren(...names.map((name) => element("option", { value: name }, isolated(name))));
    if (names.includes(before)) at(id).value = before;
  }
  at("ours-same").hidden = names.length < 2 && kept.joined.size === 0;
  at("ours-joined").replaceChildren(...[...kept.joined].map(([name, main]) => {
    const part = element("button", { type: "button", class: "btn second" }, words.sayPart);
    part.addEventListener("click", () => {
      kept.joined.delete(name);
      keep(kept);
    });
    return element("li", { class: "row" }, element("span", { class: "row-text" }, element("b", {}, `${isolated(name)} = ${isolated(main)}`)), part);
  }));
}

function paint() {
  const some = kept.rows.length > 0;
  at("ours-all").hidden = !some;
  at("ours-empty").hidden = some;
  at("ours-file").hidden = false;
  for (const button of room.querySelectorAll("[data-save], #ours-erase")) button.hidden = !some;
  if (!some) return;
  paintGames();
  const rows = rowsOf();
  const days = [rows[0], rows[rows.length - 1]].map((row) => date.format(new Date(row.date)));
  const span = days[0] === days[1] ? days[0] : phrase(words.saySpan, { first: days[0], last: days[1] });
  at("ours-span").textContent = `${phrase(words.sayGames, { n: number.format(rows.length) })} · ${span}`;
  const found = people(rows, kept.joined, fewest);
  const lines = found.slice(0, LINES).map((person) => person.name);
  paintPeople(found, lines);
  paintChart(rows, lines);
  paintPairs(rows);
  paintList(rows);
  paintJoined();
}

/* Whether the device took it; what didn't fit changes nothing. */
function keep(next) {
  const done = write(next);
  stop(at("ours-stop"), done ? "" : words.sayFull);
  kept = read();
  paint();
  promise();
  return done;
}
function stop(box, text) {
  box.textContent = text;
  box.hidden = !text;
}

/* Files */
function save(name, text, type) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
const today = () => new Date().toISOString().slice(0, 10);
/* A text that no spreadsheet takes for a formula, and that stays in its cell. */
function cellOf(text) {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /["\n\r]/.test(safe) || safe.includes(DELIMITER) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
function asCsv() {
  const head = words.csvHead.split(";").map(cellOf).join(DELIMITER);
  const lines = kept.rows.flatMap((row) => row.players.map((player) => [row.date.slice(0, 10), cellOf(title(row.game)), row.sheet, cellOf(player.name), player.place || "", player.points === null ? "" : String(player.points).replace(".", DECIMAL), player.won ? 1 : 0].join(DELIMITER)));
  return `\ufeff${[head, ...lines, ""].join("\r\n")}`;
}
const SAVES = {
  json: () => save(`evenings-${today()}.json`, JSON.stringify(asData(kept)), "application/json"),
  csv: () => save(`evenings-${today()}.csv`, asCsv(), "text/csv"),
};

async function dataIn(file) {
  if (file.size > FILE_MOST << 20) throw phrase(words.sayLarge, { n: FILE_MOST });
  const data = await file.text().then(JSON.parse).catch(() => null);
  if (!data || data.kind !== "grimoire-evenings" || !Array.isArray(data.rows)) throw words.sayJson;
  if (data.rows.length > MOST) throw phrase(words.sayMany, { n: number.format(MOST) });
  return data;
}
async function take(file) {
  at("ours-said").replaceChildren();
  let data;
  try {
    data = await dataIn(file);
  } catch (said) {
    stop(at("ours-stop"), said);
    return;
  }
  const { kept: next, added, there, bad } = merge(read(), data, Date.now() + DAY); // clocks differ, and days
  if (next.rows.length > MOST) stop(at("ours-stop"), phrase(words.sayMany, { n: number.format(MOST) }));
  else if (keep(next)) tell(added, there, bad);
}
function tell(added, there, bad) {
  const said = [element("p", {}, phrase(words.sayDone, { added, there }))];
  if (bad.length) {
    const list = bad.slice(0, PAGE).map(({ n, why }) => element("li", {}, phrase(words.sayLine, { n, why: words[`bad${why[0].toUpperCase()}${why.slice(1)}`] })));
    said.push(element("p", {}, phrase(words.sayBad, { n: bad.length })), element("ul", {}, ...list));
    if (bad.length > PAGE) said.push(element("p", {}, phrase(words.sayRest, { n: bad.length - PAGE })));
  }
  at("ours-said").replaceChildren(element("div", { class: "notice plain" }, element("div", {}, ...said)));
}

/* Who looks at evenings would miss them: now is the time to ask that the browser keeps them. */
async function promise() {
  if (!kept.rows.length) return;
  const storage = navigator.storage && navigator.storage.persist ? navigator.storage : null; // not over plain http
  const held = storage ? (await storage.persisted()) || (await storage.persist()) : false;
  at("ours-promise").textContent = held ? words.sayKept : words.sayLoose;
  at("ours-week").hidden = held;
}

for (const button of room.querySelectorAll("[data-save]")) button.addEventListener("click", SAVES[button.dataset.save]);
at("ours-import").addEventListener("change", ({ target }) => {
  if (target.files.length) take(target.files[0]).then(() => { target.value = ""; });
});
at("ours-more").addEventListener("click", () => {
  shown += PAGE;
  paint();
});
at("ours-more-pairs").addEventListener("click", () => {
  pairsShown = Infinity;
  paint();
});
at("ours-join").addEventListener("submit", (event) => {
  event.preventDefault();
  const [one, other] = [at("ours-one").value, at("ours-other").value];
  const together = one !== other && met(kept.rows, kept.joined, one, other);
  stop(at("ours-met"), together ? phrase(words.sayMet, { one: isolated(one), other: isolated(other) }) : "");
  if (one === other || together) return;
  for (const [name, main] of kept.joined) if (main === one) kept.joined.set(name, other);
  kept.joined.set(one, other);
  keep(kept);
});
at("ours-erase").addEventListener("click", ({ currentTarget }) => {
  const said = currentTarget.querySelector("span");
  if (said.textContent !== words.saySure) {
    said.dataset.was = said.textContent;
    said.textContent = words.saySure;
    setTimeout(() => { said.textContent = said.dataset.was; }, 5000);
    return;
  }
  localStorage.removeItem(KEY);
  kept = read();
  paint();
});
addEventListener("storage", (event) => {
  if (event.key !== KEY) return; // another tab has written
  kept = read();
  paint();
});
paint();
promise();
