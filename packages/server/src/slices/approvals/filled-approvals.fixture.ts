import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two open requests of the finance person, which the administrator can decide. */
export async function fillApprovals(workspace: PaidWorkspace, name: string): Promise<{ approvalId: string }> {
  const ids = [newId(), newId()];
  for (const [at, id] of ids.entries())
    await workspace.sql(
      `INSERT INTO attestation_records (tenant_id, id, user_id, action, hash, expires_at, kind, subject_type, subject_id, summary, facts, created_at)
       SELECT $1, $2, m.user_id, 'plan.approve', 'a1', now() + interval '7 days', 'plan-activation', 'plan', $3, $4,
              '{"figures": [], "against": null, "warnings": []}', now() - make_interval(secs => $5)
         FROM memberships m WHERE m.tenant_id = $1 AND 'finance' = ANY(m.roles)`,
      [id, newId(), `${name} ${at}`, at],
    );
  return { approvalId: String(ids[0]) };
}
