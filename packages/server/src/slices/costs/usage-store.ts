import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { agentRegistry as agents } from '../../db/schema/agents.ts';
import { usageRecords as usage } from '../../db/schema/costs.ts';
import { agentExecutions as runs } from '../../db/schema/workflow-runs.ts';
import { workflowDefinitions as workflows } from '../../db/schema/workflows.ts';

/** Days from one on, before another, in UTC. */
export interface Span {
  readonly from: string;
  readonly before: string;
}

const used = ({ from, before }: Span) =>
  and(
    sql`${usage.at} >= ${from}::timestamp AT TIME ZONE 'UTC'`,
    sql`${usage.at} < ${before}::timestamp AT TIME ZONE 'UTC'`,
  );
const total = sql<string>`coalesce(trim_scale(sum(${usage.cost})), 0)::text`;
const day = sql<string>`to_char(${usage.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
const currency = sql<string>`${usage.currency}`;
const isCompleted = sql<boolean>`coalesce(${runs.status} = 'completed', false)`;
const number = (value: ReturnType<typeof sql>) => sql<number>`(${value})::float8`;

/** Cost of calls by day, category, agent, whether their run completed, and currency. */
export function sumByDay(tx: TenantTx, span: Span) {
  const isModel = sql<boolean>`${usage.kind} = 'llm'`;
  return tx.db
    .select({ day, isModel, isCompleted, agentId: usage.agentId, currency, cost: total })
    .from(usage)
    .leftJoin(runs, eq(runs.id, usage.runId))
    .where(and(used(span), isNotNull(usage.currency)))
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1, 2, 3, 4, 5`);
}

/** Ended runs by the day they were made and by agent. */
export function countRuns(tx: TenantTx, { from, before }: Span) {
  const day = sql<string>`to_char(${runs.createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  return tx.db
    .select({
      day,
      agentId: agents.agentId,
      ended: number(sql`count(*)`),
      completed: number(sql`count(*) FILTER (WHERE ${runs.status} = 'completed')`),
    })
    .from(runs)
    .leftJoin(agents, eq(agents.workflowId, runs.workflowId))
    .where(
      and(
        isNotNull(runs.endTime),
        sql`${runs.createdAt} >= ${from}::timestamp AT TIME ZONE 'UTC'`,
        sql`${runs.createdAt} < ${before}::timestamp AT TIME ZONE 'UTC'`,
      ),
    )
    .groupBy(sql`1, 2`)
    .orderBy(sql`1, 2`);
}

/** Each agent’s savings: of its latest completed run in the span, if that reports some. */
export function selectSavings(tx: TenantTx, { from, before }: Span) {
  const savings = sql<
    string | null
  >`CASE WHEN ${runs.result}->>'savings' ~ '^-?[0-9]{1,20}(\\.[0-9]{1,20})?$' THEN ${runs.result}->>'savings' END`;
  const latest = tx.db
    .selectDistinctOn([runs.workflowId], { workflowId: runs.workflowId, savings: savings.as('savings') })
    .from(runs)
    .where(
      and(
        eq(runs.status, 'completed'),
        sql`${runs.createdAt} >= ${from}::timestamp AT TIME ZONE 'UTC'`,
        sql`${runs.createdAt} < ${before}::timestamp AT TIME ZONE 'UTC'`,
      ),
    )
    .orderBy(asc(runs.workflowId), desc(runs.createdAt), desc(runs.id))
    .as('latest');
  return tx.db
    .select({ agentId: agents.agentId, name: agents.name, savings: latest.savings })
    .from(agents)
    .leftJoin(latest, eq(latest.workflowId, agents.workflowId))
    .orderBy(asc(agents.name), asc(agents.agentId));
}

/** How many calls have no price. */
export async function countUnpriced(tx: TenantTx, span: Span): Promise<number> {
  const [unpriced] = await tx.db
    .select({ count: count() })
    .from(usage)
    .where(and(used(span), isNull(usage.cost)));
  return unpriced?.count ?? 0;
}

/** Calls by connection, model, day, currency and whether their run completed; no currency: without a price. */
export function sumByService(tx: TenantTx, span: Span) {
  return tx.db
    .select({
      service: usage.connection,
      model: usage.model,
      day,
      currency: usage.currency,
      isCompleted,
      tokens: sql<number | null>`sum(${usage.promptTokens} + ${usage.completionTokens})::float8`,
      requests: count(),
      cost: total,
    })
    .from(usage)
    .leftJoin(runs, eq(runs.id, usage.runId))
    .where(used(span))
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1, 2, 3, 4, 5`);
}

/** Calls one by one, oldest first. */
export function selectCalls(tx: TenantTx, span: Span, limit: number) {
  return tx.db
    .select({
      at: sql<string>`to_char(${usage.at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      provider: usage.provider,
      service: usage.connection,
      model: usage.model,
      agent: usage.agentId,
      environment: usage.environment,
      cost: sql<string | null>`trim_scale(${usage.cost})::text`,
      currency: usage.currency,
      tokens: sql<number | null>`(${usage.promptTokens} + ${usage.completionTokens})::float8`,
      run: usage.runId,
      workflow: usage.workflowId,
    })
    .from(usage)
    .where(used(span))
    .orderBy(asc(usage.at), asc(usage.recordId))
    .limit(limit);
}

/** Cost in failed runs by workflow, and of answers that could not be used by connection, each by day and currency. */
export async function selectWaste(tx: TenantTx, span: Span) {
  const priced = and(used(span), isNotNull(usage.currency));
  const failedRuns = await tx.db
    .select({
      subject: sql<string>`coalesce(${workflows.name}, ${usage.workflowId})`,
      day,
      currency,
      amount: total,
      count: count(),
    })
    .from(usage)
    .innerJoin(runs, eq(runs.id, usage.runId))
    .leftJoin(workflows, eq(workflows.workflowId, usage.workflowId))
    .where(and(priced, eq(runs.status, 'failed')))
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`1, 2, 3`);
  const unusable = await tx.db
    .select({ subject: usage.connection, day, currency, amount: total, count: count() })
    .from(usage)
    .where(and(priced, eq(usage.usable, false)))
    .groupBy(sql`1, 2, 3`)
    .orderBy(sql`1, 2, 3`);
  const unpriced = await tx.db
    .select({ subject: usage.connection, count: count() })
    .from(usage)
    .where(and(used(span), isNull(usage.cost)))
    .groupBy(usage.connection)
    .orderBy(usage.connection);
  return { failedRuns, unusable, unpriced };
}
