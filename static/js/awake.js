/* The screen may stay on while the table counts or mixes. Where the browser can't, the button isn't there, and a
   line says why if it is for the address: over plain http no browser does it. */
const button = document.querySelector("[data-wake]");
const why = document.querySelector("[data-no-wake]");
if (why) why.hidden = isSecureContext;
let lock = null;
async function keep() {
  lock = await navigator.wakeLock.request("screen").catch(() => null); // low battery, or a hidden tab
  button.setAttribute("aria-pressed", String(Boolean(lock)));
}
async function release() {
  const held = lock;
  lock = null;
  button.setAttribute("aria-pressed", "false");
  await held.release();
}
if (button && "wakeLock" in navigator) {
  button.hidden = false;
  button.addEventListener("click", () => (lock ? release() : keep()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && lock && lock.released) keep();
  });
}
