import { setTimeout } from 'node:timers/promises';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import { EffectFailed } from '../../../runs/engine/effect-failed.ts';

/** A statement whose values are apart, and how many rows it may return or change. */
export interface SqlQuery {
  readonly text: string;
  readonly values: readonly JsonValue[];
  readonly limit: number;
}

export interface ColumnFound {
  /** With its schema, such as `public.orders`. */
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** A connection to a database for one piece of work. */
export interface SqlSession {
  /** The first rows of a query, in a read-only transaction. Numbers that may not fit are decimal texts, dates are texts. */
  read(query: SqlQuery): Promise<JsonValue[]>;
  /** Changes rows in one transaction, which is rolled back with TOO_MANY_ROWS if it would change too many. */
  change(query: SqlQuery): Promise<{ readonly changed: number; readonly rows: JsonValue[] }>;
  /** Who is signed in where, as a sentence. */
  greet(): Promise<string>;
  /** The columns that the user may read, at most `limit`; a sentence if the database does not list them. */
  columns(limit: number): Promise<readonly ColumnFound[] | string>;
  close(): Promise<void>;
}

/** What a session is opened with. */
export interface SqlAddress {
  readonly hostname: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** `verify`, `require` or `off`. */
  readonly tls: string;
  readonly statementMs: number;
}

/** Opens a session; `onClose` gets the way to end it at once. */
export type OpenSql = (address: SqlAddress, onOpen: (end: () => void) => void) => Promise<SqlSession>;

/** How long connecting may take. */
export const CONNECT_MS = 5_000;
/** Maximum response of a connection in bytes: a step output of maximum length, at three bytes per character. */
export const MAX_BYTES = 3 * MAX_OUTPUT;

/** Ends a connection that brings too much while it brings it: a single value is only handed out when all of it is in memory. */
export function breakOffAbove(stream: {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  destroy(error: Error): unknown;
}): void {
  let bytes = 0;
  stream.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) return;
    const megabytes = Math.floor(MAX_BYTES / 1_000_000);
    const message = `The database returned more than ${megabytes} MB. Select fewer rows or columns.`;
    stream.destroy(new EffectFailed('OUTPUT_TOO_LARGE', message));
  });
}

/**
 * Cancels the statement of a session on its server, then ends the session. A cancellation that arrives between two statements does
 * nothing, so it is repeated until the session has ended.
 */
export async function cancelOnServer(session: {
  readonly isOver: () => boolean;
  readonly cancel: () => Promise<void>;
  readonly end: () => void;
}): Promise<void> {
  for (let tries = 0; tries < CANCEL_TRIES && !session.isOver(); tries += 1) {
    await session.cancel().catch(() => undefined);
    await setTimeout(CANCEL_PAUSE_MS);
  }
  if (!session.isOver()) session.end();
}

const CANCEL_TRIES = 5;
const CANCEL_PAUSE_MS = 200;

/** Throws if rows have more letters than travel through a run; reading on would only fill the memory. */
export function mustFit(letters: number, rows: number): void {
  if (letters <= MAX_OUTPUT) return;
  throw new EffectFailed(
    'OUTPUT_TOO_LARGE',
    `The first ${rows} rows have more than ${MAX_OUTPUT} characters. Select fewer rows or columns.`,
  );
}

export function tooManyRows(changed: number, limit: number): EffectFailed {
  const message = `The statement would change ${changed} rows; the limit is ${limit}. Nothing was changed.`;
  return new EffectFailed('TOO_MANY_ROWS', message);
}

/** A connection that was lost in a commit: it may have happened. */
export function lostInCommit(): EffectFailed {
  const message = 'The connection was lost while the change was being committed.';
  return new EffectFailed('LOST', message, { retryable: true, outcomeUnknown: true });
}

/** What a database answered that is no success. */
export class SqlRejected extends Error {
  /** Whether it may succeed later: connections, resources, lost races. */
  readonly passes: boolean;

  constructor(message: string, passes: boolean) {
    super(message);
    this.passes = passes;
  }
}
