import { type Held, scopeOf } from '@attain/domain/access/permissions';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../../app-context.ts';
import { sha256Hex } from '../../../audit/canonical.ts';
import { type Actor, systemActor } from '../../../base/actor.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write.ts';
import type { NewRun } from '../../../runs/engine/begin-runs.ts';
import type { Delivered } from '../../../runs/engine/deliver-events.ts';
import { activeMember } from '../../people/active-member.ts';
import type { RunnableVersion } from '../run-rows.ts';
import { newRun, startableVersion } from '../start-run.ts';
import { noteFiring, type TriggerRow } from './trigger-store.ts';

/** One start a trigger asks for; the same key starts a run once, however often and by whomever it is asked for. */
export interface Firing {
  readonly key: string;
  readonly input: JsonValue;
  /** The instance of its agent that it is for, held by the transaction. */
  readonly instanceId?: string | null;
  /** The valid `traceparent` of a delivery. */
  readonly traceParent?: string | null;
}

/** Attain itself, on behalf of the trigger's user. */
export function triggerActor(trigger: Pick<TriggerRow, 'tenantId' | 'runsAs' | 'id'>): Actor {
  return systemActor(trigger.tenantId, trigger.runsAs, `workflow-trigger/${trigger.id}`);
}

/** State needed before a trigger may fire: its user's permissions, and the version to run. */
export interface TriggerState {
  readonly roles: readonly Held[];
  readonly version: RunnableVersion;
}

/** Throws NOT_FOUND without a published version, and CONFLICT if the workflow is retired or not deployed in the environment. */
export async function readTriggerState(
  tx: TenantTx,
  trigger: TriggerRow,
  environment?: string,
): Promise<TriggerState> {
  return {
    roles: (await activeMember(tx, trigger.runsAs))?.roles ?? [],
    version: await startableVersion(tx, { workflowId: trigger.workflowId, environment }),
  };
}

/** The key that a firing of a trigger starts a run with. */
export function startKey({ kind, id }: Pick<TriggerRow, 'kind' | 'id'>, key: string): string {
  return `${kind}/${id}/${key}`;
}

/** The run that a firing asks for. */
export function runOf(
  ctx: AppContext,
  { trigger, standing }: Pick<Fired, 'trigger' | 'standing'>,
  { key, input, ...more }: Firing,
): NewRun {
  const { workflowId, kind, runsAs } = trigger;
  const start = { workflowId, input, variables: {}, trigger: kind, key: startKey(trigger, key), ...more };
  return newRun(ctx, standing.version, runsAs, start);
}

/** A trigger that fires, with its state. `quiet` keeps its last outcome. */
interface Fired {
  readonly trigger: TriggerRow;
  readonly standing: TriggerState;
  readonly quiet?: boolean;
}

/**
 * Starts the runs of a trigger in this transaction and records them; null in place of one whose key was used before.
 * Throws NOT_ALLOWED if its user may no longer run workflows.
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
      'The owner of this trigger can no longer run workflows. A user who can must save it again.',
    );
  const started = await ctx.runs.begin(tx, runs);
  const ids = started.flatMap((one) => (one === null ? [] : [one.run.id]));
  const text = startedText(ids);
  if (!quiet) await noteFiring(tx, trigger.id, { at: ids.length > 0 ? ctx.clock.now() : null, text });
  tx.record({
    action: 'workflow-trigger.fired',
    object: { type: 'workflow-trigger', id: trigger.id },
    evidence: [sha256Hex(ids.join('\n'))],
  });
  return started;
}

function startedText(ids: readonly string[]): string {
  if (ids.length === 0) return 'Started nothing: the runs exist already.';
  return ids.length === 1 ? `Started the run ${ids[0]}.` : `Started ${ids.length} runs.`;
}

/** Says on the trigger and in the log why it started nothing. */
export async function recordUnfired(
  tx: WriteTx,
  id: string,
  why: { code: string; message: string },
): Promise<void> {
  await noteFiring(tx, id, { at: null, text: why.message });
  tx.record({
    action: 'workflow-trigger.unfired',
    object: { type: 'workflow-trigger', id },
    reason: { code: why.code, text: why.message },
  });
}

/** Why a trigger cannot start anything; a lost database is no reason, it passes. */
export function unfiredWhy(error: unknown): { code: string; message: string } {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  throw error;
}
