/** Kinds of columns: numbers of 1, 2 or 4 bytes, or one number for all. */
const ALL_ZERO = 0;
const ALL_SAME = 5;

/** Writes columns of numbers, each as narrow as its largest number. */
export class ColumnWriter {
  #buffer = Buffer.alloc(1024);
  #at = 0;

  /** Numbers from 0 to 2^32 - 1. */
  numbers(values: readonly number[]): void {
    const first = values[0] ?? 0;
    let [largest, isSame] = [0, true];
    for (const value of values) {
      if (value > largest) largest = value;
      if (value !== first) isSame = false;
    }
    this.#reserve(5 + values.length * 4);
    const buffer = this.#buffer;
    const width =
      largest === 0 ? ALL_ZERO : isSame ? ALL_SAME : largest < 0x100 ? 1 : largest < 0x1_0000 ? 2 : 4;
    buffer[this.#at++] = width;
    if (width === ALL_ZERO) return;
    if (width === ALL_SAME) this.#at = buffer.writeUInt32LE(first, this.#at);
    else if (width === 1) for (const value of values) buffer[this.#at++] = value;
    else if (width === 2) for (const value of values) this.#at = buffer.writeUInt16LE(value, this.#at);
    else for (const value of values) this.#at = buffer.writeUInt32LE(value, this.#at);
  }

  /** Whole numbers of 64 bits. */
  wholes(values: readonly (number | bigint)[]): void {
    this.#reserve(1 + values.length * 8);
    const isNarrow = values.every((value) => value >= -0x8000_0000 && value <= 0x7fff_ffff);
    this.#buffer[this.#at++] = isNarrow ? 4 : 8;
    for (const value of values) {
      this.#at = isNarrow
        ? this.#buffer.writeInt32LE(Number(value), this.#at)
        : this.#buffer.writeBigInt64LE(BigInt(value), this.#at);
    }
  }

  /** The rest: text in UTF-8. */
  text(text: string): void {
    this.#reserve(Buffer.byteLength(text));
    this.#at += this.#buffer.write(text, this.#at);
  }

  bytes(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#at));
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.alloc((this.#at + bytes) * 2);
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}

/** Reads the columns again, in the order in which they were written. */
export class ColumnReader {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  numbers(count: number): number[] {
    const width = this.#buffer[this.#at++]!;
    if (width === ALL_ZERO) return new Array<number>(count).fill(0);
    if (width === ALL_SAME) {
      this.#at += 4;
      return new Array<number>(count).fill(this.#buffer.readUInt32LE(this.#at - 4));
    }
    const values = new Array<number>(count);
    for (let i = 0; i < count; i += 1) {
      values[i] =
        width === 1
          ? this.#buffer[this.#at]!
          : width === 2
            ? this.#buffer.readUInt16LE(this.#at)
            : this.#buffer.readUInt32LE(this.#at);
      this.#at += width;
    }
    return values;
  }

  wholes(count: number): (number | bigint)[] {
    const width = this.#buffer[this.#at++]!;
    const values = new Array<number | bigint>(count);
    for (let i = 0; i < count; i += 1) {
      values[i] = width === 4 ? this.#buffer.readInt32LE(this.#at) : this.#buffer.readBigInt64LE(this.#at);
      this.#at += width;
    }
    return values;
  }

  text(): string {
    return this.#buffer.toString('utf8', this.#at);
  }
}
