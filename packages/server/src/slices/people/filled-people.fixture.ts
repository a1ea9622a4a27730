import { newId } from '../../base/ids.ts';
import type { PaidWorkspace } from '../payouts/paid-workspace.fixture.ts';

/** A second member with temporary access that waits, an open invitation and an API token of the administrator; their texts hold the name. */
export async function fillPeople(
  { admin, sql }: PaidWorkspace,
  name: string,
): Promise<{
  memberId: string;
  invitationId: string;
  tokenId: string;
  accessId: string;
  roleId: string;
  serviceId: string;
  reviewId: string;
  reviewItemId: string;
}> {
  const memberId = newId();
  await sql(
    `WITH person AS (INSERT INTO users (id, username, display_name, password) VALUES ($2, $3, $3, '!') RETURNING id)
     INSERT INTO memberships (tenant_id, user_id, roles) SELECT $1, id, '{viewer}' FROM person`,
    [memberId, `${name} ${memberId}`],
  );
  const person = { displayName: name, username: newId(), roles: [{ role: 'viewer' }] };
  const invited = await admin.post('/api/people/invitations', person);
  const token = await admin.post('/api/auth/tokens', { name, scopes: ['read:plans'], days: 1 });
  const accessId = newId();
  await sql(
    `INSERT INTO access_grants (tenant_id, id, user_id, permission, hours, reason, approval_id)
     SELECT $1, $2, $3, 'read:deals', 2, $4, id FROM attestation_records WHERE tenant_id = $1 LIMIT 1`,
    [accessId, memberId, name],
  );
  await sql(
    `INSERT INTO duty_exceptions (tenant_id, id, user_id, approval_id, roles, names, duty, reason, until)
     SELECT $1, $2, $3, id, '{finance,viewer}', ARRAY[$4, $4], 'own-pay', $4, current_date
       FROM attestation_records WHERE tenant_id = $1 LIMIT 1`,
    [newId(), memberId, name],
  );
  const role = {
    name: `${name} role`,
    description: name,
    cells: [{ permission: 'read:plans', scope: 'tenant' }],
  };
  const roleId = String((await admin.post('/api/roles', role)).body.id);
  const account = { displayName: name, roles: [{ role: 'viewer' }] };
  const serviceId = String((await admin.post('/api/service-accounts', account)).body.id);
  const { body: review } = await admin.post('/api/access-reviews', { days: 30 });
  return {
    reviewId: String(review.id),
    reviewItemId: String(review.items?.[0]?.id),
    serviceId,
    accessId,
    roleId,
    memberId,
    invitationId: String(invited.body.id),
    tokenId: String(token.body.id),
  };
}
