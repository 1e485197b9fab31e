/* The table. Without this script every legal move is a button of its own. */
(() => {
  "use strict";
  const all = (selector, home = document) => [...home.querySelectorAll(selector)];
  const one = (selector, home = document) => home.querySelector(selector);

  /* A card is chosen, then a cauldron; a card with one place to go is played by a second tap. A card with
     data-roles shows what can be done with it: each way to play it is a button of its own. */
  let chosen = "";
  let sentFrom = -1; // the ply at which a move was sent: once it is made, nothing stays chosen
  let keyboard = false;

  const ply = () => Number(document.getElementById("table").dataset.ply);
  const form = () => document.getElementById("move-form");
  const picked = () => one('.at-hand .pick[aria-pressed="true"]');
  const places = (card) => (card.dataset.places ? card.dataset.places.split(",") : []);
  const words = (card, place) => card.dataset[`words-${place}`] || card.getAttribute(`data-words-${place}`);
  const myTurn = () => Boolean(one("[data-go]"));
  const told = () => one("[data-hand]").dataset;

  function choose(card) {
    for (const other of all(".at-hand .pick")) other.setAttribute("aria-pressed", String(other === card));
    chosen = card ? card.id + card.dataset.card : "";
    show(card);
  }

  function show(card) {
    const open = card ? places(card) : [];
    for (const pot of all(".pot[data-pot]")) pot.classList.toggle("may", open.includes(pot.dataset.pot));
    for (const roles of all(".at-roles")) roles.hidden = !card || roles.id !== card.dataset.roles;
    const go = one("[data-go]");
    if (!go) return;
    const only = open.length === 1;
    const { pick, where, nowhere } = told();
    go.hidden = Boolean(card && card.dataset.roles);
    go.textContent = !card ? pick : only ? words(card, open[0]) : open.length ? where : nowhere;
    go.setAttribute("aria-disabled", String(!only));
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

  const play = (card, place) => send(`play ${card.dataset.card} ${place}`);

  function tapCard(card) {
    if (card.getAttribute("aria-pressed") !== "true") return choose(card);
    if (card.dataset.roles) return choose(null);
    const open = places(card);
    if (open.length === 1) return play(card, open[0]);
    if (!myTurn() || !open.length) return play(card, firstTaken());
    return choose(null);
  }

  /* Where nothing takes the card, the refusal of any cauldron teaches why. */
  function firstTaken() {
    const pots = all(".pot[data-pot]");
    return (pots.find((pot) => one(".brew .card", pot)) || pots[0]).dataset.pot;
  }

  function tapPot(pot) {
    const card = picked();
    if (card) return play(card, pot.dataset.pot);
    const go = one("[data-go]");
    if (go) go.classList.add("nudge");
    const first = one(".at-hand .pick");
    if (first) first.focus({ preventScroll: true });
    return undefined;
  }

  function tapGo() {
    const card = picked();
    const open = card ? places(card) : [];
    if (open.length === 1) play(card, open[0]);
  }

  /* Keyboard: arrows walk along the hand, digits name a cauldron, H asks for a hint. */
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

  /* A digit names a cauldron, a way to play the chosen card, or an answer to the open question. */
  function tapNumber(n) {
    const role = all(".at-roles:not([hidden]) .role, .stage-options .role")[n - 1];
    if (role) role.click();
    return Boolean(role);
  }

  function onTableKey(event) {
    if (event.target.closest("input, textarea, select, summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    const digit = /^(Digit|Numpad)[1-9]$/.test(event.code) ? event.code.slice(-1) : "";
    const pot = digit && one(`.pot[data-pot="${digit}"]:not(:disabled)`);
    if (digit && tapNumber(Number(digit))) event.preventDefault();
    if (event.defaultPrevented) return;
    if (pot) {
      const card = picked() || document.activeElement.closest(".at-hand .pick");
      if (card && !picked()) choose(card);
      tapPot(pot);
    } else if (KEYS[event.code] || KEYS[event.key]) (KEYS[event.code] || KEYS[event.key])();
    else return;
    event.preventDefault();
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
      if (dock && one("[data-hand]", dock)) dock.prepend(kept);
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
    const pot = event.target.closest(".pot[data-pot]");
    if (event.target.closest("[name=move][value]")) sentFrom = ply();
    for (const open of all("details.stack[open], details.recipe[open]")) {
      if (!open.contains(event.target)) open.open = false;
    }
    if (card) tapCard(card);
    else if (pot) tapPot(pot);
    else if (event.target.closest("[data-go]")) tapGo();
  });
  document.addEventListener("keydown", (event) => {
    keyboard = true;
    if (document.getElementById("table")) onTableKey(event);
  });
  document.addEventListener("pointerdown", () => { keyboard = false; });
  document.addEventListener("toggle", (event) => clearOfHand(event.target), true);
  document.addEventListener("htmx:beforeSwap", onBeforeSwap);
  document.addEventListener("htmx:afterSettle", onSettle);
  settle();
})();
