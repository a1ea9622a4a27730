import type { Held } from '@attain/domain/access/permissions';
import type { PolicyRequest } from '@attain/domain/policies/request';
import { riskBand } from '@attain/domain/suggestions/risk-band';
import type { TenantTx } from '../../db/database.ts';
import { type Applier, addressOf, rolesOf } from './asked-by.ts';
import type { PolicyDecision, PolicySet } from './policy-sets.ts';

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
export async function standingsOf(
  tx: TenantTx,
  by: Applier,
  asked: {
    readonly set: PolicySet;
    readonly at: Date;
    readonly suggestions: readonly AppliedSuggestion[];
  },
): Promise<PolicyStanding[]> {
  const { set, at, suggestions } = asked;
  const when = { at, address: addressOf(by) };
  const applier = await applierOf(tx, by);
  const decided: { title: string; decision: PolicyDecision }[] = [];
  for (const one of suggestions)
    decided.push({ title: one.title, decision: set.decide(await applyRequest(tx, applier, one), when) });
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

/** Attain has the roles of the person it acts for, not those of its jobs. */
export async function applierOf(tx: TenantTx, { userId, roles, kind }: Applier) {
  if (kind === 'user') return { userId, roles: rolesOf(roles), isAttain: false };
  const { rows } = await tx.client.query<{ roles: Held[] }>(
    'SELECT roles FROM active_members WHERE tenant_id = $1 AND user_id = $2',
    [tx.tenantId, userId],
  );
  return { userId, roles: rolesOf(rows[0]?.roles ?? []), isAttain: true };
}
