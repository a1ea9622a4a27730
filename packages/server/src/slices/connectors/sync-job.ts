import { isDeepStrictEqual } from 'node:util';
import { importRight } from '@attain/contract/import-rights';
import type { ImportDetail } from '@attain/contract/imports';
import { rolesHolding } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import { type Actor, systemActor } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { NothingToDo, unlessNothing } from '../../db/nothing-to-do.ts';
import { defineJob, type Job, type JobInput } from '../../jobs/define-job.ts';
import type { JobOrder } from '../../jobs/queue.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { notifyPeople, resolveNotices } from '../../runs/notify-people.ts';
import { cancelImport } from '../imports/cancel-import.ts';
import { checkImport } from '../imports/check-import.ts';
import { addLookup } from '../imports/lookups/add-lookup.ts';
import { mappingFor } from '../imports/profiles/profiles.ts';
import { readImport } from '../imports/read-import.ts';
import { uploadImport } from '../imports/upload-import.ts';
import { membersHolding } from '../people/people-holding.ts';
import { actingOwner } from './acting-owner.ts';
import {
  deleteTaken,
  insertTaken,
  isUnreadable,
  markUnreadable,
  releaseTaken,
} from './connector-file-store.ts';
import {
  insertSync,
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
import { connectionOf } from './source-of.ts';
import { nextFile, withCopy } from './take-file.ts';

/** How far an execution is when its rows are a file, and when they are checked. */
const fetchedPercent = 40;
export const checkedPercent = 70;
/** So often a file of the drop folder is taken whose failure may pass. */
export const maxTries = 3;

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
    await releaseTaken(tx, id);
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
  if (owner === null) return;
  await cancelImport(ctx, systemActor(tenantId, owner, `sync/${id}`), id);
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
  if (first === null) return;
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

interface Fetching extends Bringing {
  readonly signal: AbortSignal;
}

/** The rows as an import; null: the drop folder has no new file, and the execution has ended. */
async function fetched(ctx: AppContext, owner: Actor, given: Fetching): Promise<ImportDetail | null> {
  const { connector, signal } = given;
  const { id: connectorId, name, source } = connector;
  try {
    if (source.type === 'folder') return await dropped(ctx, owner, { ...given, pattern: source.pattern });
    const connection = await connectionOf(ctx, owner.tenantId, connector);
    const reading = { actor: owner, connectorId, connection, source, signal };
    return await withRows(ctx, reading, (path) =>
      importOf(ctx, owner, { ...given, path, fileName: fileNameOf(name) }),
    );
  } catch (error) {
    signal.throwIfAborted();
    return asConflict(error);
  }
}

type FileToImport = Fetching & { readonly path: string; readonly fileName: string };

async function importOf(
  ctx: AppContext,
  owner: Actor,
  { subject, connector: { kind }, signal, path, fileName }: FileToImport,
): Promise<ImportDetail> {
  const { columns } = await lookAt(ctx, owner.tenantId, { path, fileName });
  const file = await uploadImport(ctx, owner, {
    ...{ id: subject.id, path, signal, fileName },
    fields: { kind },
  });
  await ctx.db.within(owner.tenantId, (tx) =>
    noteReached(tx, subject.connectorId, { columns, bytes: file.byteCount }),
  );
  return file;
}

/**
 * Takes the next file of the drop folder (CONN-27). It is remembered before it becomes an import, so that no other execution takes it. One that
 * can't be read stays known, as it would hold those after it; else the end of the job releases it.
 */
async function dropped(
  ctx: AppContext,
  owner: Actor,
  { pattern, ...given }: Fetching & { readonly pattern: string },
): Promise<ImportDetail | null> {
  const { tenantId } = owner;
  const { id: syncId, connectorId } = given.subject;
  // remembered by a process that died before it had the import
  await ctx.db.within(tenantId, (tx) => deleteTaken(tx, syncId));
  const next = await nextFile(ctx, { tenantId, connectorId, pattern });
  if ('none' in next) {
    await endWithout(ctx, owner, given.subject, next.none);
    return null;
  }
  const { name: fileName, changedMs, statusMs, byteCount } = next.file;
  const file = { connectorId, syncId, fileName };
  return withCopy(ctx, next.file, async (path, copied) => {
    await ctx.db.within(tenantId, (tx) => insertTaken(tx, { ...file, changedMs, ...copied }));
    return importOf(ctx, owner, { ...given, path, fileName });
  }).catch(async (error: unknown) => {
    const tries = triesOf(error);
    if (tries !== null)
      await ctx.db.within(tenantId, async (tx) => {
        if (error instanceof EffectFailed)
          await insertTaken(tx, { ...file, changedMs: statusMs, byteCount, contentHash: '' });
        await markUnreadable(tx, syncId, tries);
      });
    throw error;
  });
}

/** How often a file is taken that failed like this; null: the reason is not the file. */
function triesOf(error: unknown): number | null {
  if (error instanceof EffectFailed) return ['TOO_LARGE', 'HOST_NOT_ALLOWED'].includes(error.code) ? 1 : null;
  const rule = error instanceof ApiError && error.problems.find(({ path }) => path === 'file')?.rule;
  if (!rule || rule === 'CANCELLED') return null;
  // on a busy machine
  return rule === 'TOOK_TOO_LONG' ? maxTries : 1;
}

/** Ends an execution that found nothing to bring. */
async function endWithout(ctx: AppContext, actor: Actor, { id }: OpenSync, why: string): Promise<void> {
  await unlessNothing(
    ctx.write(actor, async (tx) => {
      const sync = await lockOpenSync(tx, id);
      if (sync?.status !== 'running') throw new NothingToDo();
      await endSync(tx, sync, { status: 'completed', errors: [why], summary: null });
      await noteReached(tx, sync.connectorId, { error: null });
      tx.record({
        action: 'sync.completed',
        object: { type: 'sync', id },
        reason: { code: 'no-file', text: why },
      });
    }),
  );
}

/** Starts the next execution of a connector to the drop folder, if another file waits there for it. */
export async function takeNext(
  ctx: AppContext,
  actor: Actor,
  { connectorId, startedBy }: Pick<OpenSync, 'connectorId' | 'startedBy'>,
): Promise<void> {
  const { tenantId } = actor;
  const connector = await ctx.db.within(tenantId, (tx) => selectConnector(tx, connectorId));
  if (connector?.source.type !== 'folder' || connector.isPaused) return;
  const { pattern } = connector.source;
  const next = await nextFile(ctx, { tenantId, connectorId, pattern }).catch((error: unknown) => {
    // the next execution of the schedule says it
    if (error instanceof EffectFailed) return { none: error.message };
    throw error;
  });
  if ('none' in next) return;
  const syncId = await unlessNothing(
    ctx.write(actor, async (tx) => {
      const locked = await selectConnector(tx, connectorId, 'FOR UPDATE');
      if (locked === null || locked.open !== null || locked.isPaused) throw new NothingToDo();
      const id = newId();
      await insertSync(tx, { id, connectorId, environment: locked.environment, startedBy });
      tx.record({ action: 'sync.started', object: { type: 'sync', id } });
      return id;
    }),
  );
  if (syncId !== null) await ctx.jobs.order('sync', { tenantId, id: syncId });
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
    const fields = { importId: subject.id };
    file = await withRows(ctx, reading, (path, fileName = fileNameOf(name)) =>
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
  // one who discarded it knows, and a source that stays away is reported once; a connector that stopped and each rejected file are reported always
  const isSameAsBefore = !isHeld && !connector.success && !connector.isPaused;
  if (end.status === 'completed' || sync.status === 'held') return;
  if (isSameAsBefore && !(await isUnreadable(tx, sync.id))) return;
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
