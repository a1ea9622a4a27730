import type { Run } from '@attain/contract/calculations';
import type { Role } from '@attain/domain/access/permissions';
import type { Component, Plan } from '@attain/domain/plans/plan';
import { verifyStatement } from '@attain/domain/proofs/verify-statement';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { Answer, Client } from '../../testing/client.ts';
import { insertRecords, type TestRecords } from '../../testing/insert-records.ts';
import type { TestContext } from '../../testing/start-test-context.ts';
import { flatComponent, validPlan } from '../../testing/valid-plan.ts';
import { ended } from '../payouts/paid-workspace.fixture.ts';

/** A workspace whose plan everybody is on from 2024 on, and what it is asked for. */
export interface TermWorkspace {
  readonly admin: Client;
  as(role: Role): Client;
  readonly planId: string;
  readonly tenantId: string;
  sql(text: string, values?: unknown[]): Promise<void>;
  /** Orders a calculation, whatever the answer. */
  order(period: string): Promise<Answer>;
  /** Calculates a period, which must succeed. */
  pay(period: string): Promise<Run>;
  /** Who is paid how much for a component in a run. */
  amounts(run: Run, componentId?: string): Promise<Record<string, string>>;
  why(run: Run, participantId: string, componentId: string): Promise<Record<string, unknown>>;
  /** The steps of checking a statement file without the server that did not pass. */
  unproven(run: Run, participantId: string): Promise<readonly string[]>;
}

/** A component of weight 100 that pays a percent of what is sold. */
export function paying(change: Partial<Component>): Component {
  return { ...flatComponent('sales', 'Sales', 100), ...change };
}

/** A plan of the components, paid by the quarter where nothing else is said. */
export function planOf(components: readonly Component[], change: Partial<Plan> = {}): Plan {
  return validPlan({ components, ...change });
}

/** Makes a workspace with the records and an active plan that is assigned to everyone. `others`: roles that can sign in, besides the administrator. */
export async function termWorkspace(
  ctx: TestContext,
  plan: Plan,
  { others = [], ...records }: TestRecords & { others?: readonly Role[] },
): Promise<TermWorkspace> {
  const roles = ['administrator', ...others] as const;
  const tenant = await ctx.newTenant(
    Object.fromEntries(roles.map((role) => [role, { participantId: null }])),
  );
  const { db } = ctx.ctx;
  await insertRecords(db, tenant.tenantId, records);
  const admin = tenant.as('administrator');
  const planId = await activePlan(admin, plan);
  const order = (period: string) => admin.post('/api/calculations', { planId, period });
  return {
    admin,
    as: tenant.as,
    planId,
    tenantId: tenant.tenantId,
    sql: async (text, values = []) => {
      await db.owner.query(text, [tenant.tenantId, ...values]);
    },
    order,
    pay: async (period) => {
      const ordered = await order(period);
      if (ordered.status !== 202) throw new Error(JSON.stringify(ordered.body));
      const run = await ended(admin, ordered.body.id);
      if (!['completed', 'unchanged'].includes(run.status)) throw new Error(JSON.stringify(run));
      return run;
    },
    amounts: async (run, componentId = 'sales') => {
      const { body } = await admin.get(`/api/calculations/${run.id}/payouts`, { componentId });
      const rows = body.rows as { participantId: string; amount: string }[];
      return Object.fromEntries(rows.map((row) => [row.participantId, row.amount]));
    },
    why: async (run, participantId, componentId) =>
      (await admin.get(`/api/calculations/${run.id}/payouts/${participantId}/${componentId}`)).body,
    unproven: async (run, participantId) => {
      const path = `/api/statements/${run.id}/${participantId}.json`;
      const answer = await fetch(`${ctx.url}${path}`, { headers: { cookie: admin.cookie } });
      const { steps } = verifyStatement(nodeDigest, await answer.text());
      return steps
        .filter(({ outcome }) => outcome === 'FAIL')
        .map(({ step, message }) => `${step}: ${message}`);
    },
  };
}

/** Makes a plan, activates it and assigns everybody from 2024 on. */
export async function activePlan(admin: Client, plan: Plan): Promise<string> {
  const made = await admin.post('/api/plans', { name: plan.name, type: plan.type, document: plan });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const { id, documentHash } = made.body as { id: string; documentHash: string };
  const active = await admin.post(`/api/plans/${id}/activate`, { documentHash });
  if (active.status !== 200) throw new Error(JSON.stringify(active.body));
  const assigned = await admin.post('/api/assignments', { planId: id, everybody: true, from: '2024-01-01' });
  if (assigned.status !== 201) throw new Error(JSON.stringify(assigned.body));
  return id;
}
