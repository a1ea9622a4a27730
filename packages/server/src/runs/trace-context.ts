import { hash } from 'node:crypto';
import { attemptId } from '@attain/domain/telemetry/run-spans';
import { traceParentText } from '@attain/domain/telemetry/trace-parent';
import type { Database, TenantTx } from '../db/database.ts';
import type { Performing } from './engine/perform-effect.ts';

/** The id of the trace of an outermost run. */
export function traceIdOf(runId: string): string {
  return runId.replaceAll('-', '');
}

/** The exported ID of a span. */
export function spanIdOf(id: string): string {
  return hash('sha256', id).slice(0, 16);
}

/** Where a call of a step is in traces, and whether traces are exported at all. */
interface Tracing {
  readonly db: Database;
  readonly settings: { readonly otlpEndpoint?: string | undefined };
}

/**
 * The header `traceparent` of the calls of an attempt, with the ids under which its trace is exported (TEL-12). None where no trace
 * is exported, because spans would then refer to one that nothing has, and where the step does not want it.
 */
export async function traceHeaders(
  { db, settings }: Tracing,
  { run, effect }: Pick<Performing, 'run' | 'effect'>,
): Promise<Readonly<Record<string, string>>> {
  if (settings.otlpEndpoint === undefined || effect.config.traceContext === 'none') return {};
  const outermost =
    run.parentRunId === null ? run.id : await db.within(run.tenantId, (tx) => outermostRun(tx, run.id));
  const spanId = spanIdOf(attemptId(run.id, effect.step, effect.attempt));
  return { traceparent: traceParentText({ traceId: traceIdOf(outermost), spanId, flags: 1 }) };
}

async function outermostRun(tx: TenantTx, id: string): Promise<string> {
  const result = await tx.client.query<{ id: string }>(
    `WITH RECURSIVE above AS (
       SELECT id, parent_run_id FROM agent_executions WHERE tenant_id = $1 AND id = $2
       UNION ALL SELECT r.id, r.parent_run_id FROM agent_executions r JOIN above a ON r.tenant_id = $1 AND r.id = a.parent_run_id)
     SELECT id FROM above WHERE parent_run_id IS NULL`,
    [tx.tenantId, id],
  );
  return result.rows[0]?.id ?? id;
}
