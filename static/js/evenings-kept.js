/* Evenings that this device keeps: a row for each finished sheet, as its server said it, and which names are one
   person. No row is believed before it was looked at, wherever it comes from. */
import { isName, key } from "./name-rule.js";
import { read as readData, write as writeData } from "./storage.js";

export const KEY = "evenings";
export const MOST = 20000; // rows
const SEATS_MOST = 20;
const SHEET = /^[a-z0-9]{4,16}$/;
const GAME = /^[a-z][a-z0-9_-]{0,31}$/;
const EARLIEST = "1900"; // year; a file may tell of evenings that were before this site
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const isWhole = (n, least, most) => Number.isInteger(n) && n >= least && n <= most;
const isPlayer = (player) => player !== null && typeof player === "object";

/* What is wrong with a row, the code of a sentence; empty where nothing is. */
function fault(row) {
  if (row === null || typeof row !== "object" || Array.isArray(row)) return "row";
  if (typeof row.sheet !== "string" || !SHEET.test(row.sheet) || !isWhole(row.version, 0, 2 ** 31)) return "sheet";
  if (typeof row.game !== "string" || !GAME.test(row.game)) return "game";
  if (typeof row.date !== "string" || !DATE.test(row.date) || Number.isNaN(Date.parse(row.date))) return "date";
  if (row.from !== undefined && (typeof row.from !== "string" || !SHEET.test(row.from))) return "sheet";
  const { players } = row;
  if (!Array.isArray(players) || !isWhole(players.length, 1, SEATS_MOST) || !players.every(isPlayer)) return "players";
  if (!players.every((player) => isName(player.name))) return "name";
  if (new Set(players.map((player) => key(player.name))).size < players.length) return "twice";
  const sound = players.every((player) => isWhole(player.place, 0, SEATS_MOST) && (player.points === null || isWhole(player.points, -1e6, 1e6)) && typeof player.won === "boolean");
  return sound ? "" : "numbers";
}

/* The same of a row in a file: whatever is kept here stays, but no such day is taken in. */
function faultInFile(row, latest) {
  const why = fault(row);
  if (why) return why;
  const played = new Date(row.date);
  if (row.date < EARLIEST || played.toISOString() !== row.date.replace("Z", ".000Z")) return "date"; // 30 February
  return played > latest ? "future" : "";
}

/* The row without whatever else came with it. */
function plain({ sheet, version, game, date, players, from }) {
  const row = { sheet, version, game, date, players: players.map(({ name, place, points, won }) => ({ name, place, points, won })) };
  return from ? { ...row, from } : row;
}

/* Names that are another name's, in pairs; none leads to one that leads on. */
function soundPairs(pairs) {
  const joined = new Map();
  const mains = new Set();
  for (const pair of Array.isArray(pairs) ? pairs.slice(0, MOST) : []) {
    const [name, main] = Array.isArray(pair) ? pair : [];
    const free = isName(name) && isName(main) && name !== main && !joined.has(name) && !joined.has(main) && !mains.has(name);
    if (!free) continue;
    joined.set(name, main);
    mains.add(main);
  }
  return joined;
}

export function read() {
  const data = readData(KEY);
  const rows = data && Array.isArray(data.rows) ? data.rows.filter((row) => fault(row) === "") : [];
  return { rows: rows.sort((one, other) => (one.date < other.date ? -1 : 1)), joined: soundPairs(data && data.joined) };
}

export const asData = ({ rows, joined }) => ({ kind: "grimoire-evenings", rows, joined: [...joined] });

/* Whether the device had room for it; what was kept before stays where it hadn't. */
export const write = (kept) => writeData(KEY, asData(kept));

/* Takes rows in by their sheets, of one sheet the later version: the same file twice is the same as once. A sheet
   that was given to another server is the one there, which says where it is `from`: the evening is one.
   `latest` is the moment after which nobody can have played. */
export function merge(kept, data, latest = Infinity) {
  const bySheet = new Map(kept.rows.map((row) => [row.sheet, row]));
  const given = new Set([...kept.rows, ...data.rows].filter((row) => row && row.from && fault(row) === "").map((row) => `${row.game} ${row.from}`));
  const isElsewhere = (row) => !row.from && given.has(`${row.game} ${row.sheet}`);
  const bad = [];
  let added = 0;
  data.rows.forEach((row, n) => {
    const why = faultInFile(row, latest);
    const here = why ? null : bySheet.get(row.sheet);
    if (why) bad.push({ n: n + 1, why });
    else if (!isElsewhere(row) && (!here || here.version < row.version)) {
      bySheet.set(row.sheet, plain(row));
      added += 1;
    }
  });
  const joined = soundPairs([...kept.joined, ...soundPairs(data.joined)]);
  return { kept: { rows: [...bySheet.values()].filter((row) => !isElsewhere(row)), joined }, added, bad, there: data.rows.length - bad.length - added };
}

/* The sheet that is open here: its result stays, and goes again while the sheet is open once more. */
function note(sheet) {
  const kept = read();
  const here = kept.rows.find((row) => row.sheet === sheet.dataset.id);
  const row = sheet.dataset.result ? JSON.parse(sheet.dataset.result) : null;
  if (row && !(here && here.version === row.version)) write(merge({ ...kept, rows: kept.rows.filter((each) => each !== here) }, { rows: [row] }).kept);
  else if (!row && here) write({ ...kept, rows: kept.rows.filter((each) => each !== here) });
}
const sheet = document.querySelector("#sheet[data-names]");
if (sheet) note(sheet);
