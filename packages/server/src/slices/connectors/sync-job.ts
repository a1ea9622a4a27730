import { isDeepStrictEqual } from 'node:util';
import { importRight } from '@attain/contract/import-rights';
import type { ImportDetail } from '@attain/contract/imports';
import { rolesHolding } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { defineJob, type Job, type JobInput } from '../../jobs/define-job.ts';
import type { JobOrder } from '../../jobs/queue.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { sourceConnection } from '../connections/has-connection.ts';
import { cancelImport } from '../imports/cancel-import.ts';
import { checkImport } from '../imports/check-import.ts';
import { addLookup } from '../imports/lookups/add-lookup.ts';
import { mappingFor } from '../imports/profiles/profiles.ts';
import { readImport } from '../imports/read-import.ts';
import { uploadImport } from '../imports/upload-import.ts';
import { membersHolding } from '../people/people-holding.ts';
import { actingOwner } from './acting-owner.ts';
import {
  lockOpenSync,
  noteImport,
  noteReached,
  type OpenSync,
  ownerOfLeftImport,
  type StoredConnector,
  type SyncEnd,
  selectConnector,
  selectOpenSync,
  settleSync,
} from './connector-store.ts';
import { fileNameOf, lookAt, withRows } from './read-source.ts';

/** How far an execution is when its rows are a file, and when they are checked. */
const fetchedPercent = 40;
export const checkedPercent = 70;

/**
 * Brings the rows of a connector into an import and orders its dry run; `settleSyncs` goes on from there. The import has the id of
 * the execution, so that a repeated step finds it.
 */
const job = defineJob<OpenSync>({
  kind: 'sync',
  unexpected: 'The connector stopped because of an internal error. Nothing was imported.',
  load: (tx, id) => selectOpenSync(tx, id),
  steps: bring,
  onEnd: async (tx, id, { status, message, problems }) => {
    const sync = status === 'completed' ? null : await lockOpenSync(tx, id);
    if (sync === null) return;
    const errors = [message ?? 'The connector was stopped.', ...problems.map((problem) => problem.message)];
    await endSync(tx, sync, { status: 'failed', errors: [...new Set(errors)], summary: null });
    await noteReached(tx, sync.connectorId, { error: errors[0] ?? '' });
  },
  entryOf: (_sync, { status, message }) => ({
    action: status === 'completed' ? 'sync.fetched' : 'sync.failed',
    reason: { code: status, ...(message === null ? {} : { text: message }) },
  }),
});

export const syncJob: Job = {
  ...job,
  run: async (ctx, order) => {
    await job.run(ctx, order);
    await discardLeftImport(ctx, order);
  },
};

/** Discards the import that a failed execution left open: it would count towards the limits of the workspace. */
export async function discardLeftImport(ctx: AppContext, { tenantId, id }: JobOrder): Promise<void> {
  const owner = await ctx.db.within(tenantId, (tx) => ownerOfLeftImport(tx, id));
  if (owner !== null) await cancelImport(ctx, systemActor(tenantId, owner, `sync/${id}`), id);
}

async function bring({ ctx, subject, actor, signal, progress }: JobInput<OpenSync>): Promise<void> {
  const { tenantId } = actor;
  const connector = await ctx.db.within(tenantId, (tx) => selectConnector(tx, subject.connectorId));
  // deleted meanwhile, and its executions with it
  if (connector === null || subject.status !== 'running') return;
  const owner = await actingOwner(ctx, tenantId, subject, connector.kind);
  const first =
    (await earlierImport(ctx, owner, subject.id)) ??
    (await fetched(ctx, owner, { subject, connector, signal }));
  const file = await joined(ctx, owner, { subject, connector, signal, file: first });
  progress(1, 2);
  if (file.status === 'uploaded') await check(ctx, owner, { subject, connector, file });
  progress(2, 2);
}

/** The import that this execution made before its process died; null: none. */
async function earlierImport(ctx: AppContext, owner: Actor, id: string): Promise<ImportDetail | null> {
  try {
    return await readImport(ctx, owner, id);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

interface Bringing {
  readonly subject: OpenSync;
  readonly connector: StoredConnector;
}

async function fetched(
  ctx: AppContext,
  owner: Actor,
  { subject, connector, signal }: Bringing & { readonly signal: AbortSignal },
): Promise<ImportDetail> {
  const { tenantId } = owner;
  const { id: connectorId, kind, name, source } = connector;
  try {
    const connection = await connectionOf(ctx, tenantId, connector);
    const reading = { actor: owner, connectorId, connection, source, signal };
    return await withRows(ctx, reading, async (path) => {
      const { columns } = await lookAt(ctx, tenantId, { path, name });
      const file = await uploadImport(ctx, owner, {
        ...{ id: subject.id, path, signal },
        fileName: fileNameOf(name),
        fields: { kind },
      });
      await ctx.db.within(tenantId, (tx) =>
        noteReached(tx, subject.connectorId, { columns, bytes: file.byteCount }),
      );
      return file;
    });
  } catch (error) {
    signal.throwIfAborted();
    return asConflict(error);
  }
}

/** The import with the second files of the profile; one that a repeated step finds has some already. */
async function joined(
  ctx: AppContext,
  owner: Actor,
  given: Bringing & { readonly signal: AbortSignal; readonly file: ImportDetail },
): Promise<ImportDetail> {
  const { subject, connector, signal } = given;
  let { file } = given;
  const joins = connector.joins.slice(file.lookups.filter(({ missing }) => !missing).length);
  if (file.status !== 'uploaded') return file;
  for (const { name, source } of joins) {
    const connection = await connectionOf(ctx, owner.tenantId, connector).catch(asConflict);
    const reading = { actor: owner, connectorId: connector.id, connection, source, signal };
    const fileName = fileNameOf(name);
    const fields = { importId: subject.id };
    file = await withRows(ctx, reading, (path) =>
      addLookup(ctx, owner, { path, fileName, fields, signal }),
    ).catch((error) => {
      signal.throwIfAborted();
      // one of several sources
      if (error instanceof EffectFailed) throw new ApiError('CONFLICT', `“${name}”: ${error.message}`);
      throw error;
    });
  }
  return file;
}

function asConflict(error: unknown): never {
  throw error instanceof EffectFailed ? new ApiError('CONFLICT', error.message) : error;
}

/** The connection of a connector. Throws EffectFailed if it can't be used any more. */
export async function connectionOf(
  ctx: AppContext,
  tenantId: string,
  { connectionId, source }: Pick<StoredConnector, 'connectionId' | 'source'>,
) {
  const connection = await ctx.db.within(tenantId, (tx) => sourceConnection(tx, connectionId));
  if (connection?.type !== source.type)
    throw new EffectFailed(
      'NOT_CONFIGURED',
      'The connection no longer exists, or is limited to workflows. Choose another one.',
    );
  return connection;
}

/** Orders the dry run, or holds the execution if no one has said yet how its columns are read. */
async function check(
  ctx: AppContext,
  owner: Actor,
  { subject, connector, file }: Bringing & { readonly file: ImportDetail },
): Promise<void> {
  const { id } = subject;
  const { profileId, skipsErrors: skipBadRows } = connector;
  const known =
    profileId !== null
      ? await ctx.db.within(owner.tenantId, (tx) => mappingFor(tx, file, profileId))
      : file.mappingOf !== null && file.mapping !== null
        ? { name: file.mappingOf.profile.name, mapping: file.mapping, from: file.mappingOf.id }
        : null;
  await ctx.db.within(owner.tenantId, (tx) => noteImport(tx, id, fetchedPercent));
  const changed = known && (await changedJoin(ctx, owner, { connector, file, from: known.from }));
  if (changed !== null) {
    const error = `The columns of “${changed}” changed. Open the import and check its mapping.`;
    await hold(ctx, owner, subject, { errors: [error], summary: null });
    return;
  }
  if (known?.mapping.snapshot !== undefined && profileId === null) {
    const error = `Files of the profile “${known.name}” remove missing records. Choose this profile in the connector, or open the import.`;
    await hold(ctx, owner, subject, { errors: [error], summary: null });
    return;
  }
  if (known !== null) {
    await checkImport(ctx, owner, { id, mapping: known.mapping, profileName: known.name, skipBadRows });
    return;
  }
  const errors = ['These columns are new. Open the import and map them once.'];
  await hold(ctx, owner, subject, { errors, summary: null });
}

/** A second file whose columns are not those the mapping was made for: it knows columns by their place. Null: none. */
async function changedJoin(
  ctx: AppContext,
  owner: Actor,
  {
    connector: { joins },
    file,
    from,
  }: { connector: StoredConnector; file: ImportDetail /** The import it was stored with. */; from: string },
): Promise<string | null> {
  if (joins.length === 0) return null;
  const stored = await earlierImport(ctx, owner, from);
  if (stored === null) return null;
  const at = joins.findIndex(
    (_, n) => !isDeepStrictEqual(stored.lookups[n]?.headers, file.lookups[n]?.headers),
  );
  return joins[at]?.name ?? null;
}

/** Leaves the decision to a person. */
export async function hold(
  ctx: AppContext,
  actor: Actor,
  { id }: Pick<OpenSync, 'id'>,
  { errors, summary }: Pick<SyncEnd, 'errors' | 'summary'>,
): Promise<void> {
  await unlessNothing(
    ctx.write(actor, async (tx) => {
      const sync = await lockOpenSync(tx, id);
      // another process held or ended it
      if (sync?.status !== 'running') throw new NothingToDo();
      await endSync(tx, sync, { status: 'held', errors, summary });
      tx.record({
        action: 'sync.held',
        object: { type: 'sync', id },
        reason: { code: 'held', text: errors.join(' ').slice(0, 1_000) },
      });
    }),
  );
}

/** Stores how an execution ended or that it waits, and notifies the people who may import unless it went well. */
export async function endSync(tx: TenantTx, sync: OpenSync, end: SyncEnd): Promise<void> {
  const connector = await selectConnector(tx, sync.connectorId, 'FOR UPDATE');
  if (connector === null) return;
  await settleSync(tx, sync, end);
  if (sync.status === 'held') await resolveNotices(tx, `sync/${sync.id}/held`);
  const isHeld = end.status === 'held';
  // one who discarded it knows, and a source that stays away is reported once; a connector that stopped is reported always
  const isKnown = sync.status === 'held' || (!isHeld && !connector.success && !connector.isPaused);
  if (end.status === 'completed' || isKnown) return;
  const importers = rolesHolding(['import:records', importRight(connector.kind)]);
  await notifyPeople(tx, await membersHolding(tx, importers), {
    title: isHeld ? `“${connector.name}” waits for a decision` : `“${connector.name}” imported nothing`,
    message: end.errors.join(' ').slice(0, 1_000),
    severity: isHeld ? 'warning' : 'error',
    runId: null,
    about: { of: 'connector', id: sync.connectorId },
    effectKey: `sync/${sync.id}/${end.status}`,
  });
}
