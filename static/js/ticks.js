// What was ticked off while a game is set up, remembered on this device: the list works without, too.
import { read, write } from "./storage.js";

const list = document.querySelector("[data-ticks]");
const key = `ticks.${list.dataset.ticks}`;
const boxes = [...list.querySelectorAll("input")];
const clear = document.querySelector("[data-ticks-clear]");

const keep = () => {
  const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
  clear.hidden = !ticked.length;
  write(key, ticked.length ? ticked : null);
};

const before = read(key);
for (const box of boxes) box.checked = Array.isArray(before) && before.includes(box.value);
keep();
list.addEventListener("change", keep);
clear.addEventListener("click", () => {
  for (const box of boxes) box.checked = false;
  keep();
  boxes[0].focus();
});
