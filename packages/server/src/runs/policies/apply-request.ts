import type { PolicyRequest } from '@attain/domain/policies/request';
import { riskBand } from '@attain/domain/suggestions/risk-band';
import type { TenantTx } from '../../db/database.ts';
import type { PolicyDecision, PolicySet, ReadyPolicy } from './policy-sets.ts';

/** A suggestion as policies see it. */
export interface AppliedSuggestion {
  readonly id: string;
  readonly title: string;
  readonly planId: string;
  readonly analyser: string | null;
  readonly riskScore: number | null;
  /** Of the agent that made it. */
  readonly workflowRunId: string | null;
}

/** What a policy that is in force says of suggestions. */
export interface PolicyStanding {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `observes`: it would forbid them if it were enforced. */
  readonly verdict: 'allows' | 'observes' | 'forbids';
  /** Titles of the suggestions that it forbids, or would. */
  readonly suggestions: readonly string[];
}

/** What policies decide about an Apply. Without a risk score the risk counts as high: no one knows it. */
export async function applyRequest(
  tx: TenantTx,
  by: { readonly userId: string; readonly roles: readonly string[]; readonly isAttain: boolean },
  { id, title, planId, analyser, riskScore, workflowRunId }: AppliedSuggestion,
): Promise<PolicyRequest> {
  return {
    principal: { id: by.userId, roles: by.roles },
    action: 'apply',
    resource: { type: 'Suggestion', id, name: title, plan: planId, analyser: analyser ?? '' },
    facts: {
      environment: 'prod',
      agent: workflowRunId === null ? '' : await agentOfRun(tx, workflowRunId),
      risk: riskScore === null ? 'high' : riskBand(riskScore),
      handlesMoney: true,
      trigger: by.isAttain ? 'event' : 'manual',
    },
    labels: [],
  };
}

async function agentOfRun(tx: TenantTx, runId: string): Promise<string> {
  const { rows } = await tx.client.query<{ agentId: string }>(
    `SELECT a.agent_id AS "agentId" FROM agent_executions e
       JOIN agent_registry a ON a.tenant_id = e.tenant_id AND a.workflow_id = e.workflow_id
      WHERE e.tenant_id = $1 AND e.id = $2 ORDER BY a.agent_id LIMIT 1`,
    [tx.tenantId, runId],
  );
  return rows[0]?.agentId ?? '';
}

/** Each policy about Apply that is in force now, and which of the suggestions it forbids. */
export function standingsOf(
  set: PolicySet,
  when: Parameters<ReadyPolicy['isInForce']>[0],
  decided: readonly { readonly title: string; readonly decision: PolicyDecision }[],
): PolicyStanding[] {
  const concerned = [...set.policies.values()].filter(
    (one) => one.actions.includes('apply') && one.isInForce(when),
  );
  return concerned.map(({ id, name, description }) => {
    const among = (held: 'denying' | 'observing') =>
      decided.flatMap(({ title, decision }) => (decision[held].some((one) => one.id === id) ? [title] : []));
    const [forbidden, observed] = [among('denying'), among('observing')];
    const verdict = forbidden.length > 0 ? 'forbids' : observed.length > 0 ? 'observes' : 'allows';
    return { id, name, description, verdict, suggestions: [...forbidden, ...observed] };
  });
}
