import type { Environment } from '@attain/domain/deployments/deployment';
import { CANARY_PERCENT } from '@attain/domain/deployments/deployment';
import { expectedDetection } from '@attain/domain/deployments/evidence-test';
import { handlesMoney } from '@attain/domain/policies/workflow-facts';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { type Deployable, selectDocument } from './binding-store.ts';

/** Rates of failed runs whose detection is shown. */
const shownRates = [0.02, 0.05, 0.1, 0.2];

/** How soon a canary would find a higher rate of failed runs, by the agent's own traffic (REL-8). Throws NOT_FOUND. */
export function readOutlook(
  ctx: AppContext,
  actor: Actor,
  input: { agent: string; environment: Environment },
) {
  mustAllow(actor, 'read:deployments');
  return ctx.read(actor, async (tx) => {
    const { rows } = await tx.client.query<{
      document: Workflow | null;
      parameters: { id: string; name: string }[];
      runs: number;
      ended: number;
      failed: number;
    }>(
      `SELECT a.parameters, v.document,
              (SELECT count(*)::int FROM agent_executions r WHERE r.workflow_id = a.workflow_id AND r.parent_run_id IS NULL AND NOT r.is_draft
                AND r.created_at > $2::timestamptz - interval '7 days') AS runs, e.ended, e.failed
         FROM agent_registry a LEFT JOIN workflow_definitions w ON w.workflow_id = a.workflow_id
         LEFT JOIN workflow_versions v ON v.workflow_id = w.workflow_id AND v.version = w.version
         CROSS JOIN LATERAL (SELECT count(*)::int AS ended, count(*) FILTER (WHERE r.status = 'failed')::int AS failed
           FROM agent_executions r WHERE r.workflow_id = a.workflow_id AND r.status IN ('completed', 'failed')
            AND r.parent_run_id IS NULL AND NOT r.is_draft AND r.created_at > $2::timestamptz - interval '30 days') e
        WHERE a.agent_id = $1`,
      [input.agent, ctx.clock.now()],
    );
    const { document, parameters, runs, ended, failed } = found(rows[0], 'agent');
    const failureRate = ended === 0 ? null : failed / ended;
    const canaryRunsADay = (runs / 7) * (CANARY_PERCENT / 100);
    const detections = shownRates.map((rate) => {
      const outcomes = expectedDetection(failureRate ?? 0.01, rate);
      const days = outcomes === null || canaryRunsADay === 0 ? null : outcomes / canaryRunsADay;
      return { failureRate: rate, outcomes, days };
    });
    return {
      runsAWeek: runs,
      failureRate,
      stickyBy: parameters.map(({ name }) => name),
      handlesMoney: document !== null && handlesMoney(document),
      detections: detections.filter((one) => one.failureRate > (failureRate ?? 0.01)),
    };
  });
}

/** Whether a version handles pay. */
export async function paysPeople(tx: TenantTx, version: Deployable): Promise<boolean> {
  const document = await selectDocument(tx, version);
  return document !== null && handlesMoney(document);
}
