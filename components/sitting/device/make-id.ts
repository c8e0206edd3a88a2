/** A UUID. `crypto.randomUUID` is there in a secure context alone, and a study may be run without TLS. */
export const makeId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, at) => {
    const marked = at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte;
    return ([4, 6, 8, 10].includes(at) ? "-" : "") + marked.toString(16).padStart(2, "0");
  }).join("");
