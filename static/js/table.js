/* The table. Without this script every legal move is a button of its own. */
(() => {
  "use strict";
  const all = (selector, home = document) => [...home.querySelectorAll(selector)];
  const one = (selector, home = document) => home.querySelector(selector);

  /* A card is chosen, then what is done with it. A card with data-roles shows that: each way to play it is a
     button of its own. A game's own script hears of the rest: "table:chosen" once a card is chosen, or none,
     "table:again" when it is tapped a second time (prevented: it was played), "table:go" when it is to be
     played, "table:digit" for a digit that answers nothing here (prevented: it did something). */
  let chosen = "";
  let sentFrom = -1; // the ply at which a move was sent: once it is made, nothing stays chosen
  let keyboard = false;

  const ply = () => Number(document.getElementById("table").dataset.ply);
  const form = () => document.getElementById("move-form");
  const picked = () => one('.at-hand .pick[aria-pressed="true"]');
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(`table:${name}`, { cancelable: true, detail }));

  function choose(card) {
    for (const other of all(".at-hand .pick")) other.setAttribute("aria-pressed", String(other === card));
    chosen = card ? card.id + card.dataset.card : "";
    show(card);
  }

  function show(card) {
    for (const roles of all(".at-roles")) roles.hidden = !card || roles.id !== card.dataset.roles;
    const go = one("[data-go]");
    if (go) {
      go.hidden = Boolean(card && card.dataset.roles);
      go.textContent = one("[data-hand]").dataset.pick;
      go.setAttribute("aria-disabled", "true");
    }
    tell("chosen", { card });
  }

  function send(move) {
    const field = one("[data-move]", form());
    sentFrom = ply();
    field.disabled = false;
    field.value = move;
    if (window.htmx) window.htmx.trigger(form(), "submit");
    else form().submit();
    field.disabled = true;
  }

  function tapCard(card) {
    if (card.getAttribute("aria-pressed") !== "true") return choose(card);
    return tell("again", { card }) ? choose(null) : undefined;
  }

  /* Keyboard: arrows walk along the hand, H asks for a hint. */
  function walk(step) {
    const cards = all(".at-hand .pick");
    if (!cards.length) return;
    const at = cards.indexOf(document.activeElement);
    const next = at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length;
    cards[next].focus();
  }

  const KEYS = {
    ArrowRight: () => walk(1),
    ArrowLeft: () => walk(-1),
    Escape: () => choose(null),
    KeyH: () => { const ask = one("[data-hint]"); if (ask) ask.click(); },
  };

  /* A digit names a way to play the chosen card, an answer to the open question, or what the game says. */
  function tapDigit(digit) {
    const role = all(".at-roles:not([hidden]) .role, .stage-options .role")[Number(digit) - 1];
    if (role) role.click();
    return Boolean(role) || !tell("digit", { digit, card: document.activeElement.closest(".at-hand .pick") });
  }

  function onTableKey(event) {
    if (event.target.closest("input, textarea, select, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = /^(Digit|Numpad)[1-9]$/.test(event.code) ? event.code.slice(-1) : "";
    const act = digit ? () => tapDigit(digit) : KEYS[event.code] || KEYS[event.key];
    if (act && act() !== false) event.preventDefault();
  }

  /* A refusal stays until one acts oneself or may act at last: neither a bot's move nor a poll takes it away. */
  let kept = null;
  let waited = false; // for others, before the swap
  function onBeforeSwap(event) {
    const asker = (event.detail.requestConfig || {}).elt;
    const byItself = asker && (asker.id === "table" || asker.id === "bot-form");
    kept = byItself ? one(".at-said") : null;
    waited = !one(".at-status.mine");
  }
  function putBack() {
    const dock = one(".at-dock");
    const board = one(".at-board");
    if (waited && one(".at-status.mine")) kept = null;
    if (kept && board && !one(".at-said")) {
      for (const alert of all("[role]", kept)) alert.removeAttribute("role");
      if (dock && one("[data-hand], [data-hint], [name='move']", dock)) dock.prepend(kept);
      else board.append(kept);
    }
    kept = null;
  }

  /* After a swap: the same card stays chosen, the focus finds its place, the last event is read out. */
  let spoken = "";
  function settle() {
    const table = document.getElementById("table");
    if (!table) return;
    if (sentFrom >= 0 && ply() !== sentFrom) chosen = "";
    sentFrom = -1;
    const same = all(".at-hand .pick").find((card) => card.id + card.dataset.card === chosen);
    choose(same || null);
    const lost = !document.activeElement || document.activeElement === document.body;
    const next = ".curtain .btn, #hint-title, [data-stage], .at-hand .pick, .at-status";
    if (keyboard && lost) next.split(", ").map((selector) => one(selector)).find(Boolean).focus({ preventScroll: true });
    const said = one(".at-said") || one(".at-stage .stage-asks") || one("[data-say]", table);
    const live = document.getElementById("live");
    const text = said ? said.textContent.replace(/\s+/g, " ").trim() : "";
    if (live && text && text !== spoken) live.textContent = text;
    spoken = text;
  }

  function onSettle(event) {
    if (!document.getElementById("table")) return;
    putBack();
    settle();
    const path = event.detail.pathInfo || (event.detail.requestConfig || {});
    const asked = String(path.requestPath || path.path || "");
    const hint = one("#hint");
    if (hint && asked.endsWith("/hint")) hint.scrollIntoView({ block: "nearest" });
  }

  /* What a stack or a recipe unfolds must not end behind the hand. */
  function clearOfHand(details) {
    const dock = one(".at-dock");
    const cards = one(".stack-cards", details);
    if (!details.open || !cards || !dock) return;
    const hidden = cards.getBoundingClientRect().bottom - dock.getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy({ top: hidden + 8 });
  }

  document.addEventListener("click", (event) => {
    keyboard = event.detail === 0;
    const card = event.target.closest(".at-hand .pick");
    if (event.target.closest("[name=move][value]")) sentFrom = ply();
    for (const open of all("details.stack[open], details.recipe[open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
    if (card) tapCard(card);
    else if (event.target.closest("[data-go]")) tell("go", { card: picked() });
  });
  document.addEventListener("keydown", (event) => {
    keyboard = true;
    if (document.getElementById("table")) onTableKey(event);
  });
  document.addEventListener("pointerdown", () => { keyboard = false; });
  document.addEventListener("toggle", (event) => clearOfHand(event.target), true);
  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  document.addEventListener("htmx:afterSettle", onSettle);
  window.atTable = { choose, picked, send };
  settle();
})();
