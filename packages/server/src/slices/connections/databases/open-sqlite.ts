import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import { fairTurns } from '../../../base/fair-turns.ts';
import { threadFile } from '../../../base/places.ts';
import { EffectFailed } from '../../../runs/engine/effect-failed.ts';
import {
  type ColumnFound,
  lostInCommit,
  MAX_BYTES,
  mustFit,
  type SqlQuery,
  SqlRejected,
  type SqlSession,
  tooManyRows,
} from './sql-session.ts';
import { type FromSqlite, type SqliteStart, TOO_MUCH_MEMORY, type ToSqlite } from './sqlite-messages.ts';

export interface SqlitePlace {
  /** The operator's folder, with one folder per workspace; null if none is set. */
  readonly folder: string | null;
  readonly tenantId: string;
  /** Name of the file. */
  readonly name: string;
  /** Two minutes at most. */
  readonly statementMs: number;
  /** Bytes that a statement may add to the file. */
  readonly maxGrowth?: number;
}

/** The process of a session has ended before it answered. */
class ProcessEnded extends SqlRejected {}

/** How long a statement waits for another that changes the file. */
const LOCK_MS = 5_000;
const MAX_STATEMENT_MS = 120_000;
const MAX_MEMORY = 512_000_000;
const MAX_GROWTH = 256_000_000;
/** Signals of others, such as the operating system when it stops Attain or is out of memory. */
const foreign: readonly string[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** Processes at once, of all workspaces and of one. */
const turns = fairTurns({ atOnce: 6, atOnceEach: 3 });

/** A session with a SQLite file of a workspace, in a process of its own. */
export async function openSqlite(place: SqlitePlace, onOpen: (end: () => void) => void): Promise<SqlSession> {
  const file = await fileOf(place);
  const ending = new AbortController();
  onOpen(() => ending.abort(new ProcessEnded('It was no longer wanted.', true)));
  const statementMs = Math.min(place.statementMs, MAX_STATEMENT_MS);
  const free = await turns.take(place.tenantId, ending.signal);
  const start: SqliteStart = {
    file,
    lockMs: Math.min(LOCK_MS, Math.ceil(statementMs / 2)),
    // all statements of a session; Attain itself ends each earlier
    lifeMs: 3 * statementMs + 10_000,
    maxLetters: MAX_OUTPUT,
    maxBytes: MAX_BYTES,
    maxMemory: MAX_MEMORY,
    maxGrowth: place.maxGrowth ?? MAX_GROWTH,
  };
  const child = started(start, free);
  const gone = Promise.withResolvers<void>();
  child.once('exit', gone.resolve);
  child.once('error', gone.resolve); // it could not be started
  void gone.promise.then(free);
  ending.signal.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  if (ending.signal.aborted) child.kill('SIGKILL');
  const ask = (asked: ToSqlite) => answerOf(child, asked, { statementMs, ending: ending.signal });
  return {
    read: async (query) => readRows(await ask({ ask: 'read', ...query })),
    change: (query) => changeRows(ask, query),
    greet: async () => {
      const [found] = readRows(await ask({ ask: 'greet' })) as { version: string }[];
      return `Opened “${place.name}”; SQLite ${found?.version}.`;
    },
    columns: async (limit) =>
      readRows(await ask({ ask: 'columns', limit })) as unknown as readonly ColumnFound[],
    close: async () => {
      child.kill('SIGKILL');
      await gone.promise;
    },
  };
}

function started(start: SqliteStart, free: () => void): ChildProcess {
  try {
    return fork(threadFile('slices/connections/databases/sqlite-process'), [JSON.stringify(start)], {
      // no setting or secret of Attain is in it
      env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {},
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch {
    free();
    throw notStarted();
  }
}

/** The file, if it and those that SQLite keeps with it are no links out of the workspace's folder. */
async function fileOf({ folder, tenantId, name }: SqlitePlace): Promise<string> {
  if (folder === null)
    throw notAllowed('This installation has no folder for SQLite databases (ATTAIN_SQLITE_DIR).');
  const base = await realpath(folder).catch(() => {
    throw notAllowed('The folder of ATTAIN_SQLITE_DIR does not exist.');
  });
  const file = join(base, tenantId, name);
  const real = await realpath(file).catch(() => null);
  if (real === null)
    throw new SqlRejected(
      `There is no such file. Put it in ${tenantId} in the folder of ATTAIN_SQLITE_DIR.`,
      false,
    );
  const found = await Promise.all(
    ['', '-journal', '-wal', '-shm'].map((more) => lstat(file + more).catch(() => null)),
  );
  if (real !== file || found.some((one) => one !== null && !(one.isFile() && one.nlink === 1)))
    throw notAllowed(`“${name}” is a link or no plain file.`);
  return file;
}

function notAllowed(message: string): EffectFailed {
  return new EffectFailed('HOST_NOT_ALLOWED', `${message} Nothing was sent.`);
}

/** Asks the process and waits, but no longer than a statement may take. */
async function answerOf(
  child: ChildProcess,
  asked: ToSqlite,
  { statementMs, ending }: { readonly statementMs: number; readonly ending: AbortSignal },
): Promise<Exclude<FromSqlite, { readonly error: string }>> {
  const waiting = new AbortController();
  const { signal } = waiting;
  let isLate = false;
  const alarm = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, statementMs);
  try {
    const answered = once(child, 'message', { signal }) as Promise<[FromSqlite]>;
    const lost = once(child, 'exit', { signal }).then(() => null);
    answered.catch(() => undefined);
    lost.catch(() => undefined);
    const isThere = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
    if (isThere) child.send(asked, () => undefined);
    const [answer] = (isThere ? await Promise.race([answered, lost]) : null) ?? [];
    if (answer === undefined) throw endedBy(child, isLate, ending);
    if ('error' in answer) throw new SqlRejected(answer.error, answer.passes);
    return answer;
  } finally {
    clearTimeout(alarm);
    waiting.abort();
  }
}

function endedBy(child: ChildProcess, isLate: boolean, ending: AbortSignal): Error {
  if (isLate) return new ProcessEnded('The statement took too long and was ended.', true);
  if (ending.aborted) return ending.reason as Error;
  if (child.pid === undefined) return notStarted();
  if (child.signalCode === TOO_MUCH_MEMORY) {
    const message = `The statement took more than ${MAX_MEMORY / 1_000_000} MB of memory and was ended. Sort or join fewer rows.`;
    return new ProcessEnded(message, false);
  }
  const how = child.signalCode ?? `code ${child.exitCode}`;
  return new ProcessEnded(`SQLite ended unexpectedly (${how}).`, foreign.includes(how));
}

function notStarted(): ProcessEnded {
  return new ProcessEnded('SQLite could not be started.', true);
}

function readRows(answer: Exclude<FromSqlite, { readonly error: string }>): JsonValue[] {
  if ('rows' in answer) return JSON.parse(answer.rows) as JsonValue[];
  mustFit(answer.tooLarge, answer.of);
  return [];
}

/** Until the commit nothing has happened: a process that ends rolls back. */
async function changeRows(
  ask: (asked: ToSqlite) => Promise<Exclude<FromSqlite, { readonly error: string }>>,
  query: SqlQuery,
) {
  const answer = await ask({ ask: 'change', ...query });
  const rows = readRows(answer);
  const changed = 'changed' in answer ? answer.changed : 0;
  if (changed > query.limit) throw tooManyRows(changed, query.limit);
  await ask({ ask: 'commit' }).catch((error: unknown) => {
    throw error instanceof ProcessEnded ? lostInCommit() : error;
  });
  return { changed, rows };
}
