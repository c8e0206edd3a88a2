const carriageReturn = 0x0d;

/** Programs on Windows change line ends as they write; a text is the same with either. */
export function withPlainLineEnds(bytes: Buffer): Buffer {
  if (!bytes.includes(carriageReturn)) return bytes;
  return Buffer.from(bytes.toString("utf8").replace(/\r\n?/g, "\n"), "utf8");
}
