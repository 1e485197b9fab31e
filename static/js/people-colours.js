/* A colour for each person, from the name; `scoring/sheets/colours.py` says how, and counts alike. */
const COLOURS = 6; // classes person-1 to person-6

function hash(name) {
  let found = 2166136261;
  for (const byte of new TextEncoder().encode(name.toLowerCase())) found = Math.imul(found ^ byte, 16777619) >>> 0;
  return found;
}

export function peopleColours(names) {
  const order = names.map((name) => [hash(name), name]).sort(([one], [other]) => one - other);
  const found = new Map();
  const isTaken = (colour) => [...found.values()].includes(colour);
  for (const [wanted, name] of order.map(([n, name]) => [n % COLOURS, name])) if (!isTaken(wanted)) found.set(name, wanted);
  for (const [n, name] of order) {
    if (found.has(name)) continue;
    const nexts = [...Array(COLOURS).keys()].map((step) => (n + step) % COLOURS);
    const free = nexts.find((each) => !isTaken(each));
    found.set(name, free === undefined ? n % COLOURS : free);
  }
  return found;
}
