import type { StoredPlanTest } from '@attain/contract/simulations/plan-tests';
import type { PlanTest } from '@attain/domain/findings/plan-test';
import { ApiError } from '../../base/api-error.ts';
import { isoMoment } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';

const columns = `id, plan_id AS "planId", name, test, revision, ${isoMoment('updated_at')} AS "updatedAt"`;

/** One page of a plan's tests by name, one row more than asked. */
export async function selectPlanTests(
  tx: TenantTx,
  query: { readonly planId: string; readonly after: readonly string[] | null; readonly limit: number },
): Promise<StoredPlanTest[]> {
  const result = await tx.client.query<StoredPlanTest>(
    `SELECT ${columns} FROM plan_tests
      WHERE plan_id = $1 AND ($2::text IS NULL OR (name, id::text) > ($2, $3::text)) ORDER BY name, id::text LIMIT $4`,
    [query.planId, query.after?.[0] ?? null, query.after?.[1] ?? null, query.limit + 1],
  );
  return result.rows;
}

/** All tests of a plan, by name. */
export async function selectAllPlanTests(tx: TenantTx, planId: string): Promise<StoredPlanTest[]> {
  const result = await tx.client.query<StoredPlanTest>(
    `SELECT ${columns} FROM plan_tests WHERE plan_id = $1 ORDER BY name, id::text`,
    [planId],
  );
  return result.rows;
}

/** One test of a plan, held until the transaction ends; null when the plan has none of that id. */
export async function lockPlanTest(tx: TenantTx, planId: string, id: string): Promise<StoredPlanTest | null> {
  const result = await tx.client.query<StoredPlanTest>(
    `SELECT ${columns} FROM plan_tests WHERE plan_id = $1 AND id = $2 FOR UPDATE`,
    [planId, id],
  );
  return result.rows[0] ?? null;
}

/** Stores a new test. Throws CONFLICT if the plan has one of that name. */
export async function insertPlanTest(
  tx: TenantTx,
  row: { id: string; planId: string; test: PlanTest; createdBy: string },
): Promise<void> {
  await unlessNameTaken(
    row.test.name,
    tx.client.query(
      'INSERT INTO plan_tests (tenant_id, id, plan_id, name, test, created_by) VALUES ($1, $2, $3, $4, $5, $6)',
      [tx.tenantId, row.id, row.planId, row.test.name, JSON.stringify(row.test), row.createdBy],
    ),
  );
}

/** Replaces a test. Throws CONFLICT if the plan has another of that name. */
export async function updatePlanTest(tx: TenantTx, id: string, test: PlanTest): Promise<void> {
  await unlessNameTaken(
    test.name,
    tx.client.query(
      'UPDATE plan_tests SET name = $2, test = $3, revision = revision + 1, updated_at = now() WHERE id = $1',
      [id, test.name, JSON.stringify(test)],
    ),
  );
}

/** Takes a test away. */
export async function deletePlanTest(tx: TenantTx, id: string): Promise<void> {
  await tx.client.query('DELETE FROM plan_tests WHERE id = $1', [id]);
}

async function unlessNameTaken(name: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || constraint !== 'plan_tests_name') throw error;
    throw new ApiError('CONFLICT', `The plan already has a test called “${name}”. Choose another name.`, {
      problems: [{ rule: 'TEST-1', path: 'name', message: 'Another test of the plan has this name.' }],
    });
  }
}
