import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** Two drafts that decide nothing, and two violations. */
export async function fillPolicies(
  { admin, sql }: PaidWorkspace,
  name: string,
): Promise<{ policyId: string }> {
  await admin.post('/api/policies', { ...rightPolicy, name: `${name} idle` });
  const { body } = await admin.post('/api/policies', { ...rightPolicy, name });
  await sql(
    `INSERT INTO policy_violations (tenant_id, policy_id, policy_name, hour, user_id, action, resource, enforced, message,
       first_at, last_at)
     SELECT $1, 'policy-' || n, $2, now(), gen_random_uuid(), 'run', 'An agent', true, '', now(), now()
       FROM generate_series(1, 2) n`,
    [name],
  );
  return { policyId: body.id };
}

/** Fields that are right for a policy. */
export const rightPolicy = {
  description: 'Nobody runs agents at night.',
  type: 'security',
  priority: 'low',
  appliesTo: [{ kind: 'workspace', id: '' }],
  rule: {
    effect: 'deny',
    actions: ['run'],
    conditions: [],
    exceptRoles: ['administrator'],
    limit: 1,
    windowSeconds: 60,
  },
  document: '',
  status: 'active',
  enforce: true,
  log: true,
  notify: true,
};
