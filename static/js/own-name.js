/* Whoever has a device is asked for a name once: it stands in the fields for it from then on. */
import { readText, writeText } from "./storage.js";

const KEY = "own-name";

for (const field of document.querySelectorAll("input[data-own-name]")) {
  field.value ||= readText(KEY) || "";
  field.form.addEventListener("submit", () => {
    if (field.value.trim()) writeText(KEY, field.value.trim());
  });
}
