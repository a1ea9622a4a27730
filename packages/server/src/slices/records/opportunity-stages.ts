import type { PastPeriod } from '@attain/domain/forecasts/stage-forecast';
import type { TenantTx } from '../../db/database.ts';

/** A period as it was seen on a day. */
export interface SeenPeriod {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

type Row = PastPeriod['groups'][number] & { readonly at: number };

/** SQL: the newest rate of a currency into `$2` up to a day, of the workspace `$1`; null: no rate. */
export const rateSql = (
  currency: string,
  day: string,
) => `CASE WHEN ${currency} = $2 THEN 1 ELSE (SELECT r.rate FROM exchange_rates r
  WHERE r.tenant_id = $1 AND r.from_currency = ${currency} AND r.to_currency = $2 AND r.date <= ${day} ORDER BY r.date DESC LIMIT 1) END`;

/**
 * What was open on the day of each period, by stage and by whether it was expected in it, and what of it became deals on the days
 * after (FC-9). Amounts are in `currency`; one without a rate has none. Over everyone.
 */
export async function selectOpenStages(
  tx: TenantTx,
  { currency, seen }: { readonly currency: string; readonly seen: readonly SeenPeriod[] },
): Promise<PastPeriod['groups'][]> {
  const day = (moment: string) => `least((${moment} AT TIME ZONE w.time_zone)::date, w.fixed_day)`;
  const { rows } = await tx.client.query<Row>(
    `WITH asked AS (
       SELECT * FROM unnest($3::date[], $4::date[], $5::date[]) WITH ORDINALITY AS a (day, first, last, at)
     ), stood AS (
       SELECT o.id, o.stage, o.status, o.amount, o.currency, o.expected_on, o.chance_percent, o.updated_at, NULL::timestamptz AS replaced_at
         FROM opportunities o WHERE o.tenant_id = $1
       UNION ALL
       SELECT o.id, o.stage, o.status, o.amount, o.currency, o.expected_on, o.chance_percent, o.updated_at, i.committed_at
         FROM import_images m JOIN imports i ON i.tenant_id = m.tenant_id AND i.id = m.import_id AND i.kind = 'opportunities'
           AND i.committed_at > (SELECT min(day) - 1 FROM asked)
         CROSS JOIN LATERAL jsonb_populate_record(NULL::opportunities, m.before) o
        WHERE m.tenant_id = $1 AND m."of" = 'opportunities'
          AND NOT EXISTS (SELECT 1 FROM imports u WHERE u.tenant_id = $1 AND u.undoes = m.import_id)
     ), open AS (
       SELECT a.*, s.id, s.stage, s.expected_on, s.chance_percent, coalesce(s.currency, w.currency) AS currency, s.amount
         FROM stood s JOIN tenants w ON w.id = $1 JOIN asked a ON ${day('s.updated_at')} <= a.day
          AND (s.replaced_at IS NULL OR ${day('s.replaced_at')} > a.day)
        WHERE s.status = 'open'
          AND NOT EXISTS (SELECT 1 FROM deals d WHERE d.tenant_id = $1 AND d.id = s.id AND d.date <= a.day)
     ), known AS (
       SELECT o.at, o.stage, coalesce(o.expected_on BETWEEN o.first AND o.last, false) AS expected, o.chance_percent / 100 AS chance,
              o.amount * ${rateSql('o.currency', 'o.day')} AS amount, d.amount * ${rateSql('d.currency', 'd.date')} AS deal
         FROM open o LEFT JOIN LATERAL (
           SELECT d.amount, d.date, coalesce(d.currency, w.currency) AS currency FROM deals d JOIN tenants w ON w.id = $1
            WHERE d.tenant_id = $1 AND d.id = o.id AND d.unit = '$' AND d.date > o.day AND d.date <= o.last
         ) d ON true
     )
     SELECT at::int, stage, expected AS "isExpected", count(*)::int AS opportunities,
            (count(*) FILTER (WHERE amount IS NULL))::int AS "withoutAmount",
            (count(*) FILTER (WHERE amount IS NOT NULL AND chance IS NULL))::int AS "withoutChance",
            coalesce(sum(amount), 0)::float8 AS amount, coalesce(sum(amount * chance), 0)::float8 AS stated,
            coalesce(sum(amount) FILTER (WHERE chance IS NULL), 0)::float8 AS unstated, count(deal)::int AS won,
            coalesce(sum(amount) FILTER (WHERE deal IS NOT NULL), 0)::float8 AS stood,
            coalesce(sum(deal) FILTER (WHERE amount IS NOT NULL), 0)::float8 AS deals
       FROM known GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [
      tx.tenantId,
      currency,
      seen.map((one) => one.day),
      seen.map(({ from }) => from),
      seen.map(({ to }) => to),
    ],
  );
  return seen.map((_, index) => rows.filter(({ at }) => at === index + 1));
}

/** How many opportunities there are of each status, over everyone. */
export async function selectStatusCounts(
  tx: TenantTx,
): Promise<{ status: 'open' | 'won' | 'lost'; opportunities: number }[]> {
  const { rows } = await tx.client.query(
    'SELECT status, count(*)::int AS opportunities FROM opportunities WHERE tenant_id = $1 GROUP BY 1',
    [tx.tenantId],
  );
  return rows;
}
