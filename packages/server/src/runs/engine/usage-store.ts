import type { TenantTx } from '../../db/database.ts';

/** A call of a step to an external system, charged whatever becomes of the step. */
export interface UsedCall {
  readonly connection: string;
  readonly kind: string;
  readonly provider: string;
  readonly model: string | null;
  /** Null: the provider does not report them. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Cost by the connection's own prices, used where no price is listed; null: unknown. */
  readonly cost: string | null;
  readonly currency: string | null;
  /** False when the answer could not be used. */
  readonly usable: boolean;
}

/** The calls of one attempt. */
export interface UsedCalls {
  /** Idempotency key and attempt. */
  readonly key: string;
  readonly runId: string;
  readonly node: string;
  readonly atMs: number;
  readonly calls: readonly UsedCall[];
}

/** The run of an attempt, with its agent. */
const ofRun = `SELECT r.tenant_id, r.id, r.workflow_id, r.workflow_version, a.agent_id, r.environment
    FROM agent_executions r LEFT JOIN agent_registry a ON a.tenant_id = r.tenant_id AND a.workflow_id = r.workflow_id
   WHERE r.tenant_id = $1 AND r.id = $6`;

/** Stands for the workflow where the assistant asks; no workflow has this ID. */
export const ASSISTANT = '@assistant';

/** What Attain asks without a run, such as a wording for the assistant. */
const ofAttain = `SELECT $1::uuid AS tenant_id, $6::uuid AS id, $3::text AS workflow_id, 0 AS workflow_version, NULL::text AS agent_id,
    'prod' AS environment`;

/**
 * Stores the calls of an attempt with the prices of their day, in one statement; a listed price comes before the
 * connection's own, and one of the model before one of all models. A token price without reported tokens prices nothing.
 */
export function insertUsage(tx: TenantTx, used: UsedCalls): Promise<void> {
  return insertFor(tx, used, { name: 'insert-usage', source: ofRun });
}

/** The same of calls that Attain makes itself: `runId` identifies the request, and `node` who asked, such as `@assistant`. */
export function insertOwnUsage(tx: TenantTx, used: UsedCalls): Promise<void> {
  return insertFor(tx, used, { name: 'insert-own-usage', source: ofAttain });
}

async function insertFor(
  tx: TenantTx,
  used: UsedCalls,
  { name, source }: { readonly name: string; readonly source: string },
): Promise<void> {
  await tx.client.query({
    name,
    text: `INSERT INTO usage_records (tenant_id, record_id, at, run_id, node_id, workflow_id, workflow_version, agent_id, environment,
        connection, kind, provider, model, prompt_tokens, completion_tokens, cost, currency, price_id, usable)
     SELECT r.tenant_id, $2 || '/' || u.place, t.at, r.id, $3, r.workflow_id, r.workflow_version, r.agent_id, r.environment,
        u.call->>'connection', u.call->>'kind', u.call->>'provider', u.call->>'model', (u.call->>'promptTokens')::bigint,
        (u.call->>'completionTokens')::bigint, c.cost, CASE WHEN c.cost IS NULL THEN NULL WHEN p.price_id IS NULL THEN u.call->>'currency' ELSE p.currency END,
        p.price_id, (u.call->>'usable')::boolean
       FROM (${source}) r
      CROSS JOIN (SELECT to_timestamp($4::float8 / 1000) AS at) t
      CROSS JOIN jsonb_array_elements($5::jsonb) WITH ORDINALITY AS u(call, place)
       LEFT JOIN LATERAL (
         SELECT * FROM prices q WHERE q.tenant_id = r.tenant_id AND q.connection = u.call->>'connection'
            AND q.model IN ('', coalesce(u.call->>'model', '')) AND q.valid_from <= (t.at AT TIME ZONE 'UTC')::date
            AND (q.valid_to IS NULL OR q.valid_to >= (t.at AT TIME ZONE 'UTC')::date)
          ORDER BY q.model DESC LIMIT 1) p ON true
      CROSS JOIN LATERAL (SELECT CASE
          WHEN p.price_id IS NULL THEN CASE WHEN u.call->>'currency' IS NULL THEN NULL ELSE (u.call->>'cost')::numeric END
          WHEN u.call->>'promptTokens' IS NULL AND p.prompt_per_million + p.completion_per_million > 0 THEN NULL
          ELSE trim_scale(coalesce((u.call->>'promptTokens')::numeric, 0) * p.prompt_per_million * 0.000001
             + coalesce((u.call->>'completionTokens')::numeric, 0) * p.completion_per_million * 0.000001 + p.per_request) END AS cost) c
     ON CONFLICT DO NOTHING`,
    values: [tx.tenantId, used.key, used.node, used.atMs, JSON.stringify(used.calls), used.runId],
  });
}
