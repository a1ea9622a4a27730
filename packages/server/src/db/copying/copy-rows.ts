import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type CopyValue = string | number | null | readonly string[] | object;

/** Rows gathered for one COPY: what a table gets, in the text format of PostgreSQL. */
export class RowBuffer {
  readonly #table: string;
  readonly #columns: readonly string[];
  #chunks: string[] = [];
  #length = 0;

  constructor(table: string, columns: readonly string[]) {
    this.#table = table;
    this.#columns = columns;
  }

  /** Characters gathered so far; flush before it grows beyond what one likes to hold. */
  get length(): number {
    return this.#length;
  }

  add(values: readonly CopyValue[]): void {
    const line = `${values.map(copyText).join('\t')}\n`;
    this.#chunks.push(line);
    this.#length += line.length;
  }

  /**
   * Sends the batch and starts a new one. PostgreSQL can't COPY into tables with row-level security, so rows go through
   * a temporary table of this transaction, and from there into the real one under its policies.
   */
  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#chunks.length === 0) return;
    const table = pg.escapeIdentifier(this.#table);
    const gathered = pg.escapeIdentifier(`gathered_${this.#table}`);
    const columns = this.#columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    await client.query(
      `CREATE TEMPORARY TABLE IF NOT EXISTS ${gathered} ON COMMIT DROP AS SELECT ${columns} FROM ${table} WITH NO DATA`,
    );
    const stream = client.query(copyFrom(`COPY ${gathered} (${columns}) FROM STDIN`));
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#length = 0;
    await pipeline(Readable.from(batches(chunks)), stream);
    await client.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${gathered}`);
    await client.query(`TRUNCATE ${gathered}`);
  }
}

function* batches(lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += 500) yield lines.slice(at, at + 500).join('');
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function copyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? textArray(value as readonly string[])
        : JSON.stringify(value);
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : text;
}

/** PostgreSQL's literal of an array of numbers, days, ids or nulls: of nothing that would need quotes. */
export function bareArray(values: readonly (string | number | null)[]): string {
  const known = values.includes(null) ? values.map((value) => value ?? 'NULL') : values;
  return `{${known.join(',')}}`;
}

/** The literal of an array of any text, nulls among it. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`;
}

/** The literal of an array of bytes. */
export function bytesArray(values: readonly Buffer[]): string {
  return `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`;
}

/** A value for a jsonb column, arrays included. */
export function asJson(value: unknown): string {
  return JSON.stringify(value);
}
