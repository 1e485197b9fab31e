// The picture of a game that is over. Without this script its key is a link to the picture, or to a page that waits for it.
// Who taps before it is drawn stays here and sees that it is being drawn. Where the phone can share files, the picture is
// fetched first, because sharing has to follow a tap at once.
const ready = new WeakMap();
const live = document.getElementById("live");

function mayShare() {
  if (!window.isSecureContext || !navigator.canShare) return false;
  return navigator.canShare({ files: [new File([], "picture.png", { type: "image/png" })] });
}

function say(key, words) {
  const label = key.querySelector("[data-label]");
  label.dataset.label ||= label.textContent;
  label.textContent = words || label.dataset.label;
  live.textContent = words || "";
}

// The answer with the picture, once it is drawn.
async function drawn(key) {
  for (;;) {
    const answer = await fetch(key.href, { headers: { Accept: "text/html, image/png" } });
    if (answer.status === 200) return answer;
    if (answer.status !== 202 && answer.status !== 503) throw new Error(String(answer.status));
    say(key, key.dataset.drawing);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("Retry-After") || 3)));
  }
}

async function prepare(key) {
  key.setAttribute("role", "button");
  key.setAttribute("aria-disabled", "true");
  try {
    ready.set(key, new File([await (await drawn(key)).blob()], key.dataset.picture, { type: "image/png" }));
    say(key);
  } catch {
    key.removeAttribute("role"); // a file, then, if it can be had at all
    say(key);
  }
  key.removeAttribute("aria-disabled");
}

function prepareNew() {
  for (const key of document.querySelectorAll("[data-picture]:not([data-prepared])")) {
    key.dataset.prepared = "";
    prepare(key);
  }
}

async function save(key) {
  if (key.hasAttribute("aria-disabled")) return;
  key.setAttribute("aria-disabled", "true");
  say(key, key.dataset.drawing);
  try {
    await drawn(key);
    say(key);
    key.download = key.dataset.picture;
    key.click();
    key.removeAttribute("download");
  } catch {
    say(key, key.dataset.failed);
  }
  key.removeAttribute("aria-disabled");
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-picture]");
  if (!key || key.hasAttribute("download")) return;
  event.preventDefault();
  const file = ready.get(key);
  if (file) navigator.share({ files: [file] }).catch(() => {}); // who changes their mind has said no
  else save(key);
});

if (mayShare()) {
  prepareNew();
  new MutationObserver(prepareNew).observe(document.body, { childList: true, subtree: true });
}
