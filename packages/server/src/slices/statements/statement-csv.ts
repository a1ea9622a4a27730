import { isDecimal } from '@attain/domain/base/decimal';
import { stringify } from 'csv-stringify/sync';
import type { FullStatement } from './load-statement.ts';

const header = [
  'Participant',
  'Participant id',
  'Plan',
  'Period',
  'Component',
  'Row',
  'Date',
  'Deal',
  'Customer',
  'Product',
  'Deal amount',
  'Deal currency',
  'Exchange rate',
  'Share %',
  'Credited',
  'Earned',
  'Currency',
  'Import',
  'Line',
  'Role',
  'Through',
];

/**
 * The statement as a table for spreadsheets: one row per credit and per true-up or carried pay, one per line's total and one for the whole.
 * UTF-8 with BOM; text that a spreadsheet would run as a formula is escaped, numbers stay numbers.
 */
export function statementCsv({ statement, credits }: FullStatement): string {
  const { participant, run, currency } = statement;
  const whose = [participant.name, participant.id, run.planName, run.period.key];
  const rows: string[][] = [header];
  for (const line of statement.lines) {
    for (const credit of credits.get(line.componentId) ?? []) {
      rows.push([
        ...[...whose, line.componentName, 'Credit', credit.date, credit.dealId],
        ...[credit.deal?.customer ?? '', credit.deal?.product ?? ''],
        ...[credit.deal?.amount ?? '', credit.deal?.currency ?? '', credit.exchange?.rate ?? ''],
        ...[credit.sharePercent, credit.credited, credit.earned, currency],
        ...[credit.provenance.importFileName ?? '', String(credit.provenance.importLine ?? '')],
        ...[credit.role, credit.through ?? ''],
      ]);
    }
    for (const [row, amount] of [
      ['True-up', line.window?.trueUp],
      ['Carried', line.carried?.carriedPaid],
    ] as const) {
      if (amount) rows.push(sumRow([...whose, line.componentName, row], '', amount, currency));
    }
    rows.push(sumRow([...whose, line.componentName, 'Line'], line.credited, line.amount, currency));
  }
  rows.push(sumRow([...whose, '', 'Total'], '', statement.total, currency));
  return stringify(rows, {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // a decimal is a number, a negative one too; it is written digit by digit and never passes through a binary float
    cast: {
      string: (text) =>
        text.startsWith('-') && isDecimal(text) ? { value: text, escape_formulas: false } : text,
    },
  });
}

function sumRow(start: string[], credited: string, earned: string, currency: string): string[] {
  const empty = Array.from({ length: 8 }, () => '');
  return [...start, ...empty, credited, earned, currency, '', '', '', ''];
}
