const LF = 10;
const CR = 13;

/** Counts line ends (LF, CRLF, a lone CR) along a window of bytes, each byte once. */
export class LineCounter {
  #line: number;
  #at = 0;
  #afterCr = false;
  #words: Uint32Array = new Uint32Array();
  #hasCr = false;

  constructor(line: number) {
    this.#line = line;
  }

  /** A window that begins where the counting stands now. */
  attach(bytes: Buffer): void {
    this.#at = 0;
    // Words can only be read where they are aligned; windows begin at the start of their memory.
    this.#words =
      bytes.byteOffset % 4 === 0
        ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
        : new Uint32Array();
    this.#hasCr = bytes.includes(CR);
  }

  /** The line on which the byte at `to` stands; `to` never goes back. */
  lineAt(bytes: Buffer, to: number): number {
    if (this.#hasCr || this.#afterCr) this.#countAll(bytes, to);
    else this.#countFeeds(bytes, to);
    return this.#line;
  }

  #countAll(bytes: Buffer, to: number): void {
    let line = this.#line;
    let afterCr = this.#afterCr;
    for (let i = this.#at; i < to; i++) {
      const byte = bytes[i]!;
      if (byte > CR) afterCr = false;
      else if (byte === LF) {
        if (!afterCr) line++;
        afterCr = false;
      } else {
        afterCr = byte === CR;
        if (afterCr) line++;
      }
    }
    this.#line = line;
    this.#afterCr = afterCr;
    this.#at = to;
  }

  #countFeeds(bytes: Buffer, to: number): void {
    let line = this.#line;
    let i = this.#at;
    if (to - i >= 64) {
      for (; i % 4 !== 0; i++) if (bytes[i] === LF) line++;
      const end = Math.min(to >>> 2, this.#words.length);
      let word = i >>> 2;
      while (word < end) {
        // Four bytes at a time, a count in each of four lanes; a lane holds no more than 255.
        let lanes = 0;
        for (const stop = Math.min(end, word + 255); word < stop; word++) {
          const x = this.#words[word]! ^ 0x0a0a0a0a;
          lanes += (~(((x & 0x7f7f7f7f) + 0x7f7f7f7f) | 0 | x | 0x7f7f7f7f) >>> 7) & 0x01010101;
        }
        line += (lanes & 255) + ((lanes >>> 8) & 255) + ((lanes >>> 16) & 255) + (lanes >>> 24);
      }
      i = Math.max(i, word << 2);
    }
    for (; i < to; i++) if (bytes[i] === LF) line++;
    this.#line = line;
    this.#at = to;
  }
}
