/* A seat's share of the deal: drawn here, kept here, so that this device can see after the end that it was used. */
import { read, write } from "./storage.js";

const key = (match) => `deal.${match}`;

function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* Which share each place has of this device: one that is sent again, or by another of its pages, is the same. */
function ready(form) {
  const { deal, commitment } = form.dataset;
  const before = read(key(deal));
  const shares = before && before.commitment === commitment ? before.shares : {};
  for (const field of form.querySelectorAll("[data-share]")) {
    field.value = shares[field.dataset.share] || drawn();
    shares[field.dataset.share] = field.value;
  }
  return { commitment, shares };
}

for (const form of document.querySelectorAll("form[data-deal]")) {
  const drawing = ready(form);
  form.addEventListener("submit", () => write(key(form.dataset.deal), drawing));
  if ("auto" in form.dataset) form.requestSubmit();
}

const own = document.querySelector("[data-own-deal]");
const mine = own && read(key(own.dataset.ownDeal));
if (mine) {
  const show = (name) => { const line = own.querySelector(`[data-${name}]`); if (line) line.hidden = false; };
  const used = [...document.querySelectorAll("code.hash")].map((code) => code.textContent);
  own.hidden = false;
  show(mine.commitment === own.dataset.commitment ? "same" : "other");
  show(Object.values(mine.shares).every((share) => used.includes(share)) ? "share-in" : "share-out");
}
