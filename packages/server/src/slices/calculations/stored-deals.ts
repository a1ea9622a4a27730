import type { Deal } from '@attain/domain/crediting/deal';
import type { TenantTx } from '../../db/database.ts';
import type { CreditedSpan } from '../../db/schema/calculations.ts';
import { notAsRecorded } from '../audit/not-as-recorded.ts';
import { type NamedDeals, readNamedDeals } from '../records/ledger/read-segments.ts';

/** What the stored inputs of a payee's pay hold of the deals: the deals, or the segments to read them from. */
export interface StoredDeals {
  readonly participantId: string;
  readonly deals: readonly Deal[] | null;
  readonly segments: readonly Buffer[] | null;
  readonly spans: readonly CreditedSpan[] | null;
  readonly readFrom: string;
  readonly readTo: string;
}

/** SQL: the columns of `StoredDeals`, of inputs `i` of a run `r`. */
export const storedDealsColumns = `i.participant_id AS "participantId", i.deals, i.segments, i.credited_spans AS spans,
  coalesce(i.further->>'completeFrom', r.period_from::text) AS "readFrom", r.period_to AS "readTo"`;

/**
 * The deals of each payee by date and ID, as the calculation read them, in the order of the rows. Throws NOT_AS_RECORDED where a segment
 * is lost or damaged.
 */
export async function readStoredDeals(
  tx: TenantTx,
  rows: readonly StoredDeals[],
): Promise<readonly (readonly Deal[])[]> {
  const named = rows.map(namedDeals);
  const read = (
    await readNamedDeals(
      tx,
      named.filter((one) => one !== null),
    )
  ).values();
  return rows.map(({ participantId, deals }, at) => {
    const found = named[at] === null ? deals : read.next().value;
    if (!found) throw notAsRecorded(`The record of the deals of ${participantId} in this calculation`);
    return found;
  });
}

function namedDeals({ participantId, segments, spans, readFrom, readTo }: StoredDeals): NamedDeals | null {
  if (segments === null) return null;
  return { payee: participantId, segments: { hashes: segments, spans }, from: readFrom, to: readTo };
}
