import { and, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { payoutCreditsByDeal, payoutLines } from '../../db/schema/calculations.ts';
import { placeOfDeal } from '../calculations/deal-places.ts';

/** What one deal earns a payee in a run, by component. `runId` is the run that stores the lines. */
export async function selectRunCredits(
  tx: TenantTx,
  of: { runId: string; dealId: string; participantId: string },
): Promise<{ componentId: string; componentName: string; earned: string; currency: string }[]> {
  const { bucket, hash } = placeOfDeal(of.dealId);
  const credit = payoutCreditsByDeal;
  return tx.db
    .select({
      componentId: payoutLines.componentId,
      componentName: payoutLines.componentName,
      earned: sql<string>`sum(${credit.earned})::text`,
      currency: payoutLines.currency,
    })
    .from(credit)
    .innerJoin(
      payoutLines,
      and(
        eq(payoutLines.runId, credit.runId),
        eq(payoutLines.participantId, credit.participantId),
        eq(payoutLines.componentId, credit.componentId),
      ),
    )
    .where(
      and(
        ...[eq(credit.bucket, bucket), eq(credit.hash, hash), eq(credit.dealId, of.dealId)],
        ...[eq(credit.runId, of.runId), eq(credit.participantId, of.participantId)],
      ),
    )
    .groupBy(payoutLines.componentId, payoutLines.componentName, payoutLines.currency)
    .orderBy(payoutLines.componentName, payoutLines.componentId);
}
