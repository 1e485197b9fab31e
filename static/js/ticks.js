// What was ticked off while a game is set up, remembered on this device: the list works without, too.
const list = document.querySelector("[data-ticks]");
const key = `ticks.${list.dataset.ticks}`;
const boxes = [...list.querySelectorAll("input")];
const clear = document.querySelector("[data-ticks-clear]");

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(key)) || [];
  } catch {
    return []; // no storage, or something else's
  }
};
const keep = () => {
  const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
  clear.hidden = !ticked.length;
  try {
    if (ticked.length) localStorage.setItem(key, JSON.stringify(ticked));
    else localStorage.removeItem(key);
  } catch {
    // then they last as long as the page
  }
};

const before = kept();
for (const box of boxes) box.checked = Array.isArray(before) && before.includes(box.value);
keep();
list.addEventListener("change", keep);
clear.addEventListener("click", () => {
  for (const box of boxes) box.checked = false;
  keep();
  boxes[0].focus();
});
