/* A seat's share of the deal: drawn here, kept here, so that this device can see after the end that it was used. */
const key = (match) => `deal.${match}`;

function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function kept(match) {
  try {
    return JSON.parse(localStorage.getItem(key(match)));
  } catch (error) {
    return null;
  }
}

/* Which share each place has of this device: one that is sent again, or by another of its pages, is the same. */
function ready(form) {
  const { deal, commitment } = form.dataset;
  const before = kept(deal);
  const shares = before && before.commitment === commitment ? before.shares : {};
  for (const field of form.querySelectorAll("[data-share]")) {
    field.value = shares[field.dataset.share] || drawn();
    shares[field.dataset.share] = field.value;
  }
  return JSON.stringify({ commitment, shares });
}

function keep(form, text) {
  try {
    localStorage.setItem(key(form.dataset.deal), text);
  } catch (error) {
    document.documentElement.dataset.storage = "none";
  }
}

for (const form of document.querySelectorAll("form[data-deal]")) {
  const text = ready(form);
  form.addEventListener("submit", () => keep(form, text));
  if ("auto" in form.dataset) form.requestSubmit();
}

const own = document.querySelector("[data-own-deal]");
const mine = own && kept(own.dataset.ownDeal);
if (mine) {
  const show = (name) => { const line = own.querySelector(`[data-${name}]`); if (line) line.hidden = false; };
  const used = [...document.querySelectorAll("code.hash")].map((code) => code.textContent);
  own.hidden = false;
  show(mine.commitment === own.dataset.commitment ? "same" : "other");
  show(Object.values(mine.shares).every((share) => used.includes(share)) ? "share-in" : "share-out");
}
