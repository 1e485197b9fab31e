/* Takes files out of a tar as they lie: nothing is copied, the tar's own memory stays theirs. */

const BLOCK = 512;
const text = new TextDecoder();

function word(tar, at, length) {
  const end = tar.subarray(at, at + length).indexOf(0);
  return text.decode(tar.subarray(at, end < 0 ? at + length : at + end));
}

/** Names and contents, in the tar's order. @type {(tar: Uint8Array) => Generator<[string, Uint8Array]>} */
export function* untar(tar) {
  for (let at = 0; at + BLOCK <= tar.length && tar[at];) {
    const prefix = word(tar, at + 345, 155);
    const size = parseInt(word(tar, at + 124, 12), 8) || 0;
    yield [(prefix ? `${prefix}/` : "") + word(tar, at, 100), tar.subarray(at + BLOCK, at + BLOCK + size)];
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
