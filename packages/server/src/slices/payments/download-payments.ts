import type { PaymentRow, PaymentRun } from '@attain/contract/payments';
import { paymentsFormat, type RecordedPayment, writePaymentsFile } from '@attain/domain/proofs/payments-file';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { anId } from '../../base/cursor.ts';
import { csvOf, xlsxOf, xlsxType } from '../../base/table-file.ts';
import type { TenantTx } from '../../db/database.ts';
import { proveEntry } from '../audit/prove-entry.ts';
import { logSigner } from '../audit/sign-head.ts';
import { selectPayees } from './payments-store.ts';
import { loggedPayments } from './recorded-payments.ts';
import { visibleRun } from './visible-payments.ts';

export const paymentColumns = [
  ...['Period', 'Version', 'Status', 'Participant id', 'Participant', 'Earned in', 'Earned', 'Held'],
  ...['Draw balance', 'Carried', 'Net', 'Paid in', 'Paid', 'Exchange rate', 'Rate of', 'Rate by'],
];

export const togetherColumns = [
  ...['Period', 'Version', 'Status', 'Paid in', 'Paid', 'Together in', 'Together'],
  ...['Rate', 'Rate of', 'Rate by'],
];

const rowsAPage = 1_000;
const jsonType = 'application/json; charset=utf-8';
const csvType = 'text/csv; charset=utf-8';

/** The files of a payment run: who is paid what, what they are together in the currency of reports, both in one workbook, or all payments with their proof. */
export type PaymentsFile = 'payees.csv' | 'together.csv' | 'payees.xlsx' | 'proof.json';

/**
 * The payments of a run as a file for payroll: one row per payment that the actor may see, by name; the column `Paid` sums to
 * what the run pays, the column `Together` to its total in the currency of reports. NOT_FOUND outside the reach, NOT_ALLOWED
 * for the total to who sees only some people's pay.
 */
export async function downloadPayments(
  ctx: AppContext,
  actor: Actor,
  input: { runId: string; file: PaymentsFile },
): Promise<{ fileName: string; contentType: string; body: string | Buffer }> {
  found(anId(input.runId) || null, 'payment run');
  const { run, payees, proof } = await ctx.read(actor, async (tx) => {
    const { run, visible } = await visibleRun(tx, { actor, id: input.runId });
    const recorded = await loggedPayments(tx, run.id);
    if (input.file === 'proof.json')
      return { run, payees: [], proof: await proofOf(tx, ctx, { run, visible, recorded }) };
    const wanted = input.file !== 'together.csv';
    return { run, payees: wanted ? await payeeRows(tx, { run, visible }) : [], proof: null };
  });
  const name = `payments-${run.period.key}-v${run.version ?? 0}`;
  if (proof !== null) return { fileName: `${name}-proof.json`, contentType: jsonType, body: proof };
  const together = togetherRows(run);
  if (input.file === 'payees.xlsx') {
    const sheets = [{ name: 'Payments', rows: payees }];
    if (together !== null) sheets.push({ name: 'Together', rows: together });
    return { fileName: `${name}.xlsx`, contentType: xlsxType, body: await xlsxOf(sheets) };
  }
  if (input.file === 'payees.csv')
    return { fileName: `${name}.csv`, contentType: csvType, body: csvOf(payees) };
  if (together === null) {
    throw new ApiError('NOT_ALLOWED', 'Totals are visible only to users who can read everyone’s pay.');
  }
  return { fileName: `${name}-together.csv`, contentType: csvType, body: csvOf(together) };
}

/**
 * The payments with their audit log entry, for `attain verify`. Throws NOT_ALLOWED without access to everyone's pay.
 */
async function proofOf(
  tx: TenantTx,
  ctx: AppContext,
  of: { run: PaymentRun; visible: string[] | null; recorded: readonly RecordedPayment[] },
): Promise<string> {
  const { run, visible, recorded } = of;
  if (visible !== null)
    throw new ApiError('NOT_ALLOWED', 'The proof contains every payment, and you can see only some of them.');
  const signer = logSigner(ctx, tx.tenantId);
  const entry = await proveEntry(tx, ctx, { action: 'payment.calculated', objectId: run.id });
  if (entry === null || run.version === null)
    throw new ApiError('CONFLICT', 'These payments are not calculated yet. Try again later.');
  const totals = Object.fromEntries((run.totals ?? []).map(({ currency, amount }) => [currency, amount]));
  return writePaymentsFile({
    format: paymentsFormat,
    period: run.period,
    version: run.version,
    totals,
    payments: recorded,
    audit: { key: signer.line, entry: entry.body, proof: entry.proof },
  });
}

async function payeeRows(
  tx: TenantTx,
  { run, visible }: { run: PaymentRun; visible: string[] | null },
): Promise<string[][]> {
  const rows: string[][] = [paymentColumns];
  for (let after: string[] | null = null; ; ) {
    const page: PaymentRow[] = await selectPayees(tx, {
      runId: run.id,
      visible,
      search: null,
      after,
      limit: rowsAPage,
    });
    for (const row of page.slice(0, rowsAPage)) rows.push([...namesOf(run), ...cellsOf(row)]);
    const last = page[rowsAPage - 1];
    if (page.length <= rowsAPage || last === undefined) return rows;
    after = [last.participantName, last.participantId, last.currency];
  }
}

function namesOf(run: PaymentRun): string[] {
  return [run.period.key, String(run.version ?? ''), run.status];
}

function cellsOf(row: PaymentRow): string[] {
  const { closing, paid } = row;
  return [
    ...[row.participantId, row.participantName, row.currency, row.earned],
    ...[closing.held, closing.draw, closing.carried, row.net, paid.currency, paid.amount],
    ...[paid.exchange?.rate ?? '', paid.exchange?.date ?? '', paid.exchange?.source ?? ''],
  ];
}

/** One row per payment currency with its exchange rate, blank if the rate is missing. Null: totals are hidden. */
function togetherRows(run: PaymentRun): string[][] | null {
  const { totals, reporting } = run;
  if (totals === null || reporting === null) return null;
  const rows = totals.map(({ currency, amount }) => {
    const one = reporting.converted.find((each) => each.currency === currency);
    const together = currency === reporting.currency ? amount : (one?.amount ?? '');
    const rate = one ? [one.exchange.rate, one.exchange.date, one.exchange.source] : ['', '', ''];
    return [...namesOf(run), currency, amount, reporting.currency, together, ...rate];
  });
  return [togetherColumns, ...rows];
}
