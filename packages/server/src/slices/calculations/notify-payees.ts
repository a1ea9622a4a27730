import { and, eq, isNotNull, sum } from 'drizzle-orm';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { payoutLines } from '../../db/schema/calculations.ts';
import { memberships } from '../../db/schema/people.ts';
import { notifyPeople } from '../../runs/notify-people.ts';

/** A calculation that ended with a version of its own. */
interface NewVersion {
  readonly runId: string;
  readonly periodKey: string;
  /** The calculation before; null for the first. */
  readonly earlierId: string | null;
}

/** Notifies every member who is paid by a calculation: the first time, and whenever their amount changes. */
export async function notifyPayees(tx: TenantTx, run: NewVersion): Promise<void> {
  const earlier = new Map(
    run.earlierId === null
      ? []
      : (await selectTotals(tx, run.earlierId)).map((one) => [keyOf(one), one.amount] as const),
  );
  for (const payee of await selectTotals(tx, run.runId)) {
    const { userId, participantId, currency, amount } = payee;
    const before = earlier.get(keyOf(payee));
    if (before === amount) continue;
    const now = moneyInWords(amount, currency);
    await notifyPeople(tx, [userId], {
      title:
        before === undefined
          ? `Your statement for ${run.periodKey} is ready`
          : `Your statement for ${run.periodKey} changed`,
      message: before === undefined ? `Calculated: ${now}.` : `${moneyInWords(before, currency)} → ${now}.`,
      mail: { message: 'Open Attain to see it.' },
      severity: 'info',
      runId: null,
      about: { of: 'statement', runId: run.runId, participantId },
      effectKey: `statement/${run.runId}/${currency}`,
    });
  }
}

const keyOf = (one: { userId: string; currency: string }) => `${one.userId} ${one.currency}`;

/** What each member is paid by a calculation. */
async function selectTotals(tx: TenantTx, runId: string) {
  const rows = await tx.db
    .select({
      userId: memberships.userId,
      participantId: payoutLines.participantId,
      currency: payoutLines.currency,
      amount: sum(payoutLines.amount),
    })
    .from(memberships)
    .innerJoin(
      payoutLines,
      and(eq(payoutLines.runId, runId), eq(payoutLines.participantId, memberships.participantId)),
    )
    .where(isNotNull(memberships.participantId))
    .groupBy(memberships.userId, payoutLines.participantId, payoutLines.currency);
  return rows.map((row) => ({ ...row, amount: row.amount ?? '0' }));
}
