/* The people this device has kept score for. A sheet that is open to write in leaves their names here; where a
   new one begins, «те же» starts it with all of them, and each name is a chip. They go nowhere but into a form. */
import { isName, isolated } from "./name-rule.js";
import { element } from "./page.js";
import { read, write } from "./storage.js";

const KEY = "people";
const KEPT = 24; // names; whom nobody has played with for so long is forgotten
const isNames = (list) => Array.isArray(list) && list.every(isName);

function kept() {
  const { names, tables } = read(KEY) || {};
  const sound = Object.entries(tables || {}).filter(([, list]) => isNames(list));
  return { names: isNames(names) ? names : [], tables: new Map(sound) };
}

/* `tables` has the last people of each game, and under no game those of the last sheet of all; a name that was
   corrected is nobody's. */
function remember(game, here, misspelt) {
  const { names, tables } = kept();
  tables.set(game, here).set("", here);
  const known = [...new Set([...here, ...names])].filter((name) => !misspelt.includes(name)).slice(0, KEPT);
  write(KEY, { names: known, tables: Object.fromEntries(tables) });
}

const sheet = document.querySelector("#sheet[data-names]");
if (sheet) remember(sheet.dataset.game, JSON.parse(sheet.dataset.names), JSON.parse(sheet.dataset.misspelt || "[]"));

/* Where a new sheet begins. */
function offer(box) {
  const { names, tables } = kept();
  const fits = (list) => list && list.length >= Number(box.dataset.least) && list.length <= Number(box.dataset.most);
  const form = () => document.getElementById("start");
  const fields = () => [...form()?.querySelectorAll("input[name=name]") ?? []]; // none where a refusal took its place
  const hidden = (name, value) => element("input", { type: "hidden", name, value });

  /* The same people: their sheet begins with one tap, with the boxes that are ticked below and what the form carries. */
  const same = document.getElementById("same");
  const last = [tables.get(box.dataset.game), tables.get("")].find(fits);
  if (last) {
    same.querySelector(".same-names").textContent = last.map(isolated).join(", ");
    same.hidden = false;
    same.addEventListener("submit", () => {
      same.querySelector("button").disabled = true; // a second tap of a wet finger starts no second sheet
      const ticked = [...form().querySelectorAll("input[name=box]:checked")].map((each) => each.value);
      const carried = [...form().querySelectorAll("input[name^=cell-]")].map((each) => hidden(each.name, each.value));
      same.append(...last.map((name) => hidden("name", name)), ...ticked.map((each) => hidden("box", each)), ...carried);
    });
  }

  /* A chip puts its name into the first empty row, and takes it out again. */
  const chips = box.querySelector(".chips");
  let waiting = null; // the name for a row that the server is adding
  function paint() {
    const here = new Set(fields().map((field) => field.value.trim()));
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(here.has(chip.textContent)));
  }
  function put(name) {
    const empty = fields().find((field) => !field.value.trim());
    const more = form()?.querySelector(".add-seat");
    if (empty) empty.value = name;
    else if (more) {
      waiting = name;
      more.click();
    }
    paint();
  }
  function toggle(name) {
    const there = fields().find((field) => field.value.trim() === name);
    if (there) there.value = "";
    else put(name);
    paint();
  }
  for (const name of names) {
    const chip = element("button", { type: "button", class: "chip" }, name);
    chip.addEventListener("click", () => toggle(name));
    chips.append(chip);
  }
  document.addEventListener("input", (event) => {
    if (form()?.contains(event.target)) paint();
  });
  document.addEventListener("htmx:afterSettle", () => {
    const name = waiting;
    waiting = null;
    if (name) put(name);
    paint();
    if (name && document.activeElement instanceof HTMLInputElement) document.activeElement.blur(); // no keyboard for a chip
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // come back to, the form would send its people twice
  });
  box.hidden = names.length === 0;
  paint();
}
const box = document.getElementById("known-people");
if (box) offer(box);
