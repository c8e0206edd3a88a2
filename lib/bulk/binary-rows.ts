const signature = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const end = Buffer.from([0xff, 0xff]);

const textType = 25;
const float8Type = 701;
const int2Type = 21;

/**
 * Rows in PostgreSQL's binary COPY format, written into one growing buffer. Nothing needs escaping in it,
 * which halves the time of copying prompts. `into` is "table (column, …)": values come in the order of these columns.
 */
export class BinaryRows {
  #buffer: Buffer;
  #length = 0;
  readonly #columns: number;
  readonly into: string;
  count = 0;

  constructor(into: string, initialBytes = 1 << 20) {
    this.into = into;
    this.#columns = into.split(",").length;
    this.#buffer = Buffer.allocUnsafe(initialBytes);
    this.#append(signature);
  }

  get bytes(): number {
    return this.#length;
  }

  begin(): this {
    this.#reserve(2);
    this.#length = this.#buffer.writeInt16BE(this.#columns, this.#length);
    this.count += 1;
    return this;
  }

  absent(): this {
    return this.#int32(-1);
  }

  int2(value: number | null): this {
    if (value === null) return this.absent();
    this.#int32(2).#reserve(2);
    this.#length = this.#buffer.writeInt16BE(value, this.#length);
    return this;
  }

  int4(value: number | null): this {
    return value === null ? this.absent() : this.#int32(4).#int32(value);
  }

  float8(value: number | null): this {
    return value === null ? this.absent() : this.#int32(8).#double(value);
  }

  bool(value: boolean | null): this {
    if (value === null) return this.absent();
    this.#int32(1).#reserve(1);
    this.#length = this.#buffer.writeUInt8(value ? 1 : 0, this.#length);
    return this;
  }

  /** Also for enums and bytea: they travel as their bytes. */
  text(value: string | Buffer | null): this {
    if (value === null) return this.absent();
    const size = typeof value === "string" ? Buffer.byteLength(value) : value.length;
    this.#int32(size).#reserve(size);
    if (typeof value === "string") this.#buffer.write(value, this.#length);
    else value.copy(this.#buffer, this.#length);
    this.#length += size;
    return this;
  }

  json(value: unknown): this {
    if (value === null) return this.absent();
    const written = JSON.stringify(value);
    const size = Buffer.byteLength(written);
    this.#int32(size + 1).#reserve(size + 1);
    this.#length = this.#buffer.writeUInt8(1, this.#length);
    this.#buffer.write(written, this.#length);
    this.#length += size;
    return this;
  }

  textArray(values: readonly string[]): this {
    const size = values.reduce((sum, value) => sum + 4 + Buffer.byteLength(value), 0);
    this.#array(textType, values.length, size);
    for (const value of values) this.text(value);
    return this;
  }

  float8Array(values: readonly number[]): this {
    this.#array(float8Type, values.length, values.length * 12);
    for (const value of values) this.float8(value);
    return this;
  }

  int2Array(values: readonly number[]): this {
    this.#array(int2Type, values.length, values.length * 6);
    for (const value of values) this.int2(value);
    return this;
  }

  /** What COPY is sent. Valid until the next row is written. */
  finish(): Buffer {
    this.#reserve(end.length);
    end.copy(this.#buffer, this.#length);
    return this.#buffer.subarray(0, this.#length + end.length);
  }

  clear(): void {
    this.#length = signature.length;
    this.count = 0;
  }

  #array(type: number, count: number, size: number): void {
    const header = count === 0 ? 12 : 20;
    this.#int32(header + size).#int32(count === 0 ? 0 : 1).#int32(0).#int32(type);
    if (count > 0) this.#int32(count).#int32(1);
  }

  #int32(value: number): this {
    this.#reserve(4);
    this.#length = this.#buffer.writeInt32BE(value, this.#length);
    return this;
  }

  #double(value: number): this {
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleBE(value, this.#length);
    return this;
  }

  #append(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#buffer, this.#length);
    this.#length += bytes.length;
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
