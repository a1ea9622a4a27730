import type { AppContext } from '../app-context.ts';
import type { SampleTenant } from './sample-tenant.ts';

/** How far a sample workspace is that an earlier start began to make. */
export interface SampleProgress {
  readonly tenantId: string;
  /** The account in whose name it is made. */
  readonly owner: string;
  /** Ids of its plans by their key in the sample; null while its records are not in. */
  readonly planIds: Map<string, string> | null;
  /** Plan and period of every calculation that was ordered: `<planId>/<period>`. */
  readonly ordered: ReadonlySet<string>;
}

/** What is there of a sample workspace, or null when nothing is: it is made in three steps, each whole or not at all. */
export async function sampleProgress(ctx: AppContext, tenant: SampleTenant): Promise<SampleProgress | null> {
  const { owner } = ctx.db;
  const made = await owner.query<{ tenantId: string; owner: string }>(
    'SELECT t.id AS "tenantId", u.id AS owner FROM tenants t, users u WHERE t.slug = $1 AND u.username = $2',
    [tenant.key, tenant.accounts[0]?.username],
  );
  const [workspace] = made.rows;
  if (!workspace) return null;
  const plans = await owner.query<{ id: string; name: string }>(
    'SELECT id, name FROM plans WHERE tenant_id = $1',
    [workspace.tenantId],
  );
  const runs = await owner.query<{ name: string }>(
    `SELECT plan_id || '/' || period_key AS name FROM calculation_runs WHERE tenant_id = $1`,
    [workspace.tenantId],
  );
  const idOf = (name: string) => plans.rows.find((plan) => plan.name === name)?.id ?? '';
  const planIds = new Map(tenant.plans.map(({ key, plan }) => [key, idOf(plan.name)]));
  return {
    ...workspace,
    planIds: plans.rows.length > 0 ? planIds : null,
    ordered: new Set(runs.rows.map(({ name }) => name)),
  };
}
