import type { ApprovalFacts } from '@attain/contract/approvals';
import type { PaymentRun } from '@attain/contract/payments';
import { compareLedgers } from '@attain/domain/payments/ledger-groups';
import { barredMove } from '@attain/domain/payments/payment-moves';
import type { AppContext } from '../../app-context.ts';
import { found } from '../../base/api-error.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { WriteTx } from '../../db/write.ts';
import { decidersOf, requestApproval } from '../approvals/request-approval.ts';
import { selectHands, selectPaymentRun } from './payment-runs-store.ts';
import { selectGrown, selectKindTotals, selectRunBefore } from './run-figures-store.ts';

/** Asks for approval of a run that was just calculated, in the same transaction. */
export async function askForPayments(
  ctx: AppContext,
  tx: WriteTx,
  { id, createdBy }: { readonly id: string; readonly createdBy: string },
): Promise<void> {
  const run = found(await selectPaymentRun(tx, id, createdBy), 'payment run');
  const excluded: string[] = [];
  for (const { userId } of await decidersOf(tx, 'payment-run')) {
    const hands = await selectHands(tx, id, userId);
    if (hands !== null && barredMove('approve', hands) !== null) excluded.push(userId);
  }
  const count = run.paymentCount ?? 0;
  await requestApproval(tx, ctx.clock, {
    kind: 'payment-run',
    subject: { type: 'payment', id },
    askedBy: createdBy,
    excluded,
    hash: run.resultHash ?? '',
    summary: `${count.toLocaleString('en-US')} payment${count === 1 ? '' : 's'} for ${run.period.key}`,
    amount: amountOf(run),
    facts: await factsOf(tx, run),
    reason: run.outdated?.reason ?? null,
  });
}

/** What is paid in one currency, or in the workspace's own at known rates; null: it can't be said in one figure. */
function amountOf({ totals, reporting }: PaymentRun): { amount: string; currency: string } | null {
  const [only, another] = totals ?? [];
  if (only !== undefined && another === undefined) return only;
  if (reporting === null || reporting.amount === null) return null;
  return { amount: reporting.amount, currency: reporting.currency };
}

async function factsOf(tx: WriteTx, run: PaymentRun): Promise<ApprovalFacts> {
  const before = await selectRunBefore(tx, run);
  const earlier = before === null ? null : await selectKindTotals(tx, before.id);
  const grown = before === null ? [] : await selectGrown(tx, { runId: run.id, beforeId: before.id });
  const outdated = run.outdated?.calculations ?? [];
  return {
    figures: [...compareLedgers(await selectKindTotals(tx, run.id), earlier)],
    against: before?.periodKey ?? null,
    warnings: [
      ...outdated.map(
        ({ planName, periodKey, changes }) =>
          `${planName} (${periodKey}) was out of date when these payments were created. ${changes.join(' ')}`,
      ),
      ...grown.map(
        ({ count, currency, amount }) =>
          `${count === 1 ? '1 payment is' : `${count} payments are`} more than double the last period, ${moneyInWords(amount, currency)} in total.`,
      ),
    ],
  };
}
