import { writeFile } from 'node:fs/promises';
import type { Connector, ConnectorSource } from '@attain/contract/connectors';
import { isObject, type JsonObject, type JsonValue } from '@attain/domain/workflows/json-value';
import { stringify } from 'csv-stringify/sync';
import { pathBelow } from '../../activities/connections/api-call.ts';
import { mustSucceed, shownHeaders } from '../../activities/connections/http-answer.ts';
import { readPages } from '../../activities/connections/read-pages.ts';
import { statementOf } from '../../activities/connections/sql-rows.ts';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { valueHash } from '../../db/write.ts';
import { withAnswerRoom } from '../../runs/egress/answer-room.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { callApplication } from '../connections/call-application.ts';
import type { SourceConnection } from '../connections/has-connection.ts';
import { type OpenConnection, openConnection } from '../connections/open-connection.ts';
import { withDatabase } from '../connections/with-database.ts';
import { limitsOf, toApiError } from '../imports/import-file.ts';
import type { ColumnLook } from '../imports/reading/guess-shape.ts';
import { previewFile } from '../imports/reading/read-rows.ts';
import { fileToShow, lastFile, withCopy, withFetched } from './take-file.ts';

const longestMs = 120_000;
const maxPages = 100;

/** What is read, and how much of it. */
interface Reading {
  /** Whose permissions it has. */
  readonly actor: Actor;
  readonly connectorId: string;
  readonly connection: Pick<SourceConnection, 'id' | 'kind'>;
  readonly source: ConnectorSource;
  /** The first rows, to show them; omitted: all, and too many of them are an error. */
  readonly first?: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the rows of a connector into a file, hands it on and removes it. A file of the drop folder keeps its name: the next one to show it, or
 * the last one as a second file. Throws EffectFailed if there are no rows or too many.
 */
export async function withRows<T>(
  ctx: AppContext,
  reading: Reading,
  work: (path: string, fileName?: string) => Promise<T>,
): Promise<T> {
  const { connection, source, connectorId } = reading;
  const { tenantId } = reading.actor;
  if (source.type === 'folder' || connection.kind === 'folder') {
    const asked = { tenantId, connectorId, pattern: source.type === 'folder' ? source.pattern : '' };
    const file = await (reading.first === undefined ? lastFile(ctx, asked) : fileToShow(ctx, asked));
    return withCopy(ctx, file, (path) => work(path, file.name));
  }
  const asked = { tenantId, kind: connection.kind, name: connection.id, workflowId: null };
  const text = await withAnswerRoom(tenantId, () =>
    openConnection(ctx, asked, async (open) => {
      await askPolicies(ctx, reading, open);
      const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(longestMs)]);
      const timed = { ...reading, signal };
      return source.type === 'database'
        ? queryRows(ctx, open, { ...timed, query: source.query })
        : callRows(ctx, open, { ...timed, call: source });
    }),
  );
  return withFetched(ctx, async (path) => {
    await writeFile(path, text, { mode: 0o600 });
    return work(path);
  });
}

/** Asks the policies about a call, and records it in the audit log where they oblige to. Fails with POLICY_DENIED or THROTTLED. */
async function askPolicies(
  ctx: AppContext,
  { actor, connectorId, source }: Reading,
  open: OpenConnection,
): Promise<void> {
  const caller = `connector/${connectorId}`;
  if (!(await ctx.policies.guardOwnCall(actor, open, caller))) return;
  await ctx.write(systemActor(actor.tenantId, actor.userId, caller), async (tx) => {
    tx.record({
      action: 'connection.called',
      object: { type: 'connection', id: open.id },
      evidence: [valueHash(source)],
      reason: { code: 'connector', text: open.name },
    });
  });
}

async function queryRows(
  ctx: AppContext,
  open: OpenConnection,
  { query, first, signal }: Reading & { readonly query: string },
): Promise<string> {
  const { text, values } = statementOf(query, {}, open.address);
  const { maxRows } = limitsOf(ctx);
  const limit = first ?? maxRows + 1;
  const rows = await withDatabase(
    ctx,
    open,
    { signal, statementMs: longestMs, operations: ['SELECT'] },
    (session) => session.read({ text, values, limit }),
  );
  return fileOf(rows, { first, maxRows });
}

async function callRows(
  ctx: AppContext,
  open: OpenConnection,
  reading: Reading & { readonly call: Extract<ConnectorSource, { type: 'application' }> },
): Promise<string> {
  const { call, first, signal } = reading;
  const host = new URL(open.address).hostname;
  const nowMs = ctx.clock.now().getTime();
  const get = async (url: string) => {
    const path = pathBelow(open.address, url);
    const answer = await callApplication(ctx, open, { method: 'GET', path, body: null, headers: {}, signal });
    mustSucceed(answer, { host, nowMs });
    return answer;
  };
  let table: string | null = null;
  const pages = first !== undefined || call.paging === 'none' ? 1 : maxPages;
  const config = { ...call, firstPage: 1, maxPages: pages };
  const url = open.address.replace(/\/+$/, '') + call.path;
  const read = await readPages(config, url, async (address, at) => {
    if (at > 0) await askPolicies(ctx, reading, open);
    const { status, headers, bytes, text } = await get(address);
    const isTable = /\bcsv\b/.test(headers['content-type'] ?? '');
    if (isTable && call.paging !== 'none')
      throw new EffectFailed(
        'BAD_ANSWER',
        'The answer is a CSV file, which has no further pages. Set “Pages” of the connector to “One page”.',
      );
    if (isTable) table = text;
    const body = isTable ? [] : exactJson(text);
    return { status, headers: shownHeaders(headers), body, bytes: bytes.length };
  });
  if (table !== null) return table;
  if (read.more === true && first === undefined)
    throw new EffectFailed(
      'TOO_MANY_ROWS',
      call.paging === 'none'
        ? 'The answer has further pages. Set “Pages” of the connector.'
        : `There are more than ${maxPages} pages. Ask for fewer or longer ones.`,
    );
  return fileOf(read.body as JsonValue[], { first, maxRows: limitsOf(ctx).maxRows });
}

/** JSON whose numbers keep every digit: they come out as texts. */
function exactJson(text: string): JsonValue {
  const asWritten = (_key: string, value: unknown, context?: { readonly source: string }) =>
    typeof value === 'number' && context !== undefined && !/e/i.test(context.source) ? context.source : value;
  try {
    return JSON.parse(text, asWritten as Parameters<typeof JSON.parse>[1]) as JsonValue;
  } catch {
    throw new EffectFailed('BAD_ANSWER', 'The response can’t be parsed as JSON.');
  }
}

/** The rows as an uploaded file would have them. */
function fileOf(
  all: readonly JsonValue[],
  { first, maxRows }: { readonly first: number | undefined; readonly maxRows: number },
): string {
  const rows = all.slice(0, first).filter(isObject);
  if (all.length === 0) throw new EffectFailed('NO_ROWS', 'The source has no rows. Nothing was imported.');
  if (rows.length < all.slice(0, first).length)
    throw new EffectFailed('BAD_ANSWER', 'A row is not an object with fields. Set Items, such as body.data.');
  if (rows.length > maxRows)
    throw new EffectFailed('TOO_MANY_ROWS', `The source has more than ${maxRows} rows. Ask for fewer.`);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify([columns, ...rows.map((row) => columns.map((column) => cellOf(row, column)))]);
}

function cellOf(row: JsonObject, column: string): string {
  const value = Object.hasOwn(row, column) ? row[column] : null;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Columns and first rows of a fetched file, read as an import reads it. */
export async function lookAt(
  ctx: AppContext,
  workspace: string,
  { path, fileName }: { path: string; fileName: string },
) {
  const limits = limitsOf(ctx);
  const preview = await previewFile({ workspace, path, fileName, limits }).catch((error: unknown) => {
    throw toApiError(error);
  });
  const columns = preview.headers.map((header, at) => ({ name: header, type: typeOf(preview.columns[at]) }));
  return { columns, rows: preview.rows.map((row) => [...row]) };
}

function typeOf(look: ColumnLook | undefined): Connector['columns'][number]['type'] {
  if (look === undefined || look.filled === 0) return 'empty';
  if (look.numbers === look.filled) return 'number';
  return look.dates === look.filled ? 'date' : 'text';
}

/** What a file of this connector is called. */
export function fileNameOf(name: string): string {
  return `${name.replace(/[/\\]/g, '-')}.csv`;
}
