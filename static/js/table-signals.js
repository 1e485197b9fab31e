/* Sound and vibration as one's turn comes, for who wishes them: kept on the device, off until then. */
import { all, one } from "./page.js";
import { readText, writeText } from "./storage.js";
import { isMine } from "./table-news.js";

const NOTES = [[523, 0], [784, .14]]; // hertz, and after how many seconds
const LASTS = .5; // seconds
let audio = null;
let wasMine = isMine();

function ring() {
  audio ||= new AudioContext();
  audio.resume();
  for (const [pitch, after] of NOTES) {
    const [tone, loud, from] = [audio.createOscillator(), audio.createGain(), audio.currentTime + after];
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(.16, from);
    loud.gain.exponentialRampToValueAtTime(.001, from + LASTS);
    tone.connect(loud).connect(audio.destination);
    tone.start(from);
    tone.stop(from + LASTS);
  }
}

const SIGNALS = { sound: ring, vibration: () => navigator.vibrate(180) };
const can = { sound: "AudioContext" in window, vibration: "vibrate" in navigator };
const key = (name) => `turn-${name}`;
const wished = (name) => readText(key(name)) === "on";

for (const button of all("[data-signal]")) {
  const name = button.dataset.signal;
  button.hidden = !can[name];
  button.setAttribute("aria-pressed", String(wished(name)));
  button.addEventListener("click", () => {
    writeText(key(name), wished(name) ? null : "on");
    button.setAttribute("aria-pressed", String(wished(name)));
    if (wished(name)) SIGNALS[name](); // that is how it will be
  });
}

document.addEventListener("htmx:afterSettle", () => {
  if (!one("#table")) return;
  const comes = isMine() && !wasMine;
  wasMine = isMine();
  if (!comes) return;
  for (const name of Object.keys(SIGNALS)) if (can[name] && wished(name)) SIGNALS[name]();
});
