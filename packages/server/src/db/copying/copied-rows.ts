import type pg from 'pg';

/** The fields of a row as text; null: nothing. */
export type CopiedRow = readonly (string | null)[];

/** Maximum number of buffered rows; beyond it the database waits. */
const MAX_WAITING = 8_000;

/** Rows parsed at once: few, so that the results are short-lived, which garbage collection handles fast. */
const MAX_TAKEN = 256;

/**
 * The rows of a query in its order, portion by portion as they come: one statement, whose fields are read as they are instead of
 * one by one into objects. The connection is busy until the last row was taken or the walk was left, and the statement's time
 * runs until then.
 */
export async function* copiedRows(client: pg.ClientBase, sql: string): AsyncGenerator<readonly CopiedRow[]> {
  // without the line end; the parser uses the bytes again
  const copy = new CopyOut(`COPY (${sql}) TO STDOUT`, (chunk) => chunk.toString('utf8', 0, chunk.length - 1));
  for await (const lines of portionsOf(client, copy)) yield lines.map(fieldsOf);
}

/** The same for bytes: the fields of a row as PostgreSQL holds them. */
export async function* copiedBytes(
  client: pg.ClientBase,
  sql: string,
): AsyncGenerator<readonly (readonly Buffer[])[]> {
  const copy = new CopyOut(`COPY (${sql}) TO STDOUT (FORMAT binary)`, (chunk) => Buffer.from(chunk));
  let isFirst = true;
  for await (const chunks of portionsOf(client, copy)) {
    const rows = chunks.map((chunk, at) => binaryFields(chunk, isFirst && at === 0 ? BINARY_HEADER : 0));
    isFirst = false;
    yield rows.filter((fields) => fields !== null);
  }
}

async function* portionsOf<T>(client: pg.ClientBase, copy: CopyOut<T>): AsyncGenerator<readonly T[]> {
  client.query(copy);
  try {
    for (;;) {
      const rows = await copy.next();
      if (rows === null) return;
      yield rows;
    }
  } finally {
    await copy.left();
  }
}

/** Signature, flags and the length of an extension that is empty. */
const BINARY_HEADER = 19;

/** The fields of a row in the binary format of COPY; null: the end. No field is NULL. */
function binaryFields(chunk: Buffer, from: number): Buffer[] | null {
  if (from === chunk.length) return null;
  const count = chunk.readInt16BE(from);
  if (count < 0) return null;
  const fields: Buffer[] = [];
  let at = from + 2;
  for (let field = 0; field < count; field += 1) {
    const length = chunk.readInt32BE(at);
    fields.push(chunk.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

/** A COPY that is under way: what `pg` asks of a query that answers for itself. */
class CopyOut<T> implements pg.Submittable {
  readonly #sql: string;
  readonly #read: (chunk: Buffer) => T;
  #connection: pg.Connection | null = null;
  #waiting: T[] = [];
  #taken = 0;
  #isPaused = false;
  #isLeft = false;
  #ended: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};

  constructor(sql: string, read: (chunk: Buffer) => T) {
    this.#sql = sql;
    this.#read = read;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#sql);
  }

  /** Some of the received rows, as soon as there are any; null after the last row. Throws database errors. */
  async next(): Promise<readonly T[] | null> {
    while (this.#waiting.length === this.#taken) {
      if (this.#ended?.error) throw this.#ended.error;
      if (this.#ended) return null;
      await this.#change();
    }
    const rows = this.#waiting.slice(this.#taken, this.#taken + MAX_TAKEN);
    this.#taken += rows.length;
    if (this.#taken === this.#waiting.length) {
      this.#waiting = [];
      this.#taken = 0;
      this.#goOn();
    }
    return rows;
  }

  /** Lets go of what is still to come, so that the connection can be used for something else. */
  async left(): Promise<void> {
    this.#isLeft = true;
    this.#goOn();
    while (this.#ended === null) await this.#change();
  }

  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }

  #goOn(): void {
    if (this.#isPaused) this.#connection?.stream.resume();
    this.#isPaused = false;
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#isLeft) return;
    this.#waiting.push(this.#read(chunk));
    if (this.#waiting.length >= MAX_WAITING && !this.#isPaused) {
      this.#isPaused = true;
      this.#connection?.stream.pause();
    }
    this.#wake();
  }

  /** Last callback of a statement that failed or whose connection is lost. */
  handleError(error: unknown): void {
    this.#end(error);
  }

  handleReadyForQuery(): void {
    this.#end(null);
  }

  #end(error: unknown): void {
    this.#ended ??= { error };
    this.#wake();
  }

  handleCommandComplete(): void {}
}

/** A row in the text format of COPY: fields parted by tabs, `\N` for nothing, what would be misread behind a backslash. */
function fieldsOf(text: string): CopiedRow {
  const fields: (string | null)[] = [];
  const isEscaped = escaped.test(text);
  for (let from = 0; from <= text.length; ) {
    const tab = text.indexOf('\t', from);
    const to = tab < 0 ? text.length : tab;
    const field = text.slice(from, to);
    fields.push(field === '\\N' ? null : isEscaped ? unescaped(field) : field);
    from = to + 1;
  }
  return fields;
}

/** A backslash that is not all of a field that says nothing. */
const escaped = /\\[^N]/;

function unescaped(field: string): string {
  return field.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign);
}

const signs: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
