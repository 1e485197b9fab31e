/* What every page needs beyond htmx: theme, search, copying, terms, polling, messages. No page depends on it for reading. */
import { all, closest, element, isPlain, newId } from "./page.js";
import { writeText } from "./storage.js";

const root = document.documentElement;
const words = () => document.body.dataset;

function say(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.textContent = "";
  setTimeout(() => { live.textContent = text; }, 60);
}

/* Theme: the switch turns to the other one; turning back to the system's own forgets the choice. */
const night = matchMedia("(prefers-color-scheme: dark)");
function toggleTheme() {
  const system = night.matches ? "dark" : "light";
  const next = (root.dataset.theme || system) === "dark" ? "light" : "dark";
  if (next === system) delete root.dataset.theme;
  else root.dataset.theme = next;
  writeText("theme", next === system ? null : next);
}

/* Search: "/" goes to the field, Escape leaves it, arrows walk through what was found. */
const shown = (element) => element && element.getClientRects().length > 0;
function openSearch() {
  const fields = [...document.querySelectorAll("input[data-search]")];
  let field = fields.find((input) => !input.closest(".in-header") && shown(input)) || fields.find(shown);
  if (!field && fields.length) {
    root.classList.add("search-open");
    field = fields[0];
  }
  if (field) {
    field.focus();
    field.select();
  }
  return Boolean(field);
}
function closeSearch(form) {
  const results = form && form.querySelector(".search-results");
  const overlay = form && (form.matches(".in-header") || form.matches(".drop"));
  if (results && overlay) results.replaceChildren();
  const wasOpen = root.classList.contains("search-open");
  root.classList.remove("search-open");
  if (wasOpen) {
    const toggle = document.querySelector("[data-search-open]");
    if (shown(toggle)) toggle.focus();
  }
}
function walkResults(event, form) {
  const links = [...form.querySelectorAll(".search-results a[href]:not(.chip)")];
  if (!links.length) return;
  event.preventDefault();
  const step = event.key === "ArrowDown" ? 1 : -1;
  const at = links.indexOf(document.activeElement) + step;
  (at < 0 ? form.querySelector("input[data-search]") : links[Math.min(at, links.length - 1)]).focus();
}

/* Copying: the clipboard API where there is one (https), a hidden field elsewhere. */
function copyByHand(text) {
  const field = element("textarea", { class: "sr-only", readonly: "" }, text);
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
async function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(() => true, () => copyByHand(text));
  }
  return copyByHand(text);
}
async function copyFrom(button) {
  const source = button.dataset.copyFrom && document.querySelector(button.dataset.copyFrom);
  const text = source ? (source.value ?? source.textContent).trim() : button.dataset.copy;
  const done = await copyText(text);
  say(done ? words().copied : words().copyFailed);
  if (!done) return;
  const label = button.querySelector(".label-text");
  if (label && !button.dataset.label) {
    button.dataset.label = label.textContent;
    label.textContent = words().copied;
  }
  button.classList.add("done");
  setTimeout(() => {
    button.classList.remove("done");
    if (label && button.dataset.label) label.textContent = button.dataset.label;
    delete button.dataset.label;
  }, 2000);
}

/* Words of the glossary: a link that opens in place. */
let popover = null;
function closeTerm(refocus) {
  if (!popover) return;
  const { box, link } = popover;
  popover = null;
  box.remove();
  link.setAttribute("aria-expanded", "false");
  link.removeAttribute("aria-describedby");
  if (refocus) link.focus();
}
function place(box, link) {
  const rect = link.getClientRects()[0] || link.getBoundingClientRect();
  const frame = box.offsetParent ? box.offsetParent.getBoundingClientRect() : { left: -scrollX, top: -scrollY };
  const left = Math.max(16, Math.min(rect.left, root.clientWidth - box.offsetWidth - 16));
  const roomBelow = innerHeight - rect.bottom > box.offsetHeight + 90;
  const sheet = link.closest("dialog");
  const ceiling = sheet ? sheet.getBoundingClientRect().top : 62; // what hangs over the page, or over the sheet
  const top = roomBelow || rect.top - ceiling < box.offsetHeight + 8 ? rect.bottom + 8 : rect.top - box.offsetHeight - 8;
  box.style.left = `${left - frame.left}px`;
  box.style.top = `${top - frame.top}px`;
}
async function openTerm(link) {
  const same = popover && popover.link === link;
  closeTerm(false);
  if (same) return;
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer || !answer.ok) {
    location.assign(link.href);
    return;
  }
  const box = element("span", { class: "popover", id: "term-popover", role: "note" });
  box.innerHTML = await answer.text();
  closeTerm(false);
  link.after(box);
  link.setAttribute("aria-expanded", "true");
  link.setAttribute("aria-describedby", box.id);
  popover = { box, link };
  place(box, link);
  say(box.textContent.replace(/\s+/g, " ").trim());
}

/* Rules: a link that leads back to this very page opens its rule over it. */
function leadsBackHere(link) {
  const from = new URL(link.href, location.href).searchParams.get("from") || "";
  return from.split("?")[0] === location.pathname && !("whole" in link.dataset);
}
function ruleSheet() {
  const sheet = element("dialog", { class: "rule-note", "aria-labelledby": "sheet-title" });
  sheet.addEventListener("close", () => sheet.remove());
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); }); // beside it
  document.body.append(sheet);
  return sheet;
}
async function openRule(link) {
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer || !answer.ok) {
    location.assign(link.href);
    return;
  }
  openNote(await answer.text(), "");
}
/** A fragment in a sheet over the page. @type {(said: string, kind: string) => void} */
export function openNote(said, kind) {
  const sheet = document.querySelector("dialog.rule-note") || ruleSheet();
  sheet.className = `rule-note ${kind}`.trim();
  sheet.innerHTML = said;
  if (sheet.querySelector("#sheet-about")) sheet.setAttribute("aria-describedby", "sheet-about");
  else sheet.removeAttribute("aria-describedby");
  window.htmx.process(sheet);
  if (sheet.open) sheet.querySelector("[autofocus], h1, h2")?.focus();
  else sheet.showModal();
  sheet.scrollTop = 0;
}

/* Polling: elements with data-poll="2000" get the event "poll" while somebody looks at the page. */
const asked = new WeakMap();
const patience = new WeakMap();
function poll() {
  if (document.visibilityState !== "visible") return;
  const now = performance.now();
  for (const element of document.querySelectorAll("[data-poll]")) {
    const wait = Number(element.dataset.poll) * (patience.get(element) || 1);
    if (!asked.has(element)) asked.set(element, now);
    else if (now - asked.get(element) >= wait) {
      asked.set(element, now);
      element.dispatchEvent(new CustomEvent("poll"));
    }
  }
}
function pollNow() {
  for (const element of document.querySelectorAll("[data-poll]")) asked.set(element, -Infinity);
  poll();
}

function stopPolling(element) {
  const current = element.isConnected ? element : element.id && document.getElementById(element.id);
  if (current) current.removeAttribute("data-poll");
}

/* Heights that sticky things take, so that focus never lands under them. */
const measured = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const name = target.matches(".top") ? "--top-h" : "--dock-h";
    root.style.setProperty(name, `${Math.ceil(target.getBoundingClientRect().height)}px`);
  }
});
function measure() {
  for (const element of document.querySelectorAll(".top, .dock")) measured.observe(element);
  if (!document.querySelector(".dock")) root.style.removeProperty("--dock-h");
}

function onClick(event) {
  const copy = closest(event, "[data-copy], [data-copy-from]");
  if (copy) {
    event.preventDefault();
    copyFrom(copy);
    return;
  }
  const plain = isPlain(event);
  const term = closest(event, "a.term");
  if (term && plain) {
    event.preventDefault();
    openTerm(term);
    return;
  }
  const rule = closest(event, 'a[href*="from="], a[data-enlarge]');
  if (rule && plain && ("enlarge" in rule.dataset || leadsBackHere(rule))) {
    event.preventDefault();
    openRule(rule);
    return;
  }
  if (!closest(event, ".popover")) closeTerm(false);
  if (closest(event, "[data-theme-toggle]")) toggleTheme();
  if (closest(event, "[data-search-open]") && plain && openSearch()) event.preventDefault();
  const closer = closest(event, "[data-search-close]");
  if (closer) closeSearch(closer.closest("form"));
  else if (!closest(event, ".search, [data-search-open]")) {
    for (const form of document.querySelectorAll(".search.in-header, .search.drop")) form.querySelector(".search-results").replaceChildren();
  }
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
}

function onKey(event) {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (openSearch()) event.preventDefault();
    return;
  }
  const form = closest(event, "form.search");
  if (form && (event.key === "ArrowDown" || event.key === "ArrowUp")) walkResults(event, form);
  if (event.key !== "Escape") return;
  if (popover) closeTerm(true);
  else if (form) {
    const field = form.querySelector("input[data-search]");
    if (document.activeElement !== field) field.focus();
    closeSearch(form);
    if (shown(field) && form.matches(".in-header")) field.blur();
  }
  const menu = closest(event, "details.menu[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
}

/* htmx: whole error pages come down to their message, broken lines are told. What asks again by itself, as polls
   do and what `data-again` marks, isn't replaced by «come later». */
function onBeforeSwap(event) {
  const { xhr } = event.detail;
  if (xhr.status === 503 && event.detail.requestConfig.elt.matches("[data-poll], [data-again]")) {
    event.detail.shouldSwap = false;
    event.detail.isError = true; // tells htmx:responseError
    return;
  }
  if (xhr.status === 286) {
    event.detail.shouldSwap = true;
    stopPolling(event.detail.requestConfig.elt);
  }
  if (xhr.status >= 400 && xhr.responseText.includes('id="page-error"')) {
    event.detail.selectOverride = "#page-error";
  }
}
function onFailure(event) {
  const element = event.detail.elt;
  if (element.matches("[data-poll]")) patience.set(element, Math.min((patience.get(element) || 1) * 2, 15));
  else say(event.type === "htmx:sendError" ? words().offline : words().failed);
  element.classList.add("failed");
}
function onAnswer(event) {
  if (!event.detail.xhr || event.detail.xhr.status === 0 || event.detail.failed) return;
  patience.delete(event.detail.elt);
  event.detail.elt.classList.remove("failed");
  if (event.detail.xhr.status === 286) stopPolling(event.detail.elt);
  if (event.detail.xhr.getResponseHeader("HX-Redirect")) hold(event.detail.elt);
}

/* A second tap of a wet finger: what leads to another page, itself or by its answer, isn't sent twice while that
   page is on its way. */
const PENDING = 3000;
function hold(form) {
  form.dataset.pending = "yes";
  setTimeout(() => { delete form.dataset.pending; }, PENDING);
}
function onRequest(event) {
  if (event.detail.elt.dataset.pending) event.preventDefault();
}
function onSubmit(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.pending) event.preventDefault();
  else hold(form);
}

/* Whoever came by a code stays on one page all evening: our letters, late for it, come when nobody is looking. */
function onVisibility() {
  const late = document.visibilityState === "hidden" && document.querySelector("link[data-letters]");
  if (late) {
    const again = late.cloneNode(); // a face that came too late stays unused; a new one finds its file at hand
    delete again.dataset.letters;
    late.replaceWith(again);
  }
  pollNow();
}

/* An address leads to what it names, also where that is folded. */
function openTarget() {
  const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const folded = named && named.querySelector(":scope > details:not([open])");
  if (folded) folded.open = true;
}

/* htmx runs no script tag: a part of a page that needs a module names it. */
function bringModules() {
  for (const part of document.querySelectorAll("[data-needs]")) import(/** @type {HTMLElement} */ (part).dataset.needs);
}

/* A form that is shown again, and not drawn anew, begins something else than it began before. */
function onShow({ persisted }) {
  if (!persisted && !root.dataset.seen) return;
  for (const field of all("[data-form-id]")) /** @type {HTMLInputElement} */ (field).value = newId();
}

addEventListener("pageshow", onShow);
document.addEventListener("click", onClick);
document.addEventListener("submit", onSubmit);
document.addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", onVisibility);
addEventListener("hashchange", openTarget);
addEventListener("online", pollNow);
setInterval(poll, 250);
addEventListener("scroll", () => root.classList.toggle("scrolled", scrollY > 4), { passive: true });
document.addEventListener("htmx:beforeSwap", onBeforeSwap);
document.addEventListener("htmx:afterSettle", measure);
document.addEventListener("htmx:afterSettle", bringModules);
document.addEventListener("htmx:beforeRequest", onRequest);
document.addEventListener("htmx:afterRequest", onAnswer);
document.addEventListener("htmx:sendError", onFailure);
document.addEventListener("htmx:responseError", onFailure);
measure();
bringModules();
openTarget();
