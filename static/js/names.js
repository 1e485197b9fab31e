/* Names typed one after the other: Enter goes on to the next row, and from the last one the form is sent. */
(() => {
  "use strict";
  const NAMES = "input[name=name]";

  function onKey(event) {
    const field = event.target;
    if (event.key !== "Enter" || event.isComposing || !(field instanceof Element) || !field.matches(NAMES)) return;
    const fields = [...field.form.querySelectorAll(NAMES)];
    const next = fields[fields.indexOf(field) + 1];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  document.addEventListener("keydown", onKey);
})();
