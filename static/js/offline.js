/* Reading without a network: browsers have workers by https and on this computer alone; elsewhere nothing happens.
   The worker keeps what is the same for everybody (service-worker.js). It may change to a new edition only while
   nothing written here waits for the server. */
import { element, one } from "./page.js";

const { worker, edition, pocket } = document.querySelector("script[data-worker]").dataset;
const OUTBOX = /^sheet\..+\.outbox$/; // sheet.js: one for each sheet, gone when it is empty

function waiting() {
  try {
    return Object.keys(localStorage)
      .filter((key) => OUTBOX.test(key))
      .reduce((sum, key) => sum + JSON.parse(localStorage.getItem(key)).length, 0);
  } catch (error) {
    return 0; // no storage, so nothing waits in it
  }
}

/* The page that a worker shows instead of a sheet says what of it is still on this device. */
for (const line of document.querySelectorAll("[data-waiting]")) {
  const n = waiting();
  line.hidden = n === 0;
  line.textContent = line.dataset.waiting.replace("{n}", String(n));
}

/* And it leads to the sheets and tables that can be seen here, the last first (kept-page.js). */
async function lead(section) {
  if (!(await caches.has("kept"))) return;
  const cache = await caches.open("kept");
  for (const { url } of [...(await cache.keys())].reverse()) {
    const answer = await cache.match(url);
    if (!answer.headers.has("Kept-At")) continue;
    const { title } = new DOMParser().parseFromString(await answer.text(), "text/html");
    one("ul", section).append(element("li", {}, element("a", { class: "row", href: url }, title)));
    section.hidden = false;
  }
}
const section = one("[data-kept-pages]");
if (section) lead(section);

/* Who took the pocket along has a worker in which this one is; one of an edition that is gone stays what it was. */
async function isPocketed() {
  const registration = pocket && (await navigator.serviceWorker.getRegistration());
  return Boolean(registration?.active) && new URL(registration.active.scriptURL).pathname.startsWith("/pocket/");
}

async function keep() {
  if (!(await isPocketed())) await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ edition, idle: waiting() === 0 });
}
if ("serviceWorker" in navigator) addEventListener("load", () => keep().catch(() => {})); // as good as no worker
