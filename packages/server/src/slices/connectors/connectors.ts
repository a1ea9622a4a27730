import { isDeepStrictEqual } from 'node:util';
import type { Connector, ConnectorJoin, ConnectorSource } from '@attain/contract/connectors';
import { importFieldRight, importRight } from '@attain/contract/import-rights';
import type { CronSchedule } from '@attain/contract/workflow-triggers';
import { isNarrowed, scopeOf } from '@attain/domain/access/permissions';
import { dialectOf } from '@attain/domain/connections/connection-kinds';
import { readStatement } from '@attain/domain/connections/sql-statement';
import { parseExpression } from '@attain/domain/workflows/expressions/parse-expression';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { aMoment, anId, anyText, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { resolveNotices } from '../../runs/notify-people.ts';
import { mustBeSchedule, nextInstants } from '../../runs/schedules/cron-instants.ts';
import { type SourceConnection, sourceConnections } from '../connections/has-connection.ts';
import { cancelImport } from '../imports/cancel-import.ts';
import { allKinds } from '../imports/kinds/all-kinds.ts';
import type { KindName } from '../imports/kinds/kind.ts';
import { mustImport } from '../imports/may-import.ts';
import { readProfile } from '../imports/profiles/profiles.ts';
import { selectFiles, wantAgain } from './connector-file-store.ts';
import {
  deleteConnector,
  insertSync,
  noteReached,
  type StoredConnector,
  saveChosen,
  selectConnector,
  selectConnectors,
  selectSyncs,
  switchTask,
} from './connector-store.ts';
import { isPattern } from './drop-folder.ts';
import { fileNameOf, lookAt, withRows } from './read-source.ts';
import { connectionOf, connectionWith, dropFolder } from './source-of.ts';

const sampleRows = 20;

/** Connectors by name; to people who may import, with the connections they can use. */
export function listConnectors(
  ctx: AppContext,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => {
    const after = decodeTypedCursor(cursor, [anyText, anId]);
    const rows = (await selectConnectors(tx, { after, limit })).map(wireOf);
    const page = onePage(rows, limit, (row) => [row.name, row.id]);
    if (scopeOf(actor.roles, 'import:records') === null)
      return { ...page, connections: [], dropFolder: null };
    const folder = ctx.settings.dropFolder === null ? [] : [dropFolder];
    const usable = [...folder, ...(await sourceConnections(tx))];
    return {
      ...page,
      connections: usable.map(({ id, name, type }) => ({ id, name, type })),
      dropFolder: ctx.settings.dropFolder === null ? null : actor.tenantId,
    };
  });
}

interface PageAsked {
  readonly id: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Executions of a connector, newest first. Throws NOT_FOUND. */
export function listExecutions(ctx: AppContext, actor: Actor, asked: PageAsked) {
  return listOf(ctx, actor, asked, { select: selectSyncs, momentOf: ({ startTime }) => startTime });
}

/** Files of the drop folder that a connector took, newest first. Throws NOT_FOUND. */
export function listTaken(ctx: AppContext, actor: Actor, asked: PageAsked) {
  return listOf(ctx, actor, asked, { select: selectFiles, momentOf: ({ takenAt }) => takenAt });
}

interface ListOf<Row> {
  select(tx: TenantTx, query: { id: string; after: readonly string[] | null; limit: number }): Promise<Row[]>;
  momentOf(row: Row): string;
}

/** A page of what belongs to a connector, sorted by moment and ID. */
function listOf<Row extends { readonly id: string }>(
  ctx: AppContext,
  actor: Actor,
  { id, limit, cursor }: PageAsked,
  { select, momentOf }: ListOf<Row>,
) {
  mustAllow(actor, 'read:imports');
  return ctx.read(actor, async (tx) => {
    found(await selectConnector(tx, id), 'connector');
    const after = decodeTypedCursor(cursor, [aMoment, anId]);
    return onePage(await select(tx, { id, after, limit }), limit, (row) => [momentOf(row), row.id]);
  });
}

/** Lets the next execution take a file again that is still in the drop folder. Throws NOT_FOUND. */
export function takeAgain(
  ctx: AppContext,
  actor: Actor,
  { id, fileId }: { id: string; fileId: string },
): Promise<Connector> {
  mustAllow(actor, 'import:records');
  return ctx.write(actor, async (tx) => {
    const { kind } = found(await selectConnector(tx, id, 'FOR UPDATE'), 'connector');
    mustImport(actor, kind);
    const name = found(await wantAgain(tx, { connectorId: id, fileId }), 'file');
    const object = { type: 'connector', id };
    tx.record({ action: 'connector.file-wanted-again', object, reason: { code: 'FILE', text: name } });
    return reread(tx, id);
  });
}

interface Wanted {
  readonly id?: string | undefined;
  readonly revision?: number | undefined;
  readonly name: string;
  readonly connectionId: string;
  readonly source: ConnectorSource;
  readonly joins: readonly ConnectorJoin[];
  readonly kind: KindName;
  readonly profileId: string | null;
  readonly skipsErrors: boolean;
  readonly schedule: CronSchedule | null;
}

/** Creates or saves a connector, which has the actor's rights from now on. Throws BAD_INPUT, NOT_ALLOWED, NOT_FOUND and CONFLICT. */
export async function saveConnector(ctx: AppContext, actor: Actor, wanted: Wanted): Promise<Connector> {
  const { kind, profileId, source, joins, schedule, skipsErrors } = wanted;
  mustOwn(actor, kind);
  if (schedule !== null) mustBeSchedule(schedule, ctx.clock.now());
  mustFit(wanted, profileId === null ? null : await readProfile(ctx, actor, profileId));
  return ctx.write(actor, async (tx) => {
    const before =
      wanted.id === undefined ? null : found(await selectConnector(tx, wanted.id, 'FOR UPDATE'), 'connector');
    if (before !== null && before.revision !== wanted.revision)
      throw new ApiError('CONFLICT', `“${before.name}” was saved by someone else. Reload it.`);
    if (before !== null) mustImport(actor, before.kind);
    const isSameSource =
      before?.connectionId === wanted.connectionId &&
      isDeepStrictEqual([before.source, before.joins], [source, joins]);
    if (!isSameSource) mustChooseSource(actor);
    const connection = await connectionWith(tx, wanted.connectionId);
    if (connection?.type !== source.type) throw faulty('connectionId', wantedConnection[source.type]);
    if (source.type === 'folder' && ctx.settings.dropFolder === null)
      throw faulty('connectionId', 'This installation has no drop folder (ATTAIN_DROP_FOLDER).');
    mustBeSource(source, connection);
    for (const [at, join] of joins.entries()) {
      if (join.source.type !== source.type)
        throw faulty(`joins.${at}.source`, 'Second files come from the same connection.');
      mustBeSource(join.source, connection, `joins.${at}.source`);
    }
    const id = before?.id ?? newId();
    const { provider, environment } = connection;
    await saveChosen(tx, {
      ...{ id, provider, environment, source, joins, kind, profileId, skipsErrors, schedule },
      name: wanted.name,
      connectionId: connection.id,
      capabilities: capabilitiesOf(source),
      syncFrequency: frequencyOf(schedule),
      // an instant that is due or waits stays so
      nextRun:
        before?.nextRun && isDeepStrictEqual(before.schedule, schedule)
          ? new Date(before.nextRun)
          : nextOf(ctx, schedule),
      runsAs: actor.userId,
      bringsOther: !isSameSource || before?.kind !== kind,
    });
    tx.record({
      action: before === null ? 'connector.created' : 'connector.saved',
      object: { type: 'connector', id },
    });
    return reread(tx, id);
  });
}

const wantedConnection: Record<ConnectorSource['type'], string> = {
  database: 'Choose a connection to a database.',
  application: 'Choose a connection to an application.',
  folder: 'Choose the drop folder.',
};

/** A chosen source can read all that its connection reaches, so importing alone doesn't allow the choice (CONN-16). */
function mustChooseSource(actor: Actor): void {
  if (scopeOf(actor.roles, 'test:connections') !== null) return;
  throw new ApiError(
    'NOT_ALLOWED',
    'Only people who may test connections can choose what a connector reads. Ask an administrator to do it.',
  );
}

/** Deletes a connector with its schedule and executions; the imports stay. Throws NOT_FOUND. */
export function removeConnector(ctx: AppContext, actor: Actor, id: string): Promise<{ removed: true }> {
  mustAllow(actor, 'import:records');
  return ctx.write(actor, async (tx) => {
    const { name, kind, open } = found(await selectConnector(tx, id, 'FOR UPDATE'), 'connector');
    mustImport(actor, kind);
    if (open !== null) await resolveNotices(tx, `sync/${open.id}/held`);
    await deleteConnector(tx, id);
    const reason = { code: 'NAME', text: name };
    tx.record({ action: 'connector.removed', object: { type: 'connector', id }, reason });
    return { removed: true as const };
  });
}

type Acts = 'test' | 'run' | 'pause' | 'resume' | 'discard';
type Sample = { columns: string[]; rows: string[][] };

/** Tests, runs, pauses or resumes a connector, or discards what it holds. Throws NOT_FOUND and CONFLICT. */
export async function actOnConnector(
  ctx: AppContext,
  actor: Actor,
  { id, act }: { id: string; act: Acts },
): Promise<{ connector: Connector; sample: Sample | null }> {
  mustAllow(actor, 'import:records');
  const before = await ctx.read(actor, async (tx) => found(await selectConnector(tx, id), 'connector'));
  mustImport(actor, before.kind);
  if (act === 'test') return testConnector(ctx, actor, before);
  if (act === 'discard') return { connector: await discard(ctx, actor, before), sample: null };
  const { connector, syncId } = await ctx.write(actor, async (tx) => {
    const locked = found(await selectConnector(tx, id, 'FOR UPDATE'), 'connector');
    const syncId = act === 'run' ? await start(tx, actor, locked) : null;
    if (act !== 'run') await switchTo(ctx, tx, { actor, locked, isPaused: act === 'pause' });
    return { connector: await reread(tx, id), syncId };
  });
  if (syncId !== null) await ctx.jobs.order('sync', { tenantId: actor.tenantId, id: syncId });
  return { connector, sample: null };
}

async function start(tx: WriteTx, actor: Actor, locked: StoredConnector): Promise<string> {
  const { id, name, open, environment } = locked;
  if (open?.status === 'running')
    throw new ApiError('CONFLICT', `“${name}” is running. Wait until it is done.`);
  if (open !== null)
    throw new ApiError(
      'CONFLICT',
      `“${name}” holds an import. Store or discard it before the next execution.`,
    );
  const syncId = newId();
  await insertSync(tx, { id: syncId, connectorId: id, environment, startedBy: actor.userId });
  tx.record({ action: 'sync.started', object: { type: 'sync', id: syncId } });
  return syncId;
}

async function switchTo(
  ctx: AppContext,
  tx: WriteTx,
  { actor, locked, isPaused }: { actor: Actor; locked: StoredConnector; isPaused: boolean },
): Promise<void> {
  const { id, name, kind, schedule } = locked;
  if (locked.isPaused === isPaused)
    throw new ApiError('CONFLICT', `“${name}” is ${isPaused ? 'paused already' : 'not paused'}.`);
  if (!isPaused) mustOwn(actor, kind);
  const next = { status: 'active' as const, nextRun: nextOf(ctx, schedule), runsAs: actor.userId };
  await switchTask(tx, id, isPaused ? { status: 'paused' } : next);
  tx.record({
    action: isPaused ? 'connector.paused' : 'connector.resumed',
    object: { type: 'connector', id },
  });
}

async function discard(
  ctx: AppContext,
  actor: Actor,
  { id, name, open }: StoredConnector,
): Promise<Connector> {
  if (open?.status !== 'held' || open.importId === null)
    throw new ApiError('CONFLICT', `“${name}” holds no import.`);
  await cancelImport(ctx, actor, open.importId);
  return ctx.read(actor, (tx) => reread(tx, id));
}

/** Reads the first rows; the result is the status of the connector. */
async function testConnector(ctx: AppContext, actor: Actor, connector: StoredConnector) {
  const { tenantId } = actor;
  const { id, name, source } = connector;
  const seen = await firstRows().catch((error: unknown) => {
    if (error instanceof EffectFailed || error instanceof ApiError) return { error: error.message };
    throw error;
  });
  return ctx.write(actor, async (tx) => {
    await noteReached(tx, id, seen);
    const code = 'error' in seen ? 'error' : 'connected';
    const object = { type: 'connector', id };
    tx.record({ action: 'connector.tested', object, evidence: [valueHash(seen)], reason: { code } });
    const sample =
      'error' in seen ? null : { columns: seen.columns.map((column) => column.name), rows: seen.rows };
    return { connector: await reread(tx, id), sample };
  });

  async function firstRows() {
    const connection = await connectionOf(ctx, tenantId, connector);
    const signal = AbortSignal.timeout(30_000);
    const reading = { actor, connectorId: id, connection, source, signal, first: sampleRows };
    return withRows(ctx, reading, (path, fileName = fileNameOf(name)) =>
      lookAt(ctx, tenantId, { path, fileName }),
    );
  }
}

/** Executions have all rights of the owner, so an API token must have what they need (CONN-18). */
function mustOwn(actor: Actor, kind: KindName): void {
  mustImport(actor, kind);
  if (!isNarrowed(actor.roles)) return;
  const fields = allKinds[kind].fields.flatMap(({ field }) => importFieldRight(kind, field) ?? []);
  mustReach(actor, ['import:records', importRight(kind), ...fields]);
}

/** A profile that joins second files needs a source for each of them; other profiles have none. */
function mustFit({ kind, joins }: Wanted, profile: Awaited<ReturnType<typeof readProfile>> | null): void {
  if (profile !== null && profile.kind !== kind)
    throw faulty('profileId', `“${profile.name}” is a profile of other records.`);
  const names = (profile?.versions[0]?.mapping.lookups ?? []).map(({ name }) => name);
  if (profile === null && joins.length > 0)
    throw faulty('joins', 'Choose the profile that joins these rows.');
  if (
    !isDeepStrictEqual(
      names,
      joins.map(({ name }) => name),
    )
  )
    throw faulty(
      'joins',
      names.length === 0
        ? `“${profile?.name}” joins no second file.`
        : `“${profile?.name}” joins ${names.map((name) => `“${name}”`).join(', ')}. Enter where each comes from.`,
    );
}

function mustBeSource(source: ConnectorSource, { address }: SourceConnection, path = 'source'): void {
  if (source.type === 'database') {
    const read = readStatement(source.query, dialectOf(address));
    if (!read.ok) throw faulty(`${path}.query`, read.problems[0]?.message ?? 'Enter one SELECT.');
    if (read.value.names.length > 0)
      throw faulty(
        `${path}.query`,
        `The query can’t use :${read.value.names[0]}: a connector has no parameters.`,
      );
    if (!['SELECT', 'WITH', 'TABLE', 'VALUES'].includes(read.value.verb))
      throw faulty(`${path}.query`, 'Enter a SELECT: a connector only reads.');
    return;
  }
  if (source.type === 'folder') {
    if (!isPattern(source.pattern))
      throw faulty(`${path}.pattern`, 'Enter a file name such as deals-*.csv, without a folder.');
    return;
  }
  const parsed = source.items === '' ? null : parseExpression(source.items);
  if (parsed !== null && !parsed.ok) throw faulty(`${path}.items`, parsed.problems[0].message);
}

function capabilitiesOf(source: ConnectorSource): Connector['capabilities'] {
  if (source.type === 'database') return ['query'];
  if (source.type === 'folder') return ['files'];
  return source.paging === 'none' ? ['call'] : ['call', 'pages'];
}

/** How often a schedule starts, by its fields. */
function frequencyOf(schedule: CronSchedule | null): Connector['syncFrequency'] {
  if (schedule === null) return 'manual';
  const [, hour = '*', day = '*', , weekday = '*'] = schedule.cron.split(/\s+/);
  if (!/^\d+$/.test(hour)) return 'hourly';
  if (weekday !== '*' && weekday !== '?') return 'weekly';
  return day === '*' || day === '?' ? 'daily' : 'monthly';
}

function nextOf(ctx: AppContext, schedule: CronSchedule | null): Date | null {
  return schedule === null ? null : (nextInstants(schedule, ctx.clock.now(), 1)[0] ?? null);
}

function wireOf({ runsAs: _runsAs, environment: _environment, ...connector }: StoredConnector): Connector {
  return connector.source.type === 'folder' ? { ...connector, connectionName: dropFolder.name } : connector;
}

async function reread(tx: TenantTx, id: string): Promise<Connector> {
  return wireOf(found(await selectConnector(tx, id), 'connector'));
}

function faulty(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'CONN-16', path, message }] });
}
