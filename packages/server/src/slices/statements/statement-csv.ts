import type { PaymentDetail } from '@attain/contract/payments';
import type { PayoutCredit } from '@attain/contract/payouts';
import { creditWords } from '@attain/domain/crediting/credit-words';
import { ledgerWords, openBalances } from '@attain/domain/payments/ledger-words';
import { csvOf, xlsxOf } from '../../base/table-file.ts';
import type { FullStatement } from './load-statement.ts';
import { lineWords, statusWords } from './statement-words.ts';

export const statementColumns = [
  ...['Participant', 'Participant id', 'Plan', 'Plan id', 'Period', 'Component', 'Component id', 'Row'],
  ...[
    'Date',
    'Deal',
    'Customer',
    'Product',
    'Deal amount',
    'Deal currency',
    'Exchange rate',
    'Share %',
    'Credit factor %',
    'Credited',
    'Earned',
    'Currency',
  ],
  ...['Import', 'Import id', 'Line', 'Role', 'Through', 'Why', 'Payment of', 'Payment status'],
] as const;

type Cells = Partial<Record<(typeof statementColumns)[number], string>>;

/**
 * The statement as a table for spreadsheets: one row per credit and per true-up or carried pay, one per line's total and one
 * for the whole; then how it was paid: one row per event, one for what is paid, one per balance that stays open. The events
 * of a payment sum to it before conversion. UTF-8 with BOM; text that a spreadsheet would run as a formula is escaped,
 * numbers stay numbers.
 */
export function statementCsv(full: FullStatement): string {
  return csvOf(statementRows(full));
}

/** The same table as a workbook of one sheet, with numbers as numbers. */
export function statementXlsx(full: FullStatement): Promise<Buffer> {
  return xlsxOf([{ name: 'Statement', rows: statementRows(full) }]);
}

function statementRows(full: FullStatement): string[][] {
  const { participant, run, currency, total, status } = full.statement;
  const whose = {
    Participant: participant.name,
    'Participant id': participant.id,
    Plan: run.planName,
    'Plan id': run.planId,
    Period: run.period.key,
  };
  const rows: Cells[] = [
    ...full.statement.lines.flatMap((line) => lineRows(line, full)),
    { Row: 'Total', Earned: total, Currency: currency, 'Payment status': statusWords[status] },
    ...full.payments.flatMap((payment) => paymentRows(payment, full.statement.lines)),
  ];
  const written = rows.map((row) => statementColumns.map((name) => ({ ...whose, ...row })[name] ?? ''));
  return [[...statementColumns], ...written];
}

type Line = FullStatement['statement']['lines'][number];

function lineRows(line: Line, full: FullStatement): Cells[] {
  const { currency } = full.statement;
  const own = { Component: line.componentName, 'Component id': line.componentId, Currency: currency };
  const credits = (full.credits.get(line.componentId) ?? []).map((credit) => ({
    ...own,
    ...creditCells(credit),
  }));
  const rest = [
    { row: 'True-up', amount: line.window?.trueUp },
    { row: 'Carried', amount: line.carried?.carriedPaid },
  ].flatMap(({ row, amount }) => (amount ? [{ ...own, Row: row, Earned: amount }] : []));
  const why = lineWords(line, full.inputs.plan).join(' ');
  return [
    ...credits,
    ...rest,
    { ...own, Row: 'Line', Credited: line.credited, Earned: line.amount, Why: why },
  ];
}

function creditCells(credit: PayoutCredit): Cells {
  const { deal, provenance, exchange, factor } = credit;
  return {
    Row: 'Credit',
    Date: credit.date,
    Deal: credit.dealId,
    Customer: deal?.customer ?? '',
    Product: deal?.product ?? '',
    'Deal amount': deal?.amount ?? '',
    'Deal currency': deal?.currency ?? '',
    'Exchange rate': exchange?.rate ?? '',
    'Share %': credit.sharePercent,
    'Credit factor %': factor?.percent ?? '',
    Credited: credit.credited,
    Earned: credit.earned,
    Import: provenance.importFileName ?? '',
    'Import id': provenance.importId ?? '',
    Line: String(provenance.importLine ?? ''),
    Role: credit.role,
    Through: credit.through ?? '',
    Why: creditWords(credit),
  };
}

function paymentRows(payment: PaymentDetail, lines: readonly Line[]): Cells[] {
  const { run, currency, paid } = payment;
  const of = { 'Payment of': run.period.key, 'Payment status': run.status, Currency: currency };
  const named = (id = '') => lines.find((line) => line.componentId === id)?.componentName ?? id;
  const events = payment.ledger.map((event) => ({
    ...of,
    Component: named(event.references.componentId),
    'Component id': event.references.componentId ?? '',
    Row: ledgerWords[event.kind],
    Deal: event.references.dealId ?? '',
    Earned: event.amount,
    Why: event.message,
  }));
  const open = openBalances(payment.closing).map(({ label, amount }) => ({
    ...of,
    Row: label,
    Earned: amount,
  }));
  const row = run.paidAt === null ? 'To be paid' : 'Paid';
  const total = { ...of, Row: row, Earned: paid.amount, Currency: paid.currency };
  const rate = { 'Exchange rate': paid.exchange?.rate ?? '', Why: paid.message };
  return [...events, { ...total, ...rate }, ...open];
}
