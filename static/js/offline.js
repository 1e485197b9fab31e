/* Reading without a network: browsers have workers by https and on this computer alone; elsewhere nothing happens.
   The worker keeps what is the same for everybody (service-worker.js). It may change to a new edition only while
   nothing written here waits for the server. */
const { worker, edition } = document.querySelector("script[data-worker]").dataset;
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

async function keep() {
  await navigator.serviceWorker.register(worker);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ edition, idle: waiting() === 0 });
}
if ("serviceWorker" in navigator) addEventListener("load", () => keep().catch(() => {})); // as good as no worker
