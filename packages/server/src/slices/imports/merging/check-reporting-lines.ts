import type { TenantTx } from '../../../db/database.ts';
import { reportFound } from './report-found.ts';
import { STAGED } from './staging.ts';

/** The resulting lines: those of the file, and stored ones that the file does not replace. */
const lines = `SELECT s.participant, s.manager, s."from" AS since, coalesce(s."to", 'infinity') AS till FROM ${STAGED} s
    UNION ALL
    SELECT l.participant_id, l.manager_id, l.from_date, coalesce(l.to_date, 'infinity') FROM reporting_lines l
     WHERE NOT EXISTS (SELECT 1 FROM ${STAGED} o WHERE o.participant = l.participant_id AND o."from" = l.from_date)`;

/**
 * Circular lines on any day are errors (CREDIT-15); two managers at once are both credited (CREDIT-13), with a warning.
 */
export async function checkReportingLines(
  tx: TenantTx,
  columnOf: (field: string) => string | null,
): Promise<void> {
  await reportFound(tx, {
    prelude: `WITH RECURSIVE edges AS (${lines}), walk AS (
        SELECT s.participant AS start, s."from" AS began, s.manager AS at, s."from" AS since, coalesce(s."to", 'infinity') AS till, 1 AS depth
          FROM ${STAGED} s
        UNION ALL
        SELECT w.start, w.began, e.manager, greatest(w.since, e.since), least(w.till, e.till), w.depth + 1
          FROM walk w JOIN edges e ON e.participant = w.at AND e.since <= w.till AND e.till >= w.since
         WHERE w.at <> w.start AND w.depth < 60
      )`,
    from: `${STAGED} s CROSS JOIN LATERAL (SELECT min(w.since) AS since FROM walk w
       WHERE w.start = s.participant AND w.began = s."from" AND w.at = w.start AND w.depth > 1) circle WHERE circle.since IS NOT NULL`,
    field: 'manager',
    column: columnOf('manager'),
    value: 's.manager',
    reason: "format('From %s, %s would be in a circular reporting line.', circle.since, s.participant)",
    fix: 'Correct one of the managers or end one of the lines, so that the chain ends at the top.',
  });
  await reportFound(tx, {
    prelude: `WITH edges AS (${lines})`,
    from: `${STAGED} s CROSS JOIN LATERAL (SELECT e.manager, e.since FROM edges e WHERE e.participant = s.participant AND e.since < s."from"
       AND e.manager <> s.manager AND e.till >= s."from" ORDER BY e.since DESC, e.manager LIMIT 1) other`,
    severity: 'warning',
    field: 'from',
    column: columnOf('from'),
    value: 's."from"::text',
    reason:
      'format(\'%s already reports to %s since %s; both are credited from %s.\', s.participant, other.manager, other.since, s."from")',
    fix: 'Set a last day for the earlier line, unless both managers are intended.',
  });
}
