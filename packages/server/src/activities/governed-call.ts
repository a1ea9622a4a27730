import { setTimeout } from 'node:timers/promises';
import type { ConnectionKind } from '@attain/domain/connections/connection-kinds';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../app-context.ts';
import { sha256Hex } from '../audit/canonical.ts';
import { systemActor } from '../base/actor.ts';
import { isLostDatabase } from '../base/lost-database.ts';
import type { Performing } from '../runs/engine/perform-effect.ts';
import type { CalledConnection } from '../runs/policies/asked-by.ts';
import { type OpenConnection, openConnection } from '../slices/connections/open-connection.ts';

interface Asked {
  readonly kind: ConnectionKind;
  /** ID or exact name; null: the only one of the kind. */
  readonly name: string | null;
  /** External calls that the work makes. */
  readonly calls?: number;
}

/** Uses a connection for a step, as `openConnection`, if the policies allow the call. Fails with POLICY_DENIED or THROTTLED. */
export function governedConnection<T extends JsonValue>(
  ctx: AppContext,
  given: Performing,
  { kind, name, calls }: Asked,
  work: (connection: OpenConnection) => Promise<T>,
): Promise<T> {
  return openConnection(
    ctx,
    {
      tenantId: given.run.tenantId,
      kind,
      name,
      workflowId: given.run.workflowId,
      runId: given.run.id,
    },
    async (connection) => {
      await governCall(ctx, given, connection, calls);
      return work(connection);
    },
  );
}

/**
 * Asks the policies about a call, and records it in the audit log where they oblige to. Nothing was called yet, so it waits for a
 * lost database and asks again.
 */
export async function governCall(
  ctx: AppContext,
  given: Performing,
  called: CalledConnection,
  calls?: number,
): Promise<void> {
  for (;;) {
    try {
      return await asked(ctx, given, called, calls);
    } catch (error) {
      if (!isLostDatabase(error)) throw error;
      await setTimeout(100, undefined, { signal: given.signal });
    }
  }
}

async function asked(
  ctx: AppContext,
  given: Performing,
  called: CalledConnection,
  calls?: number,
): Promise<void> {
  const { run, effect } = given;
  const isRecorded = await ctx.policies.guardCall(given, called, calls);
  if (!isRecorded) return;
  await ctx.write(systemActor(run.tenantId, run.startedBy, `run/${run.id}`), async (tx) => {
    tx.record({
      action: 'workflow-run.called',
      object: { type: 'workflow-run', id: run.id },
      evidence: [sha256Hex(JSON.stringify([effect.idempotencyKey, effect.attempt, effect.config]))],
      reason: { code: effect.type, text: called.name },
    });
  });
}
