import type { Mapping } from '@attain/contract/imports';
import type { TenantTx } from '../../../db/database.ts';
import type { KindName } from '../kinds/kind.ts';
import { checkAdjustments } from './check-adjustments.ts';
import { checkPayTerms } from './check-pay-terms.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkReportingLines } from './check-reporting-lines.ts';
import { type ColumnOf, reportFound } from './report-found.ts';
import { STAGED } from './staging.ts';

/**
 * Finds problems in staged rows that only the database can show: unknown people, circular managers, currencies without
 * an exchange rate. Adds them to the problems of this transaction.
 */
export async function checkReferences(
  tx: TenantTx,
  kind: KindName,
  mapping: Mapping,
  columnOf: ColumnOf,
): Promise<void> {
  const unknown = (field: string, exists: string) =>
    reportFound(tx, {
      from: `${STAGED} s WHERE s."${field}" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM participants p WHERE p.id = s."${field}")${exists}`,
      field,
      column: columnOf(field),
      value: `s."${field}"`,
      reason: `format('Participant %s not found.', s."${field}")`,
      fix:
        kind === 'participants'
          ? 'Correct the ID, or fix that person’s own row first if this file has one.'
          : 'Import the participant first, or correct the ID.',
    });
  if (kind === 'deals') {
    await unknown('participant', '');
    for (const shares of ['splits', 'overlays'] as const) {
      if (Object.hasOwn(mapping.fields, shares)) await checkShares(tx, shares, columnOf(shares));
    }
    await warnOfCurrencies(tx, columnOf('currency'));
  }
  const ofOne: readonly KindName[] = [
    ...([
      'opportunities',
      'quotas',
      'territories',
      'leaves',
      'ramps',
      'pay-terms',
      'payment-limits',
      'adjustments',
      'parallel-pay',
      'reporting-lines',
    ] as const),
  ];
  if (ofOne.includes(kind)) await unknown('participant', '');
  if (kind === 'quotas' || kind === 'opportunities') await warnOfCurrencies(tx, columnOf('currency'));
  if (kind === 'pay-terms') await checkPayTerms(tx, columnOf);
  if (kind === 'adjustments') await checkAdjustments(tx, columnOf);
  if (kind === 'receipts') await checkReceipts(tx, columnOf);
  if (kind === 'reporting-lines') {
    await unknown('manager', '');
    await checkReportingLines(tx, columnOf);
  }
  if (kind === 'participants' && Object.hasOwn(mapping.fields, 'manager')) {
    await unknown('manager', ` AND NOT EXISTS (SELECT 1 FROM ${STAGED} o WHERE o.id = s.manager)`);
    await checkCircles(tx, columnOf('manager'));
  }
}

function checkShares(tx: TenantTx, shares: 'splits' | 'overlays', column: string | null): Promise<void> {
  return reportFound(tx, {
    from: `${STAGED} s CROSS JOIN LATERAL jsonb_array_elements(s.${shares}) part
      WHERE s.${shares} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM participants p WHERE p.id = part->>'participantId')
        AND part->>'participantId' <> s.participant`,
    field: shares,
    column,
    value: `part->>'participantId'`,
    reason: "format('Participant %s not found.', part->>'participantId')",
    fix: 'Import the participant first, or correct the share.',
  });
}

/** A person who leads themselves through other managers would be credited endlessly. */
function checkCircles(tx: TenantTx, column: string | null): Promise<void> {
  return reportFound(tx, {
    prelude: `WITH RECURSIVE edges AS (
        SELECT s.id, s.manager FROM ${STAGED} s WHERE s.manager IS NOT NULL
        UNION ALL
        SELECT l.participant_id, l.manager_id FROM reporting_lines l WHERE l.to_date IS NULL
           AND NOT EXISTS (SELECT 1 FROM ${STAGED} o WHERE o.id = l.participant_id AND o.manager IS NOT NULL)
      ), walk AS (
        SELECT s.id AS start, s.manager AS at, 1 AS depth FROM ${STAGED} s WHERE s.manager IS NOT NULL
        UNION ALL
        SELECT w.start, e.manager, w.depth + 1 FROM walk w JOIN edges e ON e.id = w.at WHERE w.at <> w.start AND w.depth < 60
      )`,
    from: `${STAGED} s WHERE s.manager <> s.id AND EXISTS (SELECT 1 FROM walk w WHERE w.start = s.id AND w.at = w.start)`,
    field: 'manager',
    column,
    value: 's.manager',
    reason: "format('%s would be in a circular reporting line.', s.id)",
    fix: 'Correct one of the managers so that the chain ends at the top.',
  });
}

/** Not wrong yet, but it cannot be paid in another currency before there is a rate. */
function warnOfCurrencies(tx: TenantTx, column: string | null): Promise<void> {
  return reportFound(tx, {
    from: `(SELECT DISTINCT ON (currency) row_line, currency FROM ${STAGED} WHERE currency IS NOT NULL ORDER BY currency, row_line) s
      WHERE s.currency <> (SELECT w.currency FROM tenants w)
        AND NOT EXISTS (SELECT 1 FROM exchange_rates r WHERE s.currency IN (r.from_currency, r.to_currency))`,
    severity: 'warning',
    field: 'currency',
    column,
    value: 's.currency',
    reason:
      "format('There is no exchange rate for %s yet; this is the first row that needs it.', s.currency)",
    fix: 'Import exchange rates before calculating in another currency.',
  });
}
