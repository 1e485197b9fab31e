/* Names typed one after the other: Enter goes on to the next row, and from the last one the form is sent. */
const NAMES = "input[name=name], input[name^='name-']";

/* Where fewer sit down than there are seats, the others aren't shown. */
const isTaken = (field) => field.getClientRects().length > 0;

function nextOf(field) {
  const fields = [...field.form.querySelectorAll(NAMES)].filter((each) => each === field || isTaken(each));
  return fields[fields.indexOf(field) + 1];
}

const isName = (field) => field instanceof Element && field.matches(NAMES);

function onKey(event) {
  const field = event.target;
  if (event.key !== "Enter" || event.isComposing || !isName(field)) return;
  const next = nextOf(field);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

document.addEventListener("keydown", onKey);
document.addEventListener("focusin", ({ target }) => {
  if (isName(target)) target.enterKeyHint = nextOf(target) ? "next" : "go";
});
