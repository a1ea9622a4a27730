import type { PaymentRow } from '@attain/contract/payments';
import { isDecimal } from '@attain/domain/base/decimal';
import { stringify } from 'csv-stringify/sync';
import type { Actor } from '../../base/actor.ts';
import { anId } from '../../base/cursor.ts';
import { found } from '../../base/refusal.ts';
import type { House } from '../../house.ts';
import { selectPayees } from './payments-store.ts';
import { visibleRun } from './visible-payments.ts';

const header = [
  ...[
    'Period',
    'Version',
    'Status',
    'Participant id',
    'Participant',
    'Earned in',
    'Earned',
    'Held',
    'Draw balance',
  ],
  ...['Carried', 'Net', 'Paid in', 'Paid', 'Exchange rate', 'Rate of', 'Rate by'],
];

const rowsAPage = 1_000;

/**
 * The payments of a run as a file for payroll: one row per payment that the actor may see, by name; the column `Paid` sums to
 * what the run pays. UTF-8 with BOM; text that a spreadsheet would run as a formula is escaped. NOT_FOUND outside the reach.
 */
export function downloadPayments(
  house: House,
  actor: Actor,
  input: { runId: string },
): Promise<{ fileName: string; contentType: string; body: string }> {
  found(anId(input.runId) || null, 'payment run');
  return house.read(actor, async (tx) => {
    const { run, visible } = await visibleRun(tx, house, { actor, id: input.runId });
    const whose = [run.period.key, String(run.version ?? ''), run.status];
    const rows: string[][] = [header];
    for (let after: string[] | null = null; ; ) {
      const page: PaymentRow[] = await selectPayees(tx, {
        runId: run.id,
        visible,
        search: null,
        after,
        limit: rowsAPage,
      });
      for (const row of page.slice(0, rowsAPage)) rows.push([...whose, ...cellsOf(row)]);
      const last = page[rowsAPage - 1];
      if (page.length <= rowsAPage || last === undefined) break;
      after = [last.participantName, last.participantId, last.currency];
    }
    const fileName = `payments-${run.period.key}-v${run.version ?? 0}.csv`;
    return { fileName, contentType: 'text/csv; charset=utf-8', body: written(rows) };
  });
}

function cellsOf(row: PaymentRow): string[] {
  const { closing, paid } = row;
  return [
    ...[row.participantId, row.participantName, row.currency, row.earned],
    ...[closing.held, closing.draw, closing.carried, row.net, paid.currency, paid.amount],
    ...[paid.exchange?.rate ?? '', paid.exchange?.date ?? '', paid.exchange?.source ?? ''],
  ];
}

function written(rows: string[][]): string {
  return stringify(rows, {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // a decimal is a number, a negative one too
    cast: {
      string: (text) =>
        text.startsWith('-') && isDecimal(text) ? { value: text, escape_formulas: false } : text,
    },
  });
}
