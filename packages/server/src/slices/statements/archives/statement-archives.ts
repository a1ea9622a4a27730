import { createReadStream, existsSync } from 'node:fs';
import type { StatementPeriod } from '@attain/contract/statement-archives';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import { anId } from '../../../base/cursor.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { holdTurn } from '../../../db/turns.ts';
import { cancelJob } from '../../../jobs/define-job.ts';
import { orderJob } from '../../../jobs/job-store.ts';
import { readerOf } from '../../calculations/publications.ts';
import { reachOf } from '../../participants/visible-participants.ts';
import { visibleRun } from '../../payouts/visible-run.ts';
import { activeMember } from '../../people/active-member.ts';
import { archivePath, dropArchive } from './archive-file.ts';
import { accessHash, archiveJob, fileSafe } from './archive-job.ts';
import { deleteArchives, insertArchive, selectOwnArchive, selectPeriods } from './archive-store.ts';

const permission = 'read:statements' as const;
/** What is said of a ZIP that holds other statements or payments than its owner reads now. */
const OUTDATED = 'Your access has changed since this ZIP was created. Create it again.';

/** Plans and periods with statements the actor may read, each with the actor's own ZIP. */
export function listArchives(ctx: AppContext, actor: Actor): Promise<{ rows: StatementPeriod[] }> {
  return ctx.read(actor, async (tx) => ({ rows: await periodsOf(tx, actor, null) }));
}

/**
 * Starts a ZIP in the background and removes the earlier one. NOT_FOUND for a calculation whose statements the actor can’t read,
 * NOT_ALLOWED for an API token or session with other access to pay than its owner's roles, CONFLICT while one is being created.
 */
export async function startArchive(
  ctx: AppContext,
  actor: Actor,
  { runId }: { runId: string },
): Promise<StatementPeriod> {
  const id = newId();
  const { period, dropped } = await ctx.write(actor, async (tx) => {
    const linesOf = await linesOfRun(tx, actor, runId);
    const of = { createdBy: actor.userId, runId: linesOf };
    found((await periodsOf(tx, actor, linesOf))[0], 'statement');
    await mustHaveOwnAccess(tx, actor, linesOf);
    await holdTurn(tx, 'statement-archives', actor.userId);
    if ((await selectOwnArchive(tx, { createdBy: actor.userId, status: 'working' })) !== null)
      throw new ApiError('CONFLICT', 'A ZIP is being created. Wait until it is done, or cancel it.');
    const dropped = await deleteArchives(tx, actor.userId);
    await insertArchive(tx, { id, ...of });
    await orderJob(tx, 'statement-archive', id);
    tx.record({ action: 'statement-archive.ordered', object: { type: 'statement-archive', id } });
    return { period: found((await periodsOf(tx, actor, linesOf))[0], 'statement'), dropped };
  });
  for (const one of dropped) await dropArchive(ctx, one);
  await ctx.jobs.order('statement-archive', { tenantId: actor.tenantId, id });
  return period;
}

/** Stops a ZIP that is being created. NOT_FOUND where there is none, CONFLICT once it has ended. */
export function cancelArchive(
  ctx: AppContext,
  actor: Actor,
  { runId }: { runId: string },
): Promise<StatementPeriod> {
  return ctx.write(actor, async (tx) => {
    const linesOf = await linesOfRun(tx, actor, runId);
    const { id } = await ownArchive(tx, actor, linesOf);
    if ((await cancelJob(tx, archiveJob, id)) === null)
      throw new ApiError('CONFLICT', 'This ZIP is not being created any more.');
    tx.record({ action: 'statement-archive.cancel-ordered', object: { type: 'statement-archive', id } });
    return found((await periodsOf(tx, actor, linesOf))[0], 'statement');
  });
}

/** The ZIP that the actor had created within the last day. NOT_FOUND where there is none, CONFLICT once the actor's access changed. */
export async function downloadArchive(ctx: AppContext, actor: Actor, { runId }: { runId: string }) {
  found(anId(runId) || null, 'calculation');
  const { id, period } = await ctx.read(actor, async (tx) => {
    const linesOf = await linesOfRun(tx, actor, runId);
    const period = found((await periodsOf(tx, actor, linesOf))[0], 'statement');
    if (period.archive?.error === OUTDATED) throw new ApiError('CONFLICT', OUTDATED);
    if (period.archive?.status !== 'completed') throw new ApiError('NOT_FOUND', 'ZIP not found.');
    return { ...(await ownArchive(tx, actor, linesOf)), period };
  });
  const path = archivePath(ctx, id);
  if (!existsSync(path)) throw new ApiError('NOT_FOUND', 'ZIP not found.');
  return {
    fileName: `${fileSafe(`statements ${period.planName} ${period.period.key}`)}.zip`,
    contentType: 'application/zip',
    body: createReadStream(path),
  };
}

async function linesOfRun(tx: TenantTx, actor: Actor, runId: string): Promise<string> {
  return (await visibleRun(tx, { actor, permission, runId })).linesOf;
}

async function ownArchive(tx: TenantTx, { userId }: Actor, runId: string) {
  return found(await selectOwnArchive(tx, { createdBy: userId, runId }), 'ZIP');
}

async function periodsOf(tx: TenantTx, actor: Actor, run: string | null): Promise<StatementPeriod[]> {
  const reach = await reachOf(tx, actor, permission);
  const reader = readerOf(actor, permission);
  const periods = await selectPeriods(tx, { reach, reader, userId: actor.userId, run });
  // a person has one ZIP at most
  const own = periods.find(({ archive }) => archive?.status === 'completed');
  if (own?.archive) {
    const { access } = await ownArchive(tx, actor, own.runId);
    if (access !== (await accessHash(tx, actor, own.runId)))
      own.archive = { ...own.archive, status: 'failed', error: OUTDATED };
  }
  return periods;
}

/** The ZIP is written with the roles of its owner: an API token with fewer permissions would gain what it was not given (ACCESS-19). */
async function mustHaveOwnAccess(tx: TenantTx, actor: Actor, runId: string): Promise<void> {
  const member = found(await activeMember(tx, actor.userId), 'member');
  const isSame =
    scopeOf(member.roles, permission) !== null &&
    (await accessHash(tx, actor, runId)) === (await accessHash(tx, { ...actor, ...member }, runId));
  if (isSame) return;
  throw new ApiError(
    'NOT_ALLOWED',
    'A ZIP holds what your roles let you read; this session or API token has other access to statements or payments. Create the ZIP with your own roles.',
  );
}
