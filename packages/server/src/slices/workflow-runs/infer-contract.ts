import { CONTRACT_LIMITS } from '@attain/domain/data-contracts/contract';
import { inferSchema } from '@attain/domain/data-contracts/infer-schema';
import type { JsonValue } from '@attain/domain/workflows/json-value';
import { and, desc, eq } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { agentExecutions as runs } from '../../db/schema/workflow-runs.ts';
import { workflowDefinitions as workflows } from '../../db/schema/workflows.ts';
import { onlyStartedBy, visibleRun } from './visible-run.ts';

/**
 * A schema that the recorded inputs or outputs of a workflow fit: of its newest runs whose values the actor may see.
 * Throws NOT_FOUND without the workflow, and CONFLICT if there is none.
 */
export function inferContract(
  ctx: AppContext,
  actor: Actor,
  { workflowId, side }: { workflowId: string; side: 'input' | 'output' },
) {
  mustAllow(actor, 'edit:workflows');
  const startedBy = onlyStartedBy(actor);
  return ctx.read(actor, async (tx) => {
    const [workflow] = await tx.db.select().from(workflows).where(eq(workflows.workflowId, workflowId));
    found(workflow, 'workflow');
    const rows = await tx.db
      .select({
        id: runs.id,
        version: runs.workflowVersion,
        startedBy: runs.startedBy,
        value: side === 'input' ? runs.parameters : runs.result,
      })
      .from(runs)
      .where(
        and(
          eq(runs.workflowId, workflowId),
          eq(runs.isDraft, false),
          side === 'output' ? eq(runs.status, 'completed') : undefined,
          startedBy === null ? undefined : eq(runs.startedBy, startedBy),
        ),
      )
      .orderBy(desc(runs.createdAt))
      .limit(CONTRACT_LIMITS.values);
    const values = await visibleValues(tx, actor, rows);
    if (values.length === 0)
      throw new ApiError('CONFLICT', 'This workflow has no recorded values that you can see. Run it first.');
    return { schema: inferSchema(values), sample: values[0], values: values.length };
  });
}

/** Values are hidden by version and starter, so one run of each speaks for the others. */
async function visibleValues(
  tx: TenantTx,
  actor: Actor,
  rows: readonly { id: string; version: number; startedBy: string; value: JsonValue | null }[],
): Promise<JsonValue[]> {
  const shown = new Map<string, boolean>();
  const values: JsonValue[] = [];
  for (const { id, version, startedBy, value } of rows) {
    const kind = `${version}/${startedBy === actor.userId}`;
    if (!shown.has(kind)) shown.set(kind, (await visibleRun(tx, actor, id)).withheld === null);
    if (shown.get(kind)) values.push(value);
  }
  return values;
}
