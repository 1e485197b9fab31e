// The picture of a game that is over. Without this script, and over plain http, its key is a link to a file. Where the
// phone can share files, the picture is fetched first, because sharing has to follow a tap at once.
(() => {
  "use strict";
  const ready = new WeakMap();

  function mayShare() {
    if (!window.isSecureContext || !navigator.canShare) return false;
    return navigator.canShare({ files: [new File([], "picture.png", { type: "image/png" })] });
  }

  async function prepare(key) {
    key.removeAttribute("download");
    key.setAttribute("role", "button");
    key.setAttribute("aria-disabled", "true");
    try {
      const answer = await fetch(key.href);
      if (!answer.ok) throw new Error(answer.status);
      ready.set(key, new File([await answer.blob()], key.dataset.picture, { type: "image/png" }));
    } catch {
      key.setAttribute("download", key.dataset.picture); // a file, then, if it can be had at all
      key.removeAttribute("role");
    }
    key.removeAttribute("aria-disabled");
  }

  function prepareNew() {
    for (const key of document.querySelectorAll("[data-picture]:not([data-prepared])")) {
      key.dataset.prepared = "";
      prepare(key);
    }
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-picture]");
    if (!key || !mayShare() || key.hasAttribute("download")) return;
    event.preventDefault();
    const file = ready.get(key);
    if (file) navigator.share({ files: [file] }).catch(() => {}); // who changes their mind has said no
  });

  if (mayShare()) {
    prepareNew();
    new MutationObserver(prepareNew).observe(document.body, { childList: true, subtree: true });
  }
})();
