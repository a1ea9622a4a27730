import type { PaymentRun } from '@attain/contract/payments';
import type { KindTotal } from '@attain/domain/payments/ledger-groups';
import type { LedgerKind } from '@attain/domain/payments/payment';
import { and, count, desc, eq, gt, isNotNull, lt, sql, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { TenantTx } from '../../db/database.ts';
import { paymentLines, paymentRuns, payments } from '../../db/schema/payments.ts';

/** What a run's ledger lines come to by kind and currency. */
export async function selectKindTotals(tx: TenantTx, runId: string): Promise<KindTotal[]> {
  const rows = await tx.db
    .select({ kind: paymentLines.kind, currency: paymentLines.currency, amount: sum(paymentLines.amount) })
    .from(paymentLines)
    .where(eq(paymentLines.paymentRunId, runId))
    .groupBy(paymentLines.kind, paymentLines.currency);
  return rows.map(({ kind, currency, amount }) => ({
    kind: kind as LedgerKind,
    currency,
    amount: amount ?? '0',
  }));
}

/** The latest posted run of an earlier period; null: there is none. */
export async function selectRunBefore(
  tx: TenantTx,
  { period }: Pick<PaymentRun, 'period'>,
): Promise<{ id: string; periodKey: string; from: string; to: string } | null> {
  const { id, periodKey, periodFrom, periodTo } = paymentRuns;
  const [row] = await tx.db
    .select({ id, periodKey, from: periodFrom, to: periodTo })
    .from(paymentRuns)
    .where(
      and(
        eq(paymentRuns.tenantId, tx.tenantId),
        isNotNull(paymentRuns.postedAt),
        lt(paymentRuns.periodTo, period.from),
      ),
    )
    .orderBy(desc(paymentRuns.periodTo))
    .limit(1);
  return row ?? null;
}

/** How many payments are more than double those of an earlier run, and what they come to, by currency. */
export async function selectGrown(
  tx: TenantTx,
  { runId, beforeId }: { readonly runId: string; readonly beforeId: string },
): Promise<{ count: number; currency: string; amount: string }[]> {
  const earlier = alias(payments, 'earlier');
  const rows = await tx.db
    .select({ count: count(), currency: payments.currency, amount: sum(payments.net) })
    .from(payments)
    .innerJoin(
      earlier,
      and(
        eq(earlier.paymentRunId, beforeId),
        eq(earlier.participantId, payments.participantId),
        eq(earlier.currency, payments.currency),
      ),
    )
    .where(
      and(eq(payments.paymentRunId, runId), gt(earlier.net, '0'), gt(payments.net, sql`2 * ${earlier.net}`)),
    )
    .groupBy(payments.currency)
    .orderBy(payments.currency);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: amount ?? '0' }));
}
