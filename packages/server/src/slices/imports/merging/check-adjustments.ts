import type { TenantTx } from '../../../db/database.ts';
import { type ColumnOf, reportFound } from './report-found.ts';
import { STAGED } from './staging.ts';

/** Adjustments that one file holds; one person reads them before they approve. */
const MAX_ROWS = 5_000;

/** Finds unknown deals, and adjustments that would be paid a second time (PAYM-31). */
export async function checkAdjustments(tx: TenantTx, columnOf: ColumnOf): Promise<void> {
  await reportFound(tx, {
    from: `${STAGED} s WHERE s.deal IS NOT NULL AND NOT EXISTS (SELECT 1 FROM deals d WHERE d.id = s.deal)`,
    field: 'deal',
    column: columnOf('deal'),
    value: 's.deal',
    reason: `format('Deal %s not found.', s.deal)`,
    fix: 'Import the deal first, or correct the ID.',
  });
  await reportFound(tx, {
    from: `${STAGED} s WHERE EXISTS (SELECT 1 FROM adjustments a LEFT JOIN attestation_records q ON q.id = a.approval_id
       WHERE a.participant_id = s.participant AND a.currency = s.currency AND a.amount = s.amount AND a.kind = s.kind AND a.reason = s.reason
         AND a.deal_id IS NOT DISTINCT FROM s.deal AND a.pay_from IS NOT DISTINCT FROM s."payFrom"
         AND (a.status = 'approved' OR (a.status = 'submitted' AND q.expires_at > now())))`,
    field: 'reason',
    column: columnOf('reason'),
    value: 's.reason',
    reason: `'The same adjustment was entered before.'`,
    fix: 'Remove the row. To pay it again, change its explanation.',
  });
  await reportFound(tx, {
    from: `(SELECT * FROM ${STAGED} ORDER BY row_line OFFSET ${MAX_ROWS}) s`,
    field: 'amount',
    column: columnOf('amount'),
    value: 's.amount::text',
    reason: `'A file can have at most ${MAX_ROWS} adjustments.'`,
    fix: 'Split the file.',
  });
}
