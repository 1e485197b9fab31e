/* Python of an edition: begun anew, or restored from the memory that its installation kept. Everything comes from
   the edition's own cache, so that nothing of another one gets in. */
import { loadPyodide } from "./pyodide.mjs";
import createPyodideModule from "./pyodide.asm.mjs";
import { untar } from "./untar.js";

export const home = new URL("./", import.meta.url).pathname; // /pocket/<edition>/
export const cacheName = `pocket ${home.split("/").at(-2)}`;
// Made here, kept as if they had come.
export const HEAP = "heap", HEAD = "head", REST = "rest.tar", LIBRARY = "library.zip", SEARCH = "search.db";
const PACKED = /\.(tar|db)$|^heap$/; // in the cache; the rest is as browsers want it
const SIZE = 3; // the word of a snapshot's head that says nothing to Pyodide: how large the heap is
const PIECE = 1 << 20;
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/* Pyodide fetches its own files by itself. */
const network = self.fetch.bind(self);
self.fetch = async (asked, how) => {
  const url = new URL(asked instanceof Request ? asked.url : asked, self.location.href);
  const kept = url.pathname.startsWith(home) && (await (await caches.open(cacheName)).match(url.pathname));
  return kept || network(asked, how);
};

const kept = async (name) => (await caches.open(cacheName)).match(home + name);
const unpacked = (answer) => answer.body.pipeThrough(new DecompressionStream("gzip"));

/* Piece by piece: a stream that is given all of it copies all of it. */
function packed(content) {
  let at = 0;
  const pieces = new ReadableStream({
    pull(to) {
      if (at < content.length) to.enqueue(content.slice(at, at + PIECE));
      else to.close();
      at += PIECE;
    },
  });
  return new Response(pieces.pipeThrough(new CompressionStream("gzip"))).blob();
}

/** What is kept of this edition by a name; nothing where it isn't here. */
export async function bytes(name) {
  const answer = await kept(name);
  return answer && new Uint8Array(await (PACKED.test(name) ? new Response(unpacked(answer)) : answer).arrayBuffer());
}

/** Keeps it, whole or not at all. */
export async function keep(name, content, type = "application/octet-stream") {
  const body = PACKED.test(name) ? await packed(content) : content;
  await (await caches.open(cacheName)).put(home + name, new Response(body, { headers: { "Content-Type": type } }));
}

/** The list of this edition, as it was when it was fetched; nothing where it isn't here as a whole. */
export async function list() {
  const answer = await kept("list");
  return answer && answer.json();
}

function put(files, name, content) {
  const cut = name.lastIndexOf("/");
  files.mkdirTree(`/${name.slice(0, cut)}`);
  files.createDataFile(`/${name.slice(0, cut)}`, name.slice(cut + 1), content, true, true, true);
}

export async function unpack(py, name) {
  for (const [path, content] of untar(await bytes(name))) put(py.FS, path, content);
}

async function unpackAll(py, packs) {
  for (const name of packs) await unpack(py, name);
  put(py.FS, "data/pocket/list.json", await bytes("list"));
}

const options = () => ({ indexURL: home, createPyodideModule, lockFileContents: LOCK });

/** Python with nothing begun yet; its memory can be kept. */
export async function anew() {
  const py = await loadPyodide({ ...options(), _makeSnapshot: true });
  await unpackAll(py, ["libs.tar", "own.tar", "base.tar"]);
  py.runPython('import sys; sys.path[:0] = ["/main", "/libs"]; sys.dont_write_bytecode = True'); // the memory is kept
  return py;
}

/** Python with the site begun, from the memory that was kept. It goes from the disk to its place: what stood in between
    would be as large, and stay until somebody collects garbage. Where nothing was, nothing is written. */
export async function restored() {
  const [head, heap] = [await bytes(HEAD), await kept(HEAP)];
  if (!head || !heap) throw new Error("no snapshot");
  async function fillMemory(module) {
    module.growMemory(new Uint32Array(head.buffer)[SIZE]);
    const reader = unpacked(heap).getReader();
    for (let at = 0, read = await reader.read(); !read.done; read = await reader.read()) {
      const place = module.HEAPU8.subarray(at, at + read.value.length);
      if (!isEmpty(read.value) || !isEmpty(place)) place.set(read.value);
      at += read.value.length;
    }
  }
  const py = await loadPyodide({ ...options(), _loadSnapshot: head, fillMemory, stdLibURL: home + LIBRARY });
  await unpackAll(py, [REST, "base.tar"]);
  return py;
}

function isEmpty(piece) {
  let at = 0;
  while (at < piece.length && !piece[at]) at += 1;
  return at === piece.length;
}

/** Keeps the memory as it stands, and the files that it may ask for. */
export async function keepMemory(py) {
  const whole = py.makeMemorySnapshot();
  const words = new Uint32Array(whole.buffer);
  const cut = words[1];
  words[SIZE] = whole.length - cut;
  await keep(HEAP, whole.subarray(cut));
  const asked = py.pyimport("pocket.asked");
  for (const [name, make] of [[REST, asked.files], [LIBRARY, asked.library]]) {
    const made = make();
    await keep(name, made.toJs());
    made.destroy();
  }
  await keep(HEAD, whole.slice(0, cut)); // the last: without it nothing is restored
}

/** The search index comes when it is missed: it is large, and most evenings ask it nothing. Whether it is here. */
export async function bringSearch(py) {
  const index = await bytes(SEARCH);
  if (index) put(py.FS, `data/${SEARCH}`, index);
  return Boolean(index);
}
