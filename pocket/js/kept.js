/* What people wrote in the pocket, in IndexedDB: rows and cookies in one record, so that they never part. It belongs
   to no edition. Its `turn` grows with each record: who would write over one that they haven't read is refused. */

const STORE = "kept";
const MINE = "mine", TURN = "turn", KEY = "key";

const opened = new Promise((done, fail) => {
  const opening = indexedDB.open("pocket", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => fail(opening.error);
});
opened.catch(() => {}); // who asks hears it

const asked = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});

async function store(mode) {
  return (await opened).transaction(STORE, mode, { durability: "strict" }).objectStore(STORE);
}

/** The record, or nothing; `turn` is 0 then. */
export async function read() {
  const kept = await store("readonly");
  const [mine, turn] = await Promise.all([asked(kept.get(MINE)), asked(kept.get(TURN))]);
  return { mine, turn: turn || 0 };
}

/** Keeps a record after the one of `turn`; done when the disk has it. Fails where there is no room for it, or
    somebody else has written meanwhile. @type {(mine: object, turn: number) => Promise<number>} */
export async function write(mine, turn) {
  const kept = await store("readwrite");
  const { transaction } = kept;
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done(turn + 1);
    transaction.onabort = () => fail(transaction.error || new Error("written meanwhile"));
    kept.get(TURN).onsuccess = (event) => {
      if ((event.target.result || 0) !== turn) {
        transaction.abort();
        return;
      }
      kept.put(mine, MINE);
      kept.put(turn + 1, TURN);
    };
  });
}

/** The key of this device: what its links and cookies are sealed with, made once. */
export async function key() {
  const found = await asked((await store("readonly")).get(KEY));
  if (found) return found;
  const made = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  await asked((await store("readwrite")).put(made, KEY));
  return made;
}
