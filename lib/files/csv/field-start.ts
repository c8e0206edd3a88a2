import { printableBytes } from "#lib/files/printable.ts";

/** Where a field begins, and its first bytes even when the window they stood in is gone. */
export class FieldStart {
  at = 0;
  #kept: Buffer | null = null;

  set(at: number): void {
    this.at = at;
    this.#kept = null;
  }

  bytes(window: Buffer): Buffer {
    return this.#kept ?? window.subarray(this.at, this.at + printableBytes);
  }

  /** Before the window moves on to what stands at `to`. */
  keep(window: Buffer, to: number): void {
    this.#kept ??= Buffer.from(window.subarray(this.at, Math.min(to, this.at + printableBytes)));
    this.at = 0;
  }

  /** After it has. */
  goOn(window: Buffer): void {
    if (!this.#kept || this.#kept.length >= printableBytes) return;
    this.#kept = Buffer.concat([this.#kept, window.subarray(0, printableBytes - this.#kept.length)]);
  }
}
