import type { Actor } from '../../packages/server/src/base/actor.ts';
import { VOLUME_PLAN, type Volume } from '../../packages/server/src/sample/volume.ts';
import { checkLedger } from '../../packages/server/src/slices/records/ledger/write-segments.ts';
import type { BenchContext } from '../bench-context.ts';
import { loadCase } from './records.ts';

/**
 * A year like the generated one, written by PostgreSQL itself so that ten million deals take minutes: the same plan, as many
 * payees, quotas and deals, of 25 rows in a row 19 money, 3 scores and 3 counts, 3 % returns and 6 % shared; every figure
 * from a hash of its row. The indexes of the deals are made once the deals are there, and no row is checked against another.
 */
export async function fillYear(
  { ctx, owner }: Pick<BenchContext, 'ctx' | 'owner'>,
  actor: Actor,
  { deals, payees }: Volume,
): Promise<{ planId: string }> {
  const client = await owner.connect();
  try {
    await client.query("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'");
    const tenant = actor.tenantId;
    await client.query(
      `INSERT INTO participants (tenant_id, id, name, hired_on, target_variable_annual)
       SELECT $1, 'V-' || lpad(i::text, 6, '0'), 'Payee ' || i, '2022-01-03', 40000 + ${draw('i', 1)} % 101 * 1000 FROM generate_series(1, $2::int) i`,
      [tenant, payees],
    );
    const perQuarter = deals / payees / 4;
    await client.query(
      `INSERT INTO quotas (tenant_id, participant_id, unit, from_date, to_date, amount)
       SELECT $1, 'V-' || lpad(i::text, 6, '0'), u.unit, q::date, (q + interval '3 months - 1 day')::date,
              greatest(1, round(u.mean * (80 + ${draw('i', 2)} % 46) / 100))
         FROM generate_series(1, $2::int) i, generate_series(timestamp '2025-01-01', '2025-10-01', '3 months') q,
              (VALUES ('$', $3::numeric), ('Score', $4::numeric), ('Count', $5::numeric)) u(unit, mean)`,
      [tenant, payees, (perQuarter * 19 * 2_754) / 25, (perQuarter * 3 * 80) / 25, (perQuarter * 3) / 25],
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE i.indrelid = 'deals'::regclass AND NOT i.indisprimary`,
    );
    for (const { name } of indexes.rows) await client.query(`DROP INDEX ${name}`);
    await client.query(dealsSql, [tenant, deals, payees, String(deals).length]);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('RESET session_replication_role');
    // triggers were off: nothing has marked the deals
    await ctx.db.within(tenant, (tx) => checkLedger(tx, { repair: true }), { statementTimeoutMs: 3_600_000 });
  } finally {
    client.release();
  }
  return loadCase(ctx, actor, {
    name: 'year',
    title: '',
    plan: VOLUME_PLAN,
    periods: [],
    participants: [],
    quotas: [],
    deals: [],
  });
}

/** A whole number from 0 on that looks drawn: PostgreSQL's own hash of a row's number under a seed. */
function draw(row: string, seed: number): string {
  return `(hashint8extended(${row}::bigint, ${seed}) & 2147483647)`;
}

const payee = (at: string) => `'V-' || lpad((${at})::text, 6, '0')`;

const dealsSql = `
  INSERT INTO deals (tenant_id, id, date, amount, unit, currency, participant_id, splits, kind, product, territory, customer)
  SELECT $1, 'V-D' || lpad(i::text, $4::int, '0'), date '2025-01-01' + (${draw('i', 3)} % 365)::int,
         CASE unit WHEN 'Score' THEN 60 + ${draw('i', 4)} % 41 WHEN 'Count' THEN ${draw('i', 4)} % 3
              ELSE round((CASE WHEN returned THEN -1 ELSE 1 END) * (50000 + ${draw('i', 4)} % 450000 + ${draw('i', 5)} % 1000) / 100.0, 2) END,
         unit, CASE WHEN unit = '$' THEN 'USD' END, ${payee('own + 1')},
         CASE WHEN unit = '$' AND ${draw('i', 6)} % 1000 < 60 THEN jsonb_build_array(
           jsonb_build_object('participantId', ${payee('own + 1')}, 'sharePercent', '70'),
           jsonb_build_object('participantId', ${payee('(own + 1) % $3::int + 1')}, 'sharePercent', '30')) END,
         CASE WHEN unit <> '$' THEN 'result' WHEN returned THEN 'return' ELSE 'sale' END,
         CASE WHEN unit = '$' THEN (ARRAY['Core Platform', 'Analytics', 'Security Suite', 'Integration Hub', 'Premium Support'])[1 + ${draw('i', 7)} % 5] END,
         CASE WHEN unit = '$' THEN (ARRAY['North', 'East', 'South', 'West'])[1 + own % 4] END,
         CASE WHEN unit = '$' THEN 'Customer ' || (1 + ${draw('i', 8)} % 50000) END
    FROM (SELECT i, (i - 1) % $3::int AS own, ${draw('i', 9)} % 1000 < 30 AS returned,
                 CASE WHEN (i - 1) / $3::int % 25 < 19 THEN '$' WHEN (i - 1) / $3::int % 25 < 22 THEN 'Score' ELSE 'Count' END AS unit
            FROM generate_series(1, $2::int) i) rows`;
