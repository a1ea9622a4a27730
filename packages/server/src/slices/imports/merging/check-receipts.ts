import type { TenantTx } from '../../../db/database.ts';
import { type ColumnOf, reportFound } from './report-found.ts';
import { STAGED } from './staging.ts';

/** Finds payments of customers for unknown deals, and those in another currency than their deal (PAYM-32). */
export async function checkReceipts(tx: TenantTx, columnOf: ColumnOf): Promise<void> {
  await reportFound(tx, {
    from: `${STAGED} s WHERE NOT EXISTS (SELECT 1 FROM deals d WHERE d.id = s.deal)`,
    field: 'deal',
    column: columnOf('deal'),
    value: 's.deal',
    reason: `format('Deal %s not found.', s.deal)`,
    fix: 'Import the deal first, or correct the ID.',
  });
  await reportFound(tx, {
    from: `${STAGED} s JOIN deals d ON d.id = s.deal WHERE d.currency <> s.currency OR d.unit <> '$'`,
    field: 'currency',
    column: columnOf('currency'),
    value: 's.currency',
    reason: `CASE WHEN d.unit <> '$' THEN format('Deal %s is counted in %s, not in money.', s.deal, d.unit) ELSE format('Deal %s is in %s.', s.deal, d.currency) END`,
    fix: 'Enter what was paid in the currency of the deal.',
  });
}
