/* Parts of the table that are as the page has them don't come again: the page says which it has, and the answer
   leaves a place where htmx puts them. A page that has changed meanwhile asks for the whole table. What came is kept
   on this device, too, and all of it goes where the table opens no more. */
import { forget, keepPart } from "./kept-page.js";

const PLACE = /id="([^"]+)" data-kept="([^"]+)" hx-preserve/g;
const has = (id, digest) => {
  const part = document.getElementById(id);
  return Boolean(part) && part.dataset.kept === digest;
};
let whole = false;

/* What comes when it is unfolded. */
document.addEventListener("toggle", (/** @type {any} */ { target: fold }) => {
  const link = fold.open && fold.querySelector(":scope > .later > a");
  if (!link || fold.closest(".at-show")) return;
  window.htmx.ajax("GET", link.href, { source: link, target: link.parentElement, swap: "outerHTML", select: `#${link.hash.slice(1)} > .later` });
}, true);

document.addEventListener("htmx:configRequest", (event) => {
  const { target, headers } = event.detail;
  if (!target || target.id !== "table" || whole) return;
  headers["Table-Has"] = [...document.querySelectorAll("#table [data-kept]")].map((part) => part.dataset.kept).join(" ");
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, serverResponse, xhr, requestConfig } = event.detail;
  if (!target || target.id !== "table" || xhr.status === 204) return;
  if (requestConfig.verb === "get" && [403, 404, 410].includes(xhr.status)) forget();
  else keepPart("table", serverResponse);
  if ([...serverResponse.matchAll(PLACE)].every(([, id, digest]) => has(id, digest))) return;
  event.detail.shouldSwap = false;
  whole = true;
  window.htmx.ajax("GET", location.href, { target: "#table", swap: "outerHTML" });
  whole = false;
});
