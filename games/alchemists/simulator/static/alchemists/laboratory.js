/* The bench: two ingredients and no more, an action that gets through however bad the wifi is. Without it the forms work by themselves. */
import { element } from "/static/js/page.js";

const AGAIN = 2500; // milliseconds between tries

/* Two ingredients: a third takes the place of the one chosen first. */
const order = new WeakMap(); // form -> its chosen boxes, the first one first
const boxes = (form) => [...form.querySelectorAll("input[type=checkbox][name=i]")];
function choose(form, box) {
  const chosen = (order.get(form) || []).filter((one) => one !== box);
  if (box.checked) chosen.push(box);
  while (chosen.length > 2) chosen.shift().checked = false;
  order.set(form, chosen);
  paint(form);
}
function paint(form) {
  const line = form.querySelector("[data-pair]");
  const pairs = boxes(form).length > 0;
  const chosen = order.get(form) || [];
  if (line) {
    const names = chosen.map((box) => box.dataset.name).join(" + ");
    const rest = chosen.length ? `${names} + ${form.dataset.two.toLowerCase()}` : form.dataset.none;
    line.textContent = chosen.length === 2 ? names : rest;
    line.classList.toggle("empty-pair", chosen.length < 2);
  }
  for (const button of form.querySelectorAll("[data-go]")) {
    if (pairs && chosen.length < 2) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

/* An action is sent with a number of its own, so that trying again can't make it twice. */
function place(form, box) {
  const old = form.querySelector(".lb-told");
  if (old) old.replaceWith(box);
  else form.querySelector(".lb-dock").before(box);
  box.scrollIntoView({ block: "nearest" });
}
function sentence(text, link) {
  if (!link) return [text];
  const href = `${link.url}?from=${encodeURIComponent(location.pathname.replace(/\/act$/, ""))}`;
  return [`${text} `, element("a", { class: "clause-link", href }, link.number)];
}
function notice(form, text, link) {
  const words = element("span", {}, ...sentence(text, link));
  place(form, element("p", { class: "refusal lb-told", role: "alert" }, words));
}
/* Nothing is shown yet: the button sends the same choice again, and says that this was read. */
function caution(form, said) {
  const box = document.querySelector("template[data-caution]").content.firstElementChild.cloneNode(true);
  box.querySelector("p").append(...sentence(said.message, said.clause));
  box.querySelector("button").value = said.sure;
  place(form, box);
}
async function send(form, fields) {
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.action, { method: "POST", body: fields, headers, redirect: "error" }).catch(() => null);
  if (!answer || answer.status >= 500) {
    notice(form, document.body.dataset.offline);
    setTimeout(() => send(form, fields), AGAIN);
    return;
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok && said) {
    location.assign(said.url);
    return;
  }
  delete form.dataset.sending;
  if (said && said.sure) caution(form, said);
  else if (said && said.message) notice(form, said.message, said.clause);
  else notice(form, document.body.dataset.failed);
}
function onSubmit(event) {
  const form = event.target;
  if (!form.matches("[data-bench]")) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  form.dataset.sending = "yes";
  send(form, fields);
}

for (const form of document.querySelectorAll("[data-bench]")) {
  order.set(form, boxes(form).filter((box) => box.checked));
  paint(form);
}
document.addEventListener("change", (event) => {
  event.target.form?.querySelector(".notice.lb-told")?.remove(); // another choice, which may need no caution
  if (event.target.matches("[data-bench] input[name=i][type=checkbox]")) choose(event.target.form, event.target);
});
document.addEventListener("submit", onSubmit, true);
/* Back from an outcome: what stood in the cauldron is nobody's business any more. */
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
