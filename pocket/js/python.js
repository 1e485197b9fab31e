/* Python of an edition: begun anew, or restored from the memory that its installation kept. Everything comes from
   the edition's own cache, so that nothing of another one gets in. */
import { loadPyodide } from "./pyodide.mjs";
import createPyodideModule from "./pyodide.asm.mjs";
import { untar } from "./untar.js";

export const home = new URL("./", import.meta.url).pathname; // /pocket/<edition>/
export const cacheName = `pocket ${home.split("/").at(-2)}`;
export const SNAPSHOT = `${home}snapshot`;
const PACKS = ["libs", "own", "base", "search"];
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };

/* Pyodide fetches its own files by itself. */
const network = self.fetch.bind(self);
self.fetch = async (asked, how) => {
  const url = new URL(asked instanceof Request ? asked.url : asked, self.location.href);
  const kept = url.pathname.startsWith(home) && (await (await caches.open(cacheName)).match(url.pathname));
  return kept || network(asked, how);
};

async function bytes(name) {
  const kept = await (await caches.open(cacheName)).match(home + name);
  return kept && new Uint8Array(await kept.arrayBuffer());
}

/** The list of this edition, as it was when it was fetched; nothing where it isn't here as a whole. */
export async function list() {
  const kept = await (await caches.open(cacheName)).match(`${home}list`);
  return kept && kept.json();
}

function put(files, name, content) {
  const cut = name.lastIndexOf("/");
  files.mkdirTree(`/${name.slice(0, cut)}`);
  files.createDataFile(`/${name.slice(0, cut)}`, name.slice(cut + 1), content, true, true, true);
}

async function unpack(py) {
  for (const name of PACKS) {
    const tar = await bytes(`${name}.tar`);
    for (const [path, content] of tar ? untar(tar) : []) put(py.FS, path, content);
  }
  put(py.FS, "data/pocket/list.json", await bytes("list"));
}

const options = () => ({ indexURL: home, createPyodideModule, lockFileContents: LOCK });

/** Python with nothing begun yet; its memory can be kept. */
export async function anew() {
  const py = await loadPyodide({ ...options(), _makeSnapshot: true });
  await unpack(py);
  py.runPython('import sys; sys.path[:0] = ["/main", "/libs"]');
  return py;
}

/** Python with the site begun, from the memory that was kept. */
export async function restored() {
  const kept = await (await caches.open(cacheName)).match(SNAPSHOT);
  if (!kept) throw new Error("no snapshot");
  const memory = await new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const py = await loadPyodide({ ...options(), _loadSnapshot: new Uint8Array(memory) });
  py._api.config._loadSnapshot = null; // as large as all of Python's memory, and nobody asks for it again
  await unpack(py);
  return py;
}

/** Keeps the memory as it stands. */
export async function keepMemory(py) {
  const packed = new Response(py.makeMemorySnapshot()).body.pipeThrough(new CompressionStream("gzip"));
  await (await caches.open(cacheName)).put(SNAPSHOT, new Response(await new Response(packed).blob()));
}
