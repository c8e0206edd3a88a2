/** An answer in one piece, or one event of a stream, needs some fifty; the library checks each. */
const maxValues = 10_000;

const [lineFeed, carriageReturn, quote, comma, list, backslash, object] = Buffer.from('\n\r",[\\{');

/** Whether JSON that comes in pieces has more values than any answer, by the signs between them. */
export class ValueCount {
  readonly #isByLine: boolean;
  #values = 1;
  #isInText = false;
  #isEscaped = false;

  /** In a stream each line is counted separately. */
  constructor({ isByLine }: { isByLine: boolean }) {
    this.#isByLine = isByLine;
  }

  isOver(bytes: Uint8Array): boolean {
    for (const byte of bytes) {
      if (this.#isByLine && (byte === lineFeed || byte === carriageReturn)) {
        this.#values = 1;
        this.#isInText = this.#isEscaped = false;
      } else if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = this.#isInText;
      else if (byte === quote) this.#isInText = !this.#isInText;
      else if (this.#isInText) continue;
      else if (byte === comma || byte === list || byte === object) this.#values++;
      if (this.#values > maxValues) return true;
    }
    return false;
  }
}
