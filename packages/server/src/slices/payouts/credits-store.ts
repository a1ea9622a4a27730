import type { PayoutCredit } from '@attain/contract/payouts';
import type { Deal } from '@attain/domain/crediting/deal';
import type { TenantTx } from '../../db/database.ts';
import { readStoredDeals, type StoredDeals, storedDealsColumns } from '../calculations/stored-deals.ts';
import type { LineName } from './payouts-store.ts';

/**
 * Credits of a line in order of earning, after `after`, at most `limit` (null: all), filtered by `search` on deal or
 * customer. A deal is shown as the calculation read it, whatever later imports changed; its row text comes from the
 * deal if that is still the same row, else from the deal's history.
 */
export async function selectCredits(
  tx: TenantTx,
  query: LineName & { after: number; limit: number | null; search?: string | null },
): Promise<PayoutCredit[]> {
  const { rows } = await tx.client.query<StoredDeals>(
    `SELECT ${storedDealsColumns} FROM payout_inputs i JOIN calculation_runs r ON r.id = i.run_id
      WHERE i.run_id = $1 AND i.participant_id = $2`,
    [query.runId, query.participantId],
  );
  const read = new Map((await readStoredDeals(tx, rows)).flat().map((deal) => [deal.id, deal]));
  const search = query.search ?? null;
  // only a search looks at all of the payee's customers
  const customers = search === null ? [] : [...read.values()].filter(({ customer }) => customer !== null);
  const result = await tx.client.query<Omit<PayoutCredit, 'deal'>>(
    `WITH page AS (
       SELECT * FROM payout_credits WHERE run_id = $1 AND participant_id = $2 AND component_id = $3 AND seq > $4
          AND ($6::text IS NULL OR deal_id ILIKE $6 OR deal_id IN (
            SELECT b.id FROM unnest($7::text[], $8::text[]) AS b (id, customer) WHERE b.customer ILIKE $6))
        ORDER BY seq LIMIT $5
     )
     SELECT c.seq, c.deal_id AS "dealId", c.date, c.credited::text, c.share_percent::text AS "sharePercent", c.role, c.through,
            coalesce(o.name, c.through) AS "throughName", c.exchange, c.factor, c.earned::text,
            json_build_object('importId', c.import_id, 'importLine', c.import_line, 'importFileName', f.file_name,
              'sourceText', CASE WHEN d.import_id = c.import_id AND d.import_line = c.import_line THEN d.source_text ELSE h.source_text END
            ) AS provenance
       FROM page c
       LEFT JOIN deals d ON d.id = c.deal_id
       LEFT JOIN imports f ON f.id = c.import_id
       LEFT JOIN participants o ON o.id = c.through
       LEFT JOIN LATERAL (
         SELECT before->>'sourceText' AS source_text FROM deal_history
          WHERE deal_id = c.deal_id AND import_id = c.import_id AND before->>'importLine' = c.import_line::text LIMIT 1
       ) h ON true
      ORDER BY c.seq`,
    [
      query.runId,
      query.participantId,
      query.componentId,
      query.after,
      query.limit,
      search,
      customers.map(({ id }) => id),
      customers.map(({ customer }) => customer),
    ],
  );
  return result.rows.map((row) => ({ ...row, deal: factsOf(read.get(row.dealId)) }));
}

/** What is shown of a deal as the calculation read it; null: it is not among the inputs. */
function factsOf(deal: Deal | undefined): PayoutCredit['deal'] {
  if (deal === undefined) return null;
  const { amount, currency, customer, product, kind } = deal;
  return { amount, currency, customer, product, kind };
}
