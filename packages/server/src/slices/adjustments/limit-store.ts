import type { PaymentLimitRow } from '@attain/contract/adjustments';
import type { TenantTx } from '../../db/database.ts';

/** One page of payment limits by participant, currency and first day; one more than asked. */
export async function selectLimitRows(
  tx: TenantTx,
  query: { visible: string[] | null; after: readonly string[] | null; limit: number },
): Promise<PaymentLimitRow[]> {
  const [participantId, currency, from] = query.after ?? [null, null, null];
  const result = await tx.client.query<PaymentLimitRow>(
    `SELECT l.participant_id AS "participantId", p.name AS "participantName", l.currency, l.from_date AS "from", l.to_date AS "to",
            l.minimum::text, l.maximum::text, l.import_id AS "importId"
       FROM payment_limits l JOIN participants p ON p.id = l.participant_id
      WHERE ($1::text[] IS NULL OR l.participant_id = ANY($1))
        AND ($2::text IS NULL OR (l.participant_id, l.currency, l.from_date) > ($2, $3::text, $4::date))
      ORDER BY l.participant_id, l.currency, l.from_date LIMIT $5`,
    [query.visible, participantId, currency, from, query.limit + 1],
  );
  return result.rows;
}
