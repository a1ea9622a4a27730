import type { PaymentRun } from '@attain/contract/payments';
import { eq, sql } from 'drizzle-orm';
import { moneyInWords } from '../../base/money-in-words.ts';
import type { TenantTx } from '../../db/database.ts';
import { paymentLines, payments } from '../../db/schema/payments.ts';
import { memberships } from '../../db/schema/people.ts';
import { notifyPeople } from '../../runs/notify-people.ts';

/** Notifies every member whose payment was posted. */
export async function notifyPaid(tx: TenantTx, run: Pick<PaymentRun, 'id' | 'period'>): Promise<void> {
  const rows = await tx.db
    .select({
      userId: memberships.userId,
      participantId: payments.participantId,
      currency: payments.currency,
      paid: payments.paid,
      statement: sql<string | null>`(SELECT max(${paymentLines.references}->>'runId') FROM ${paymentLines}
        WHERE ${paymentLines.paymentRunId} = ${payments.paymentRunId} AND ${paymentLines.kind} = 'earned'
          AND ${paymentLines.participantId} = ${payments.participantId} AND ${paymentLines.currency} = ${payments.currency})`,
    })
    .from(payments)
    .innerJoin(memberships, eq(memberships.participantId, payments.participantId))
    .where(eq(payments.paymentRunId, run.id));
  for (const { userId, participantId, currency, paid, statement } of rows)
    await notifyPeople(tx, [userId], {
      title: `Your payment for ${run.period.key} is posted`,
      message: `${moneyInWords(paid.amount, paid.currency)} will be paid.`,
      mail: { message: 'Open Attain to see it.' },
      severity: 'success',
      runId: null,
      ...(statement === null ? {} : { about: { of: 'statement', runId: statement, participantId } }),
      effectKey: `payment/${run.id}/${currency}`,
    });
}
