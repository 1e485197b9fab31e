/* What this browser keeps from page to page. Where it keeps nothing, a page works on without. */

/** @typedef {"localStorage" | "sessionStorage"} Place: of the device, or of this tab alone */

/** What is kept under a key; null for nothing. @type {(key: string, place?: Place) => string | null} */
export function readText(key, place = "localStorage") {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

/** Whether it is kept now; null removes what was. @type {(key: string, text: string | null, place?: Place) => boolean} */
export function writeText(key, text, place = "localStorage") {
  try {
    if (text === null) window[place].removeItem(key);
    else window[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The same for data; what isn't JSON is nothing. @type {(key: string, place?: Place) => any} */
export function read(key, place) {
  try {
    return JSON.parse(readText(key, place));
  } catch {
    return null;
  }
}
/** @type {(key: string, data: any, place?: Place) => boolean} */
export const write = (key, data, place) => writeText(key, data === null ? null : JSON.stringify(data), place);
