/* The position editor. Without this script its fields are texts to type. */
import { all, element, one } from "./page.js";

const MOST_CHIPS = 16; // a longer list of names is easier to read and mend as text

/* Texts become zones of cards; a card from the deck goes where one taps, a card in a zone goes back. */
function openEditor(editor) {
  const faces = new Map(all("[data-face]", one("[data-faces]", editor).content).map((face) => [face.dataset.face, face.firstElementChild]));
  const deck = one("[data-deck]", editor);
  const told = one("[data-told]", deck);
  const zones = all("[data-zone]", editor);
  let holding = null;

  const field = (zone) => one("input", zone);
  const label = (zone) => (field(zone).value.match(/^[^:]*:/) || [""])[0];
  const codes = (zone) => field(zone).value.slice(label(zone).length).toUpperCase().split(/[\s,;]+/).filter(Boolean);
  const write = (zone, cards) => { field(zone).value = [label(zone), ...cards].filter(Boolean).join(" "); };

  function face(code) {
    const drawn = faces.get(code);
    return drawn ? drawn.cloneNode(true) : element("span", {}, code);
  }

  function draw() {
    const used = new Map();
    for (const zone of zones) {
      const box = one(".zone-cards", zone);
      box.replaceChildren();
      codes(zone).forEach((code, at) => {
        used.set(code, (used.get(code) || 0) + 1);
        const back = element("button", { type: "button", class: "pick", "data-at": at }, face(code));
        if (/^\d+$/.test(code)) back.append(` ${editor.dataset.unknown}`);
        box.append(back);
      });
      box.append(element("button", { type: "button", class: "zone-put", "aria-label": `+ ${zone.dataset.zoneName}` }, "+"));
      zone.classList.toggle("may", Boolean(holding));
    }
    for (const card of all("[data-deck-card]", deck)) {
      const left = Number(card.dataset.count) - (used.get(card.dataset.deckCard) || 0);
      one("[data-left]", card).textContent = String(left);
      card.setAttribute("aria-disabled", String(left < 1));
      card.setAttribute("aria-pressed", String(card.dataset.deckCard === holding));
      if (left < 1 && holding === card.dataset.deckCard) holding = null;
    }
    told.textContent = holding ? editor.dataset.put : editor.dataset.choose;
  }

  function onZone(zone, event) {
    const back = event.target.closest(".pick");
    const cards = codes(zone);
    if (holding) cards.push(holding);
    else if (back) cards.splice(Number(back.dataset.at), 1);
    else return;
    write(zone, holding ? cards.filter((code) => !/^\d+$/.test(code)) : cards);
    draw();
    one(".zone-put", zone).focus({ preventScroll: true });
  }

  for (const zone of zones) {
    const box = element("div", { class: "zone-cards" });
    box.addEventListener("click", (event) => onZone(zone, event));
    one(".label", zone).after(box);
    field(zone).hidden = true;
    field(zone).setAttribute("aria-label", zone.dataset.zoneName);
  }
  deck.hidden = false;
  for (const note of all(".without-editor")) note.hidden = true;
  deck.addEventListener("click", (event) => {
    const card = event.target.closest("[data-deck-card]");
    if (!card || card.getAttribute("aria-disabled") === "true") return;
    holding = holding === card.dataset.deckCard ? null : card.dataset.deckCard;
    draw();
  });
  draw();
}

/* A list of names: one line to type or choose a name in; each named card is a button that takes it out again.
   What isn't a plain list, or a whole deck, stays the text that it is. */
function helpWithNames(field, label, remove) {
  const list = one("textarea", field);
  const title = one("label", field);
  const what = title.textContent.trim();
  const line = element("input", {
    id: `${list.id}-line`, class: "input", placeholder: label, autocomplete: "off",
    list: "card-names", "aria-label": `${what}: ${label}`,
  });
  const chips = element("div", { class: "name-chips" });
  const parts = () => list.value.split(/[,;\n]/).map((part) => part.trim()).filter(Boolean);
  const draw = () => {
    const text = "lines" in field.dataset || parts().length > MOST_CHIPS;
    list.hidden = !text || !list.value.trim();
    chips.replaceChildren(...(text ? [] : parts().map(chip)));
  };
  const chip = (name, at) => {
    const button = element("button", { type: "button", class: "chip", "aria-label": `${name}: ${remove}` }, `${name} ×`);
    button.addEventListener("click", () => {
      list.value = parts().filter((_, n) => n !== at).join(", ");
      draw();
      line.focus({ preventScroll: true });
    });
    return button;
  };
  title.htmlFor = line.id;
  list.setAttribute("aria-label", what);
  const names = new Set(all("#card-names option").map((option) => option.value));
  const take = () => {
    if (!line.value.trim()) return;
    const before = list.value.trimEnd();
    const glue = !before ? "" : before.endsWith("<") ? " " : "lines" in field.dataset ? "\n" : ", ";
    list.value = before + glue + line.value.trim();
    line.value = "";
    draw();
  };
  line.addEventListener("input", () => { if (names.has(line.value)) take(); });
  line.addEventListener("change", take);
  line.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    take();
  });
  list.before(line, chips);
  draw();
}

const editor = one("[data-editor]");
if (one("[data-deck]", editor)) openEditor(editor);
for (const field of all(".names", editor)) helpWithNames(field, editor.dataset.add, editor.dataset.remove);
