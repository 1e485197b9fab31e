/* What scripts ask of a page, and how they speak on it. */

/** @type {(selector: string, home?: ParentNode) => HTMLElement} */
export const one = (selector, home = document) => home.querySelector(selector);
/** None in a part that isn't there. @type {(selector: string, home?: ParentNode) => HTMLElement[]} */
export const all = (selector, home = document) => (home ? [...home.querySelectorAll(selector)] : []);
/** What an event came to, or what that stands in. @type {(event: Event, selector: string) => HTMLElement | null} */
export const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);
/** A click that opens nothing elsewhere. @type {(event: MouseEvent) => boolean} */
export const isPlain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
/** «Ctrl+Z», also where that is «⌘Z». @type {(event: KeyboardEvent) => boolean} */
export const isUndo = (event) => (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z";

/** Fills the places of a text: «{n} записей». @type {(text: string, values: Record<string, any>) => string} */
export const phrase = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
/** @type {(n: number) => string} */
export const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "\u2212"));

/** @type {<E extends Element>(fresh: E, attributes: Record<string, any>, ...children: (Node | string)[]) => E} */
function made(fresh, attributes, ...children) {
  for (const [name, value] of Object.entries(attributes)) fresh.setAttribute(name, value);
  fresh.append(...children);
  return fresh;
}
/** @type {(tag: string, attributes?: Record<string, any>, ...children: (Node | string)[]) => HTMLElement} */
export const element = (tag, attributes = {}, ...children) => made(document.createElement(tag), attributes, ...children);
const SVG = "http://www.w3.org/2000/svg";
/** @type {(tag: string, attributes?: Record<string, any>, ...children: (Node | string)[]) => Element} */
export const drawn = (tag, attributes = {}, ...children) => made(document.createElementNS(SVG, tag), attributes, ...children);

/** Reads out a text, and the same once more where it is news again. @type {(text: string) => void} */
export function readOut(text) {
  const live = one("#live");
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** A name that nothing else has. @type {() => string} */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12)); // randomUUID is missing over plain http
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
