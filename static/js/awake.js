/* The screen may stay on while the table counts or mixes; where the browser can't, the button isn't there. */
(() => {
  "use strict";
  const button = document.querySelector("[data-wake]");
  if (!button || !("wakeLock" in navigator)) return;
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
  button.hidden = false;
  button.addEventListener("click", () => (lock ? release() : keep()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && lock && lock.released) keep();
  });
})();
