/* The rule of names, as `web/names.py` has it: what a reader can see on one line, in letters of any script or in
   emoji. Tests hold both to one table of cases. */
const LIMIT = 40; // signs, as a reader counts them
const MOST = 8 * LIMIT; // code points of a name
const SIGN_LIMIT = 16; // code points of one sign
const SPACE = /^[ \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/;
const JOINER = /^[\u200c\u200d]$/;
const TAG = /^[\u{e0020}-\u{e007f}]$/u;
const MARK = /^\p{M}$/u;
const CLINGING = /^[\p{M}\u200c\u200d\u1161-\u11ff\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]$/u;
const FLAG_LETTER = /^[\u{1f1e6}-\u{1f1ff}]$/u;
const HIDDEN = /^[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufff0-\ufffc\u{e0000}-\u{e001f}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]$/u;
const SELECTORS = /[\u200c\u200d\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

function clings(letter, sign) {
  if (CLINGING.test(letter)) return true;
  if (sign.at(-1) === "\u200d") return !/^[\p{L}\p{N}]$/u.test(letter) && !SPACE.test(letter);
  return FLAG_LETTER.test(letter) && FLAG_LETTER.test(sign.join(""));
}

/* The text as a reader counts it: letters with their marks, joined emoji and flags are one each. */
export function signs(text) {
  const found = [];
  for (const letter of text) {
    if (found.length && clings(letter, found.at(-1))) found.at(-1).push(letter);
    else found.push([letter]);
  }
  return found.map((sign) => sign.join(""));
}

/* Whether a joiner or a mark may stand beside a letter. */
const isGround = (letter) => Boolean(letter) && !JOINER.test(letter) && !SPACE.test(letter);

function shows(letter, before, behind) {
  if (SPACE.test(letter)) return Boolean(before && behind);
  if (JOINER.test(letter)) return isGround(before) && isGround(behind);
  if (TAG.test(letter)) return Boolean(before) && (TAG.test(before) || /^\p{So}$/u.test(before));
  if (MARK.test(letter)) return isGround(before) || (Boolean(before) && JOINER.test(before));
  return !HIDDEN.test(letter);
}

/* What is wrong with a name: "long", "heaped" or "unseen"; empty if it will do. */
export function fault(name) {
  const letters = [...name.slice(0, 2 * MOST + 2)];
  const found = signs(letters.slice(0, MOST + 1).join(""));
  if (found.length > LIMIT) return "long";
  if (letters.length > MOST || found.some((sign) => [...sign].length > SIGN_LIMIT)) return "heaped";
  return letters.length && letters.every((letter, n) => shows(letter, letters[n - 1], letters[n + 1])) ? "" : "unseen";
}

export const isName = (name) => typeof name === "string" && fault(name) === "";
/* The same for names that look the same. */
export const key = (name) => name.replace(SELECTORS, "").normalize("NFC");
/* A name to stand in a text: one from right to left is shut in, so that nothing beside it turns. */
export const isolated = (name) => (FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name);
