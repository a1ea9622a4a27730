import { MAX_BACKFILL } from '@attain/domain/workflows/triggers';
import type { AppContext } from '../../../app-context.ts';
import { type Actor, mustAllow } from '../../../base/actor.ts';
import { ApiError, found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { instantsBetween } from '../../../runs/schedules/cron-instants.ts';
import { selectByKeys } from '../run-rows.ts';
import { mustReachTriggered } from './change-triggers.ts';
import { setBackfill } from './due-triggers.ts';
import { startKey } from './fire-trigger.ts';
import { lockTrigger, type ShownTrigger, selectTrigger } from './trigger-store.ts';
import { scheduleOf, triggerWire } from './trigger-wire.ts';

interface Span {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** How many times of a schedule in a past span have no run. Throws as `backfillSchedule`. */
export function previewBackfill(ctx: AppContext, actor: Actor, span: Span) {
  mustAllow(actor, 'publish:workflows');
  return ctx.read(actor, async (tx) => {
    const instants = await withoutRun(ctx, tx, found(await selectTrigger(tx, span.id), 'trigger'), span);
    const [first, last] = [instants.at(0), instants.at(-1)];
    return {
      count: instants.length,
      first: first?.toISOString() ?? null,
      last: last?.toISOString() ?? null,
    };
  });
}

/**
 * Starts a run for each time of a schedule in a past span, like those it starts on time: one after the other unless they may overlap,
 * and none for a time that has one. Throws BAD_INPUT for a span without such a time, with too many or of the future, and CONFLICT if the trigger
 * is no schedule, is off or has a backfill in progress.
 */
export function backfillSchedule(ctx: AppContext, actor: Actor, span: Span) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const row = found(await lockTrigger(tx, span.id), 'trigger');
    const instants = await withoutRun(ctx, tx, row, span);
    if (!row.isEnabled) throw new ApiError('CONFLICT', `“${row.name}” is off. Turn it on first.`);
    if (row.backfillLeft > 0)
      throw new ApiError('CONFLICT', 'A backfill is in progress. Wait for it, or stop it.');
    if (instants.length === 0) throw faulty('from', 'The schedule has no time without a run in this span.');
    await mustReachTriggered(tx, actor, row.workflowId);
    await setBackfill(tx, row.id, instants);
    const text = `${instants.length}: ${span.from} ${span.to}`;
    tx.record({
      action: 'workflow-trigger.backfilled',
      object: { type: 'workflow-trigger', id: row.id },
      reason: { code: 'backfill', text },
    });
    return triggerWire(ctx, actor, { ...row, backfillLeft: instants.length });
  });
}

/** Gives up the times of a backfill that have no run yet. Throws CONFLICT if no backfill is running. */
export function stopBackfill(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'publish:workflows');
  return ctx.write(actor, async (tx) => {
    const row = found(await lockTrigger(tx, id), 'trigger');
    if (row.backfillLeft === 0) throw new ApiError('CONFLICT', 'No backfill is in progress.');
    await setBackfill(tx, id, []);
    tx.record({
      action: 'workflow-trigger.backfill-stopped',
      object: { type: 'workflow-trigger', id },
      reason: { code: 'left', text: String(row.backfillLeft) },
    });
    return triggerWire(ctx, actor, { ...row, backfillLeft: 0 });
  });
}

async function withoutRun(ctx: AppContext, tx: TenantTx, row: ShownTrigger, span: Span): Promise<Date[]> {
  const instants = pastInstants(ctx, row, span);
  const keyOf = (instant: Date) => startKey(row, instant.toISOString());
  const started = await selectByKeys(tx, row.workflowId, instants.map(keyOf));
  return instants.filter((instant) => !started.has(keyOf(instant)));
}

function pastInstants(ctx: AppContext, row: ShownTrigger, span: Span): Date[] {
  if (row.kind !== 'schedule') throw new ApiError('CONFLICT', `A ${row.kind} has no times for a backfill.`);
  const [from, to] = [new Date(span.from), new Date(span.to)];
  if (from >= to) throw faulty('to', 'Choose an end after the start.');
  if (to > ctx.clock.now()) throw faulty('to', 'Choose an end that has passed.');
  const instants = instantsBetween(scheduleOf(row), { from, to }, MAX_BACKFILL + 1);
  if (instants.length > MAX_BACKFILL)
    throw faulty(
      'to',
      `The schedule has more than ${MAX_BACKFILL} times in this span. Choose a shorter one.`,
    );
  return instants;
}

function faulty(path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule: 'WF-100', path, message }] });
}
