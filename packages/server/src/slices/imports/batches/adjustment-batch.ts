import type { ApprovalFacts } from '@attain/contract/approvals';
import { skippedErrors } from '@attain/contract/import-status';
import { decimal } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { adjustmentWords } from '@attain/domain/payments/ledger-words';
import type { AppContext } from '../../../app-context.ts';
import { ApiError } from '../../../base/api-error.ts';
import { newId } from '../../../base/ids.ts';
import type { TenantTx } from '../../../db/database.ts';
import { valueHash } from '../../../db/write.ts';
import { closeRequest, hasOtherDecider, requestApproval } from '../../approvals/request-approval.ts';
import { textFact } from '../../approvals/text-fact.ts';
import { type StoredImport, selectCurrency, selectImport } from '../imports-store.ts';
import { editorsOf } from '../over-limit.ts';
import {
  type BatchTotal,
  insertBatch,
  selectBatch,
  selectBatchTotals,
  selectBatchUsers,
  selectLargest,
  updateBatch,
} from './batch-store.ts';

/** What a request for a whole file of adjustments is about; the id is that of the import. */
export const BATCH = 'adjustments';

const kind = 'adjustment';
/** Rows that the approver reads in the request. */
const SHOWN = 10;

/**
 * Enters the staged adjustments and asks for one approval of all of them (PAYM-31); returns the request. Throws CONFLICT if
 * everyone who could approve them is paid by them.
 */
export async function enterBatch(ctx: AppContext, tx: TenantTx, stored: StoredImport): Promise<string> {
  const { id: importId, fileName } = stored;
  const askedBy = stored.checkedById ?? stored.createdById;
  const approvalId = newId();
  await insertBatch(tx, { importId, approvalId, createdBy: askedBy });
  const editors = editorsOf({ createdBy: stored.createdById, editors: stored.editorIds });
  const benefits = await selectBatchUsers(tx, importId);
  const others = await hasOtherDecider(tx, kind, editors);
  if (others && !(await hasOtherDecider(tx, kind, [...editors, ...benefits])))
    throw new ApiError(
      'CONFLICT',
      'Everyone who could approve these adjustments is paid by them. Give someone else the role Finance.',
    );
  const totals = await selectBatchTotals(tx, importId);
  const count = totals.reduce((sum, { rows }) => sum + rows, 0);
  const only = totals.length === 1 ? totals[0] : undefined;
  return requestApproval(tx, ctx.clock, {
    id: approvalId,
    kind,
    subject: { type: BATCH, id: importId },
    askedBy,
    excluded: [...editors, ...benefits],
    hash: await batchHash(tx, importId),
    summary: `${count} ${count === 1 ? 'adjustment' : 'adjustments'} from ${fileName}`,
    amount: only ? { amount: moneyText(decimal(only.amount), only.currency), currency: only.currency } : null,
    countedAmount: countedOf(totals, await selectCurrency(tx)),
    facts: await factsOf(tx, stored, totals),
  });
}

/** The amount that decides how many approvals are required: any other currency counts as the largest (APR-10). */
function countedOf(totals: readonly BatchTotal[], workspace: string) {
  const [first] = totals.toSorted(
    (a, b) => Number(a.currency === workspace) - Number(b.currency === workspace),
  );
  const { gross = '0', open = '0', currency = workspace } = first ?? {};
  return { amount: decimal(open).gt(decimal(gross)) ? open : gross, currency };
}

async function factsOf(
  tx: TenantTx,
  { id, fileName, summary }: StoredImport,
  totals: readonly BatchTotal[],
): Promise<ApprovalFacts> {
  const { payees, rows } = await selectLargest(tx, id, SHOWN);
  const money = (label: string, { amount, currency }: { amount: string; currency: string }) => ({
    ...textFact(label, moneyText(decimal(amount), currency)),
    currency,
  });
  const all = totals.reduce((sum, total) => sum + total.rows, 0);
  const skipped = skippedErrors(summary);
  return {
    figures: [
      textFact('File', fileName),
      textFact('Adjustments', String(all)),
      textFact('Payees', String(payees)),
      ...(skipped > 0 ? [textFact('Rows with errors, skipped', String(skipped))] : []),
      ...totals.flatMap(({ amount, paid, taken, currency }) => [
        ...(decimal(taken).eq('0')
          ? []
          : [money('Paid', { amount: paid, currency }), money('Taken', { amount: taken, currency })]),
        { ...money('Total', { amount, currency }), isTotal: true },
      ]),
      ...rows.map((row) => money(`${adjustmentWords[row.kind]} for ${row.name}, line ${row.line}`, row)),
      ...(all > rows.length ? [textFact('Smaller adjustments', String(all - rows.length))] : []),
    ],
    against: null,
    warnings: [],
  };
}

/** What the log and the approval name the content of a file of adjustments by: what is paid, and which rows are skipped. */
export async function batchHash(tx: TenantTx, importId: string): Promise<string> {
  const stored = await selectImport(tx, importId);
  const skipped = stored?.skipBadRows ? stored.summary?.skipped : undefined;
  return valueHash({ importId, adjustments: await selectBatch(tx, importId), skipped });
}

/** Takes back all adjustments of a file that are not rejected, with its request. */
export async function withdrawBatch(tx: TenantTx, importId: string): Promise<void> {
  await updateBatch(tx, importId, { from: ['submitted', 'approved'], to: 'withdrawn' });
  await closeRequest(tx, { kind, subjectId: importId, status: 'withdrawn' });
}
