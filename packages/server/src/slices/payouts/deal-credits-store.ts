import type { DealCredit } from '@attain/contract/payouts';
import type { Audience } from '@attain/domain/access/publication';
import type { TenantTx } from '../../db/database.ts';
import { placeOfDeal } from '../calculations/deal-places.ts';
import { isPublishedTo } from '../calculations/publications.ts';
import { type Reach, reachParameter, withinReach } from '../participants/visible-participants.ts';

/**
 * One page of a deal's credits in the newest completed version of each plan's period, newest period first; one row more
 * than asked. Payments that are not posted are hidden from users who see only some people's pay.
 */
export async function selectDealCredits(
  tx: TenantTx,
  query: {
    dealId: string;
    reach: Reach;
    reader: Audience | null;
    after: readonly string[] | null;
    limit: number;
  },
): Promise<(DealCredit & { periodTo: string })[]> {
  const [to, runId, participantId, componentId, seq] = query.after ?? [null, null, null, null, null];
  const place = placeOfDeal(query.dealId);
  const result = await tx.client.query<DealCredit & { periodTo: string }>(
    `WITH newest AS (
       SELECT DISTINCT ON (r.plan_id, r.period_from, r.period_to) r.* FROM calculation_runs r
        WHERE r.status = 'completed' AND ${isPublishedTo('$11', 'r')} ORDER BY r.plan_id, r.period_from, r.period_to, r.version DESC
     )
     SELECT c.run_id AS "runId", v.document->>'name' AS "planName", r.period_key AS "periodKey", r.period_to::text AS "periodTo",
            c.participant_id AS "participantId", l.participant_name AS "participantName", c.component_id AS "componentId",
            l.component_name AS "componentName", c.seq, c.date, c.credited::text, c.share_percent::text AS "sharePercent", c.role,
            c.through, coalesce(o.name, c.through) AS "throughName", c.factor, c.earned::text, l.currency,
            coalesce((SELECT json_agg(json_build_object('runId', p.id, 'periodKey', p.period_key, 'status', p.status) ORDER BY p.period_to, p.id)
               FROM payment_sources s JOIN payment_runs p ON p.id = s.payment_run_id
              WHERE s.calculation_id = c.run_id AND p.status IN ('calculated', 'approved', 'posted', 'paid', 'finalized')
                AND ($2::jsonb IS NULL OR p.posted_at IS NOT NULL)), '[]'::json) AS payments
       FROM payout_credits_by_deal c JOIN newest r ON r.id = c.run_id
       JOIN payout_lines l ON l.run_id = c.run_id AND l.participant_id = c.participant_id AND l.component_id = c.component_id
       JOIN plan_versions v ON v.plan_id = r.plan_id AND v.version = r.plan_version
       LEFT JOIN participants o ON o.id = c.through
      WHERE c.bucket = $9 AND c.hash = $10 AND c.deal_id = $1 AND ${withinReach('$2', 'c.participant_id', { from: 'r.period_from', to: 'r.period_to' })}
        AND ($3::date IS NULL OR r.period_to < $3 OR (r.period_to = $3
             AND (c.run_id, c.participant_id, c.component_id, c.seq) > ($4::uuid, $5::text, $6::text, $7::int)))
      ORDER BY r.period_to DESC, c.run_id, c.participant_id, c.component_id, c.seq LIMIT $8`,
    [
      ...[
        query.dealId,
        reachParameter(query.reach),
        to,
        runId,
        participantId,
        componentId,
        seq,
        query.limit + 1,
      ],
      ...[place.bucket, place.hash, query.reader],
    ],
  );
  return result.rows;
}
