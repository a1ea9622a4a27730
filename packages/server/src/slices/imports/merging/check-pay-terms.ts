import type { TenantTx } from '../../../db/database.ts';
import { reportFound } from './report-found.ts';
import { STAGED } from './staging.ts';

/** A term with a last day may not reach into the next one of the same participant, stored or in the file (QUOTA-21). */
export async function checkPayTerms(tx: TenantTx, columnOf: (field: string) => string | null): Promise<void> {
  await reportFound(tx, {
    prelude: `WITH terms AS (
        SELECT s.participant, s."from" AS since, s."to" AS till FROM ${STAGED} s
        UNION ALL
        SELECT t.participant_id, t.from_date, t.to_date FROM pay_terms t
         WHERE NOT EXISTS (SELECT 1 FROM ${STAGED} o WHERE o.participant = t.participant_id AND o."from" = t.from_date)
      )`,
    from: `${STAGED} s CROSS JOIN LATERAL (SELECT t.since FROM terms t WHERE t.participant = s.participant AND (
         (t.since > s."from" AND s."to" >= t.since) OR (t.since < s."from" AND t.till >= s."from")) ORDER BY t.since LIMIT 1) other`,
    field: 'from',
    column: columnOf('from'),
    value: 's."from"::text',
    reason: "format('It overlaps the pay term of %s from %s.', s.participant, other.since)",
    fix: 'End the earlier term before the later one, or leave its last day blank.',
  });
}
