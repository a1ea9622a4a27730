import type { WorkflowProblem } from '@attain/domain/workflows/connect';
import { namedPeople, taskRoles } from '@attain/domain/workflows/publish-problems';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { TenantTx } from '../../db/database.ts';

/** The people named by a workflow's tasks who cannot take a task (WF-60): unknown here, disabled, or without the right. */
export async function unknownPeople(tx: TenantTx, workflow: Workflow): Promise<readonly WorkflowProblem[]> {
  const named = namedPeople(workflow);
  if (named.length === 0) return [];
  const result = await tx.client.query<{ username: string; disabled: boolean; mayDecide: boolean }>(
    `SELECT lower(u.username) AS username, a.user_id IS NULL AS disabled, coalesce(a.is_person AND a.roles && $2::text[], false) AS "mayDecide"
       FROM memberships m JOIN users u ON u.id = m.user_id
       LEFT JOIN active_members a ON a.tenant_id = m.tenant_id AND a.user_id = m.user_id
      WHERE m.state <> 'removed' AND m.tenant_id = $3 AND lower(u.username) = ANY($1)`,
    [named.map(({ username }) => username.toLowerCase()), taskRoles, tx.tenantId],
  );
  const known = new Map(result.rows.map((row) => [row.username, row]));
  return named.flatMap(({ username, path, node }) => {
    const person = known.get(username.toLowerCase());
    const why =
      person === undefined
        ? `User “${username}” not found.`
        : person.disabled
          ? `The account of “${username}” is disabled.`
          : person.mayDecide
            ? null
            : `“${username}” can't decide tasks.`;
    if (why === null) return [];
    return [{ rule: 'WF-60', path, message: `${why} Use another user, or set a role as the queue.`, node }];
  });
}
