import { type Role, scopeOf } from '@attain/domain/access/permissions';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../../app-context.ts';
import { sha256Hex } from '../../../audit/canonical.ts';
import { type Actor, systemActor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write.ts';
import type { NewRun } from '../../../runs/engine/begin-runs.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import type { RunnableVersion } from '../run-rows.ts';
import { newRun, runnableVersion } from '../start-run.ts';
import { noteFiring, rolesOf, type TriggerRow } from './trigger-store.ts';

/** One start a trigger asks for; the same key starts a run once, however often and by whomever it is asked for. */
export interface Firing {
  readonly key: string;
  readonly input: JsonValue;
}

/** Attain itself, acting for whoever the trigger runs as. */
export function triggerActor(trigger: Pick<TriggerRow, 'tenantId' | 'runsAs' | 'id'>): Actor {
  return systemActor(trigger.tenantId, trigger.runsAs, `workflow-trigger/${trigger.id}`);
}

/** What has to be known of a trigger before it may fire: who it runs as may do, and which version runs. */
export interface TriggerState {
  readonly roles: readonly Role[];
  readonly version: RunnableVersion;
}

/** Reads it. Refuses NOT_FOUND without a published version, CONFLICT when the workflow is out of use. */
export async function readTriggerState(tx: TenantTx, trigger: TriggerRow): Promise<TriggerState> {
  return {
    roles: await rolesOf(tx, trigger.runsAs),
    version: await runnableVersion(tx, trigger.workflowId),
  };
}

/** The run that a firing asks for. */
export function runOf(
  ctx: AppContext,
  { trigger, standing }: Pick<Fired, 'trigger' | 'standing'>,
  { key, input }: Firing,
): NewRun {
  const { workflowId, kind, id, runsAs } = trigger;
  const start = { workflowId, input, variables: {}, trigger: kind, key: `${kind}/${id}/${key}` };
  return newRun(ctx, standing.version, runsAs, start);
}

/** A trigger that fires, and what is known of it. `quiet` leaves what it says of its last time as it is. */
interface Fired {
  readonly trigger: TriggerRow;
  readonly standing: TriggerState;
  readonly quiet?: boolean;
}

/**
 * Starts the runs that its firings ask for, all in this transaction, and says so in the log; null in place of one whose key was
 * used before.
 * Refuses NOT_ALLOWED when whoever it runs as may not run workflows any more.
 */
export async function fireTrigger(
  ctx: AppContext,
  tx: WriteTx,
  { trigger, standing, quiet = false }: Fired,
  runs: readonly NewRun[],
): Promise<readonly (Delivered | null)[]> {
  if (scopeOf(standing.roles, 'run:workflows') === null)
    throw new ApiError(
      'NOT_ALLOWED',
      'Whoever this trigger runs as may not run workflows any more. Somebody who may has to save it again.',
    );
  const started = await ctx.runs.begin(tx, runs, quiet ? tx.askForLog : undefined);
  const ids = started.flatMap((one) => (one === null ? [] : [one.run.id]));
  const said = ids.length === 1 ? `Started the run ${ids[0]}.` : `Started ${ids.length} runs.`;
  if (!quiet) await noteFiring(tx, trigger.id, { at: ids.length > 0 ? ctx.clock.now() : null, said });
  tx.record({
    action: 'workflow-trigger.fired',
    object: { type: 'workflow-trigger', id: trigger.id },
    evidence: [sha256Hex(ids.join('\n'))],
  });
  return started;
}

/** Says on the trigger and in the log why it started nothing. */
export async function recordUnfired(
  tx: WriteTx,
  id: string,
  why: { code: string; message: string },
): Promise<void> {
  await noteFiring(tx, id, { at: null, said: why.message });
  tx.record({
    action: 'workflow-trigger.unfired',
    object: { type: 'workflow-trigger', id },
    reason: { code: why.code, text: why.message },
  });
}

/** Somebody else did it already, or it is no longer wanted: the transaction is taken back, and nothing is to be done. */
export class NothingToFire extends Error {}

/** What was started, or null when there was nothing to do. */
export async function unlessNothing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof NothingToFire) return null;
    throw error;
  }
}

/** Why a trigger cannot start anything; a lost database is no reason, it passes. */
export function unfiredWhy(error: unknown): { code: string; message: string } {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  throw error;
}
