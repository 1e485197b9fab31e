/* The sheet at the table: keypad, outbox and live totals. Without it the same sheet works by links and forms. */
(() => {
  "use strict";
  const room = document.getElementById("sheet");
  if (!room) return;
  const words = room.dataset;
  const pad = document.getElementById("pad"); // absent for viewers and on a closed sheet
  const notes = document.getElementById("sheet-notes");
  const state = document.getElementById("outbox");
  const nextKey = document.getElementById("pad-next");
  const csrf = (document.querySelector("input[name=csrfmiddlewaretoken]") || {}).value || "";
  const live = () => document.getElementById("sheet-live");
  const find = (name, value) => live().querySelector(`[data-${name}="${value}"]`);
  const cellAt = (id) => find("cell", id);
  const phrase = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

  /* What survives a closed tab: entries not sent yet, and what this phone may take back. */
  const memory = new Map();
  function stored(name) {
    const key = `sheet.${words.id}.${name}`;
    return {
      read() {
        try {
          return JSON.parse(localStorage.getItem(key)) || [];
        } catch (error) {
          return memory.get(key) || [];
        }
      },
      write(list) {
        memory.set(key, list);
        try {
          if (list.length) localStorage.setItem(key, JSON.stringify(list));
          else localStorage.removeItem(key);
        } catch (error) {
          document.documentElement.dataset.storage = "none";
        }
      },
    };
  }
  const outbox = stored("outbox");
  const made = stored("made");
  const MADE_KEPT = 50;

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID is missing over plain http
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /* The cell being written: `draft` is null until something is typed, `seen` is what stood there then. */
  let active = null;
  let draft = null;
  let seen = null;
  let shown = Number((live().querySelector(".round:not([hidden])") || { dataset: { round: 1 } }).dataset.round);
  let openWhy = (live().querySelector(".why:not([hidden])") || { id: "" }).id;
  const wide = matchMedia("(min-width: 960px)");
  let blocked = false;
  let offline = false;

  const waitingFor = (id) => outbox.read().filter((item) => item.cell === id).pop();
  function standing(id) {
    const waiting = waitingFor(id);
    return waiting ? waiting.text : cellAt(id).dataset.text;
  }
  const total = (text) => text.split("+").reduce((sum, part) => sum + Number(part), 0);

  /* Parts of the page as the server sent them, to tell what changed and to put a cell back. */
  const served = new Map();
  for (const part of live().querySelectorAll("[data-part]")) served.set(part.dataset.part, part.outerHTML);

  function paintCell(id) {
    const cell = cellAt(id);
    if (!cell) return;
    const editing = id === active && draft !== null;
    const text = editing ? draft : standing(id);
    const link = cell.querySelector("a");
    const value = cell.querySelector(".value");
    cell.classList.toggle("on", id === active);
    cell.classList.toggle("waiting", Boolean(waitingFor(id)));
    if (link && id === active) link.setAttribute("aria-current", "true");
    else if (link) link.removeAttribute("aria-current");
    const same = text === cell.dataset.text && !editing;
    if (same && cell.dataset.painted !== "yes") return;
    cell.dataset.painted = same ? "" : "yes";
    if (same) {
      restore(cell);
      return;
    }
    cell.querySelectorAll(".typed").forEach((typed) => typed.remove());
    value.className = "value";
    value.textContent = editing ? draft : text === "" ? "·" : String(total(text));
    value.classList.toggle("none", text === "" && !editing);
    value.classList.toggle("typing", editing);
    value.classList.toggle("long", editing && draft.length > 3);
    if (link) link.setAttribute("aria-label", `${cell.dataset.label}: ${text || words.sayEmpty}`);
  }

  /* The cell as the server sent it, with the highlights of the moment. */
  function restore(cell) {
    const box = document.createElement("template");
    box.innerHTML = `<table><tbody><tr>${served.get(cell.dataset.part)}</tr></tbody></table>`;
    const original = box.content.querySelector("td");
    if (original.dataset.text !== cell.dataset.text) return;
    cell.replaceChildren(...original.childNodes);
    const link = cell.querySelector("a");
    if (link && cell.dataset.cell === active) link.setAttribute("aria-current", "true");
  }

  function paintAll() {
    for (const cell of live().querySelectorAll("[data-cell]")) paintCell(cell.dataset.cell);
    paintPad();
    paintState();
  }

  function paintState() {
    const n = outbox.read().length;
    state.hidden = n === 0;
    state.classList.toggle("bad", offline || blocked);
    state.textContent = n ? phrase(offline ? words.sayOffline : words.sayWaiting, { n }) : "";
  }

  /* The ledger's order: down a player's column, then the next player. */
  function columns() {
    const rows = [...find("round", shown).querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("[data-cell]")]);
    return rows.length ? rows[0].flatMap((_, seat) => rows.map((row) => row[seat].dataset.cell)) : [];
  }
  const isFilled = (id) => (id === active && draft !== null ? draft !== "" : standing(id) !== "");
  function nextEmpty(after) {
    const cells = columns();
    const place = cells.indexOf(after) + 1;
    return [...cells.slice(place), ...cells.slice(0, place)].find((id) => id !== after && !isFilled(id)) || null;
  }
  /* Whose cell it is and what is counted there, as the ledger's own headings say. */
  function named(id) {
    const cell = cellAt(id);
    const head = cell.closest("table").querySelectorAll("thead th")[cell.cellIndex - 1];
    return { name: head.title, row: cell.closest("tr").querySelector(".row-label").textContent.toLowerCase() };
  }

  function paintPad() {
    if (!pad) return;
    pad.hidden = !active;
    document.body.classList.toggle("keypad-open", Boolean(active));
    if (!active) return;
    const here = named(active);
    document.querySelector("#pad-cell .pad-name").textContent = here.name;
    document.querySelector("#pad-cell .pad-row").textContent = `, ${here.row}`;
    const empty = nextEmpty(active);
    if (!empty) {
      nextKey.textContent = words.sayReady;
      return;
    }
    const { name, row } = named(empty);
    nextKey.replaceChildren(element("span", "go-word", words.sayNext), element("span", "go-name", name), element("span", "go-row", row));
  }

  function activate(id, focus) {
    const before = active;
    active = id;
    draft = null;
    seen = null;
    if (before && before !== id) paintCell(before);
    if (id) {
      paintCell(id);
      const cell = cellAt(id);
      if (focus) cell.querySelector("a").focus({ preventScroll: true });
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    paintPad();
  }

  function see() {
    const waiting = waitingFor(active);
    const cell = cellAt(active);
    seen = { base: waiting ? null : Number(cell.dataset.entry), text: standing(active) };
  }

  /* Typing */
  const LONGEST = 40;
  function type(key) {
    if (!active) return;
    if (draft === null) see();
    let text = draft === null ? (key === "+" ? seen.text : "") : draft;
    if (key === "+" && (text === "" || text.endsWith("+"))) return;
    if (key !== "+" && /(^|\+)0$/.test(text)) text = text.slice(0, -1);
    if (text.length >= LONGEST || (key !== "+" && /\d{6}$/.test(text))) return;
    setDraft(text + key);
  }
  function erase() {
    if (!active) return;
    if (draft === null) see();
    setDraft((draft === null ? seen.text : draft).slice(0, -1));
  }
  function setDraft(text) {
    draft = text;
    paintCell(active);
    paintPad();
  }
  function revert() {
    draft = null;
    seen = null;
    paintCell(active);
    paintPad();
  }
  function commit() {
    if (!active || draft === null) return;
    const text = draft.replace(/\+$/, "");
    const { base, text: before } = seen;
    const cell = active;
    draft = null;
    seen = null;
    if (text !== before) put({ id: newId(), cell, text, base, before });
    paintCell(cell);
  }
  function put(item) {
    clearNotes();
    outbox.write([...outbox.read(), item]);
    paintCell(item.cell);
    paintPad();
    setTimeout(paintState, 800);
    flush();
  }
  function next(focus) {
    commit();
    activate(nextEmpty(active), focus);
  }
  function step(dx, dy) {
    const rows = [...find("round", shown).querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("[data-cell]")]);
    const y = rows.findIndex((row) => row.some((cell) => cell.dataset.cell === active));
    const x = rows[y].findIndex((cell) => cell.dataset.cell === active);
    const target = (rows[y + dy] || [])[x + dx];
    if (!target) return;
    commit();
    activate(target.dataset.cell, true);
  }

  /* Taking back: what is typed, else what isn't sent, else this phone's last entry. */
  let sending = null;
  function undo() {
    if (draft !== null) {
      revert();
      return;
    }
    const waiting = outbox.read();
    const last = waiting[waiting.length - 1];
    if (last && last.id !== sending) {
      outbox.write(waiting.slice(0, -1));
      paintState();
      show(last.cell);
      return;
    }
    const mine = made.read();
    const entry = mine.pop();
    if (!entry || last) return;
    made.write(mine);
    put({ id: newId(), cell: entry.cell, text: entry.before, base: entry.number, undoes: entry.number });
    show(entry.cell);
  }
  function show(id) {
    const round = Number(cellAt(id).closest(".round").dataset.round);
    if (round !== shown) goRound(round, false);
    activate(id);
  }

  /* The outbox: one entry at a time, in order; a retry has the same id, so nothing is written twice. */
  const PATIENCE = [1000, 2000, 4000, 8000, 15000];
  let failures = 0;
  let retry = 0;
  async function flush() {
    if (sending || blocked) return;
    clearTimeout(retry);
    while (!blocked) {
      const [item] = outbox.read();
      if (!item) break;
      sending = item.id;
      const done = await send(item);
      sending = null;
      if (!done) {
        retry = setTimeout(flush, PATIENCE[Math.min(failures++, PATIENCE.length - 1)]);
        break;
      }
      failures = 0;
    }
    paintState();
  }
  async function send(item) {
    const fields = { client_entry_id: item.id, cell: item.cell, text: item.text, base: item.base || 0 };
    if (item.undoes) fields.undoes = item.undoes;
    let response;
    try {
      response = await fetch(words.entries, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrf },
        body: JSON.stringify(fields),
        signal: AbortSignal.timeout(10000),
      });
    } catch (error) {
      offline = true;
      return false;
    }
    offline = false;
    if (response.status >= 500 || response.status === 429) return false;
    const answer = await response.json().catch(() => null);
    if (!answer) {
      blocked = true; // not our answer: the page is too old, or somebody stands in between; nothing is thrown away
      note(words.sayFailed);
      return true;
    }
    (ANSWERS[response.status] || dropped)(item, answer);
    return true;
  }
  /* The outbox without an entry; the next one for its cell takes over what it was based on. */
  function without(gone, base) {
    const rest = outbox.read().filter((item) => item.id !== gone.id);
    const heir = rest.find((item) => item.cell === gone.cell);
    if (heir && heir.base === null) heir.base = base;
    return rest;
  }

  function accepted(item, answer) {
    outbox.write(without(item, answer.entry));
    known = Math.max(known, answer.version);
    const cell = cellAt(item.cell);
    if (cell && Number(cell.dataset.entry) < answer.entry) {
      cell.dataset.entry = answer.entry;
      cell.dataset.text = item.text;
      cell.dataset.painted = "yes";
    }
    if (seen && seen.base === null && item.cell === active && !waitingFor(item.cell)) seen.base = answer.entry;
    remember(item, answer.entry);
    paintCell(item.cell);
    paintState();
    look();
  }
  function remember(item, number) {
    const mine = made.read();
    if (!item.undoes) mine.push({ cell: item.cell, number, before: item.before });
    else {
      const older = mine.filter((entry) => entry.cell === item.cell).pop();
      if (older) older.number = number;
    }
    made.write(mine.slice(-MADE_KEPT));
  }
  function conflicting(item, answer) {
    const same = outbox.read().filter((other) => other.cell === item.cell);
    const yours = same.length ? same[same.length - 1].text : item.text;
    outbox.write(outbox.read().filter((other) => other.cell !== item.cell));
    paintCell(item.cell);
    askWhich(item.cell, yours, answer.theirs);
    look();
  }
  function refused(item, answer) {
    outbox.write(without(item, item.base));
    note(answer.message, answer.clause);
    if (pad && cellAt(item.cell)) {
      show(item.cell);
      see();
      setDraft(item.text);
    }
    look();
  }
  function stopped(item, answer) {
    blocked = true;
    note(answer.message);
  }
  function dropped(item, answer) {
    outbox.write(without(item, item.base));
    note(answer.message);
    paintCell(item.cell);
  }
  const ANSWERS = { 200: accepted, 403: stopped, 404: stopped, 409: conflicting, 422: refused };

  /* Messages stand above the keypad until the next entry. */
  function clearNotes() {
    notes.replaceChildren();
  }
  function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }
  function note(message, clause) {
    const box = element("p", "refusal");
    const line = element("span", "", `${message} `);
    if (clause) {
      const link = element("a", "clause-link", phrase(words.sayRule, { n: clause.number }));
      link.href = clause.url;
      line.append(link);
    }
    box.append(line);
    notes.replaceChildren(box);
  }
  function askWhich(id, yours, theirs) {
    const cell = cellAt(id);
    const spoken = (text) => text || words.sayEmpty;
    const box = element("section", "refusal conflict");
    const body = element("div", "grow");
    const values = { cell: cell.dataset.label, theirs: spoken(theirs.text), yours: spoken(yours) };
    body.append(element("p", "", phrase(words.sayConflict, values)));
    const buttons = element("div", "buttons");
    const keep = element("button", "btn", spoken(yours));
    const give = element("button", "btn second", spoken(theirs.text));
    keep.dataset.choice = "yours";
    give.dataset.choice = "theirs";
    keep.addEventListener("click", () => {
      put({ id: newId(), cell: id, text: yours, base: theirs.entry, before: theirs.text });
    });
    give.addEventListener("click", () => {
      clearNotes();
      look();
    });
    for (const button of [give, keep]) {
      button.type = "button";
      buttons.append(button);
    }
    body.append(buttons);
    box.append(body);
    notes.replaceChildren(box);
  }

  /* Live: what other phones wrote comes in, except into the cell that is being typed. */
  function merge(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("sheet-live");
    if (!fresh) return;
    if (Number(fresh.dataset.version) < known) {
      again = true; // asked before this phone's own entry arrived
      return;
    }
    const closed = live().dataset.finished !== fresh.dataset.finished;
    if (closed && draft === null && outbox.read().length === 0) {
      location.reload();
      return;
    }
    for (const name of ["version", "finished", "current", "finishBase"]) live().dataset[name] = fresh.dataset[name];
    for (const field of document.querySelectorAll("[data-finish-base] > input, input[data-finish-base]")) field.value = fresh.dataset.finishBase;
    for (const part of fresh.querySelectorAll("[data-part]")) mergePart(part);
    apply();
    remind();
  }
  function mergePart(part) {
    const name = part.dataset.part;
    if (name === active && draft !== null) return;
    const html = part.outerHTML;
    const old = find("part", name);
    if (!old || (served.get(name) === html && old.dataset.painted === undefined)) return;
    served.set(name, html);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const node = document.importNode(part, true);
    old.replaceWith(node);
    if (!focused) return;
    const again = focused.dataset.why ? node.querySelector(`[data-why="${focused.dataset.why}"]`) : node.querySelector("a, button");
    if (again) again.focus({ preventScroll: true });
  }
  /* A remark on the round stands under the ledger, where the keypad hides it: a new one shows above the keys too. */
  const remarks = () => [...find("round", shown).querySelectorAll(".under > .notice")];
  let remarked = new Set(remarks().map((remark) => remark.textContent));
  function remind() {
    const fresh = remarks().find((remark) => !remarked.has(remark.textContent));
    remarked = new Set(remarks().map((remark) => remark.textContent));
    for (const old of notes.querySelectorAll(".remark")) if (!remarked.has(old.textContent)) old.remove();
    if (!fresh || !active || notes.querySelector(".refusal")) return;
    const copy = fresh.cloneNode(true);
    copy.classList.add("remark");
    notes.replaceChildren(copy);
  }

  /* What rises above the keypad must not hide the cell being written. */
  new ResizeObserver(() => {
    if (active) cellAt(active).scrollIntoView({ block: "nearest", inline: "nearest" });
  }).observe(notes);

  /* What the page decides by itself: the round shown, the explanation opened, the cell being written. */
  function apply() {
    for (const section of live().querySelectorAll(".round")) section.hidden = Number(section.dataset.round) !== shown;
    for (const chip of live().querySelectorAll(".round-chips a")) {
      if (Number(chip.dataset.goRound) === shown) chip.setAttribute("aria-current", "true");
      else chip.removeAttribute("aria-current");
    }
    for (const box of live().querySelectorAll(".why")) box.hidden = box.id !== openWhy;
    for (const opener of live().querySelectorAll("td [data-why]")) opener.setAttribute("aria-expanded", String(opener.dataset.why === openWhy));
    const heading = document.querySelector(".top-title");
    if (heading) heading.textContent = phrase(words.sayHeading, { n: shown });
    paintAll();
  }

  const EVERY = 2000;
  let timer = 0;
  let looking = false;
  let again = false;
  let over = live().dataset.finished === "1";
  let misses = 0;
  let known = Number(live().dataset.version);
  async function look() {
    clearTimeout(timer);
    again = looking;
    if (looking || document.visibilityState !== "visible") return;
    looking = true;
    try {
      const response = await fetch(`${words.totals}?v=${live().dataset.version}&round=${shown}`, { signal: AbortSignal.timeout(10000) });
      misses = 0;
      if (offline) {
        offline = false;
        flush();
      }
      over = response.status === 286 || (over && response.status === 204);
      if (response.ok && response.status !== 204) merge(await response.text());
      else if (response.status === 403 || response.status === 404) {
        over = true;
        blocked = true;
        const answer = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("#page-error .refusal");
        note(answer ? answer.textContent.trim() : words.sayFailed);
      }
    } catch (error) {
      misses += 1;
    }
    looking = false;
    if (again) look();
    else if (!over) timer = setTimeout(look, EVERY * Math.min(1 + misses, 6));
  }

  /* Moving about */
  function goRound(number, write) {
    commit();
    const writing = Boolean(active) || write;
    activate(null);
    shown = number;
    openWhy = "";
    history.replaceState(null, "", `?round=${number}`);
    const first = pad && writing ? nextEmpty(columns()[columns().length - 1]) : null;
    apply();
    if (first) activate(first, write);
    scrollTo({ top: 0 });
  }
  function onClick(event) {
    const at = (selector) => (event.target instanceof Element ? event.target.closest(selector) : null);
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const key = at("[data-key]");
    const cell = at("[data-cell]");
    const round = at("[data-go-round]");
    const why = at("[data-why]");
    if (key) press(key.dataset.key);
    else if (cell && pad && at("a")) {
      event.preventDefault();
      if (cell.dataset.cell === active) return;
      commit();
      activate(cell.dataset.cell, true);
    } else if (round) {
      event.preventDefault();
      goRound(Number(round.dataset.goRound), round.dataset.goWrite !== undefined);
      if (why) explain(why.dataset.why);
    } else if (why) {
      event.preventDefault();
      explain(why.dataset.why === openWhy ? "" : why.dataset.why);
    }
  }
  function explain(id) {
    commit();
    if (id && !wide.matches) activate(null); // the explanation takes the keypad's place
    openWhy = id;
    apply();
    const box = id && document.getElementById(id);
    if (box) box.scrollIntoView({ block: "nearest" });
  }
  const KEYS = {
    back: erase,
    next: () => next(false),
    undo,
    close: () => {
      commit();
      activate(null);
    },
  };
  function press(key) {
    if (KEYS[key]) KEYS[key]();
    else type(key);
  }

  const MOVES = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  function onKey(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (!pad || event.altKey || target.closest("input, textarea, select, .menu")) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z" && !event.shiftKey) {
        event.preventDefault();
        undo();
      }
      return;
    }
    const elsewhere = target.closest("a, button, summary") && !target.closest("[data-cell]");
    if (/^[0-9+]$/.test(event.key)) {
      if (!active) activate(nextEmpty(null), true);
      type(event.key);
    } else if (!active) return;
    else if (MOVES[event.key] && !elsewhere) step(...MOVES[event.key]);
    else if (event.key === "Enter" && !elsewhere) next(true);
    else if (event.key === "Backspace") erase();
    else if (event.key === "Delete") {
      if (draft === null) see();
      setDraft("");
    } else if (event.key === "Escape") {
      if (draft === null) activate(null);
      else revert();
    } else return;
    event.preventDefault();
  }

  /* The screen may stay on while the table counts; where the browser can't, the button isn't there. */
  const wakeButton = document.querySelector("[data-wake]");
  let wakeLock = null;
  async function keepAwake() {
    try {
      wakeLock = await navigator.wakeLock.request("screen");
    } catch (error) {
      wakeLock = null; // low battery or a hidden tab: asked again when the tab comes back
    }
    wakeButton.setAttribute("aria-pressed", String(Boolean(wakeLock)));
  }
  async function toggleAwake() {
    if (!wakeLock) {
      await keepAwake();
      return;
    }
    const lock = wakeLock;
    wakeLock = null;
    wakeButton.setAttribute("aria-pressed", "false");
    await lock.release();
  }
  if (wakeButton && "wakeLock" in navigator) {
    wakeButton.hidden = false;
    wakeButton.addEventListener("click", toggleAwake);
  }

  function onVisible() {
    if (document.visibilityState !== "visible") return;
    if (wakeLock && wakeLock.released) keepAwake();
    look();
    flush();
  }
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  document.addEventListener("visibilitychange", onVisible);
  addEventListener("online", onVisible);
  addEventListener("pagehide", commit);

  /* The form of the page without scripts gives way to the keypad. */
  const form = document.getElementById("write");
  if (form) form.hidden = true;
  if (pad) {
    const asked = form && form.elements.namedItem("cell");
    const refusedText = asked && notes.children.length ? form.elements.namedItem("text").value : null;
    const first = asked ? asked.value : nextEmpty(columns()[columns().length - 1]);
    if (first && !openWhy) activate(first);
    if (refusedText !== null && active) {
      see();
      setDraft(refusedText);
    }
  }
  apply();
  flush();
  if (!over) timer = setTimeout(look, EVERY);
})();
