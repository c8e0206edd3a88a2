import { inflateRawSync } from "node:zlib";

const endMark = 0x06054b50;

/** What a zip holds, by name, in its order; enough of the format for those we write. */
export function readZip(zip: Buffer): Map<string, string> {
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endMark) end--;
  const found = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + size);
    const content = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    found.set(zip.toString("utf8", at + 46, at + 46 + name), content.toString("utf8"));
    at += 46 + name + extra + comment;
  }
  return found;
}
