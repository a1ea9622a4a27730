import type { PaymentLimitRow } from '@attain/contract/adjustments';
import type { TenantTx } from '../../db/database.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

/** One page of payment limits by participant, currency and first day; one more than asked. */
export async function selectLimitRows(
  tx: TenantTx,
  query: { reach: Reach; after: readonly string[] | null; limit: number },
): Promise<PaymentLimitRow[]> {
  const [participantId, currency, from] = query.after ?? [null, null, null];
  const result = await tx.client.query<PaymentLimitRow>(
    `SELECT l.participant_id AS "participantId", p.name AS "participantName", l.currency, l.from_date AS "from", l.to_date AS "to",
            l.minimum::text, l.maximum::text, l.import_id AS "importId"
       FROM payment_limits l JOIN participants p ON p.id = l.participant_id
      WHERE ${withinReach('$1', 'l.participant_id', { from: 'l.from_date', to: 'l.to_date' })}
        AND ($2::text IS NULL OR (l.participant_id, l.currency, l.from_date) > ($2, $3::text, $4::date))
      ORDER BY l.participant_id, l.currency, l.from_date LIMIT $5`,
    [reachParameter(query.reach), participantId, currency, from, query.limit + 1],
  );
  return result.rows;
}
