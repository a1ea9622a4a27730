import type { AppContext } from './app-context.ts';
import { recountInstances } from './slices/agents/recount-instances.ts';
import { escalateOverdue } from './slices/approvals/escalate-overdue.ts';
import { notifyExpired } from './slices/approvals/notify-expired.ts';
import { logSigner, signHead } from './slices/audit/sign-head.ts';
import { expireNextSecrets } from './slices/connections/expire-next-secrets.ts';
import { warnOfExpiry } from './slices/connections/warn-of-expiry.ts';
import { notifyOfOverdue } from './slices/people/access-reviews.ts';
import { removeUnnamedSegments } from './slices/records/ledger/segment-store.ts';
import { writeMarked } from './slices/records/ledger/write-segments.ts';
import { sweepArchives } from './slices/statements/archives/archive-file.ts';
import { removeOldRuns } from './slices/workflow-runs/remove-runs.ts';

/** An answer is kept for a retry this long; the promise is at least a day. */
const answersKeptHours = 48;

/** A notice that was read, a mail and a webhook's delivery are kept this long after they are over. */
const noticesKeptDays = 90;

/**
 * What has to be done now and then: the head of every log that grew is signed, so that at most a minute of it could be
 * rewritten unseen; sessions, answers, throttles, counts of accesses, read notices, mails, deliveries and staged secrets that have run out are cleared away, and runs that ended longer ago
 * than their workspace keeps them. ZIPs of statements are removed after a day. Counters of
 * agent instances are compared with their runs. Missing and damaged segments of the ledger are written,
 * and those that were replaced and that no calculation names are removed.
 */
export async function runMaintenance(ctx: AppContext): Promise<void> {
  const tenants = await ctx.db.owner.query<{ id: string }>('SELECT id FROM tenants');
  for (const { id } of tenants.rows) {
    await ctx.db.within(id, (tx) => signHead(tx, logSigner(ctx, id)));
  }
  await ctx.db.owner.query('DELETE FROM sessions WHERE expires_at < now()');
  await ctx.db.owner.query(
    `DELETE FROM sign_in_failures WHERE window_started_at < now() - interval '1 day' AND coalesce(blocked_until, now()) <= now()`,
  );
  await ctx.db.owner.query(`DELETE FROM access_counts WHERE window_started_at < now() - interval '1 day'`);
  await ctx.db.owner.query(
    'DELETE FROM idempotency_keys WHERE created_at < now() - make_interval(hours => $1)',
    [answersKeptHours],
  );
  await ctx.db.owner.query('DELETE FROM notices WHERE read_at < now() - make_interval(days => $1)', [
    noticesKeptDays,
  ]);
  await ctx.db.owner.query('DELETE FROM mails WHERE ended_at < now() - make_interval(days => $1)', [
    noticesKeptDays,
  ]);
  await ctx.db.owner.query(
    `DELETE FROM webhook_deliveries WHERE state <> 'pending' AND created_at < now() - make_interval(days => $1)`,
    [noticesKeptDays],
  );
  await ctx.db.owner.query(`DELETE FROM passkey_challenges WHERE used_at < now() - interval '1 day'`);
  await ctx.db.owner.query('DELETE FROM passkey_proofs WHERE expires_at < $1', [
    ctx.clock.now().toISOString(),
  ]);
  await warnOfExpiry(ctx);
  await expireNextSecrets(ctx);
  await notifyOfOverdue(ctx);
  await escalateOverdue(ctx);
  await notifyExpired(ctx);
  await removeOldRuns(ctx);
  await sweepArchives(ctx);
  await removeUnnamedSegments(ctx.db.owner).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'removing replaced segments of the ledger failed'),
  );
  for (const { id } of tenants.rows) {
    await recountInstances(ctx, id).catch((error: unknown) =>
      ctx.log.error({ tenantId: id, err: error }, 'comparing the counters of agent instances failed'),
    );
    await writeLedger(ctx, id).catch((error: unknown) =>
      ctx.log.error({ tenantId: id, err: error }, 'writing the segments of the ledger failed'),
    );
  }
}

/** The rest is written a minute later, so that other maintenance goes on. */
const portionsAtOnce = 10;

const segmentsTimeoutMs = 10 * 60 * 1000;

/** Imports write their segments: this is for deals changed in other ways, and for damaged segments. A transaction for each portion. */
async function writeLedger(ctx: AppContext, tenantId: string): Promise<void> {
  const options = { statementTimeoutMs: segmentsTimeoutMs };
  for (let time = 0; time < portionsAtOnce && !ctx.jobs.stopping.aborted; time += 1) {
    const marks = await ctx.db.within(tenantId, (tx) => writeMarked(tx), options);
    if (marks.length === 0) return;
    const damaged = marks.filter(({ reason }) => reason === 'damaged');
    if (damaged.length === 0) continue;
    ctx.log.error(
      { tenantId, segments: damaged.slice(0, 20), count: damaged.length },
      'damaged ledger segments were written again',
    );
  }
}
