import { bareArray, RowBuffer } from '../../db/copying/copy-rows.ts';
import type { TenantTx } from '../../db/database.ts';

const buckets = 256;

/** Position of a deal in `payout_credits_by_deal`: the hash of its ID, and the bucket of the hash. */
export function placeOfDeal(dealId: string): { readonly bucket: number; readonly hash: number } {
  // FNV-1a over UTF-16 units. Two deals can share a hash, so callers must also compare the ID.
  let hash = 0x811c9dc5;
  for (let at = 0; at < dealId.length; at++) hash = Math.imul(hash ^ dealId.charCodeAt(at), 0x01000193);
  return { bucket: (hash ^ (hash >>> 16)) & (buckets - 1), hash: hash | 0 };
}

/** Ids, buckets and hashes of deals as the three lists that a query joins by. */
export function placesOfDeals(dealIds: readonly string[]): [readonly string[], number[], number[]] {
  const places = dealIds.map(placeOfDeal);
  return [dealIds, places.map(({ bucket }) => bucket), places.map(({ hash }) => hash)];
}

interface Bucket {
  readonly hashes: number[];
  readonly lineSeqs: number[];
}

/** Gathers in which lines of a run each deal is, to be stored once all lines are. */
export function dealPlaces() {
  const all = new Map<number, Bucket>();
  const keep = (bucket: number, hash: number, lineSeq: number): void => {
    const held = all.get(bucket);
    if (held === undefined) all.set(bucket, { hashes: [hash], lineSeqs: [lineSeq] });
    else {
      held.hashes.push(hash);
      held.lineSeqs.push(lineSeq);
    }
  };
  return {
    add: (deals: readonly { readonly id: string }[], lineSeq: number): void => {
      for (const { id } of deals) {
        const { bucket, hash } = placeOfDeal(id);
        if (!holds(all.get(bucket), hash, lineSeq)) keep(bucket, hash, lineSeq);
      }
    },
    /** Keeps the place of another run. */
    keep,
    store: async (tx: TenantTx, runId: string): Promise<void> => {
      const rows = new RowBuffer('payout_deal_places', [
        ...['tenant_id', 'run_id', 'bucket', 'hashes', 'line_seqs'],
      ]);
      for (const [bucket, { hashes, lineSeqs }] of all)
        rows.add([tx.tenantId, runId, bucket, bareArray(hashes), bareArray(lineSeqs)]);
      await rows.flush(tx.client);
    },
  };
}

/** True if the line being added already has a place for such a deal: its places are last. */
function holds(held: Bucket | undefined, hash: number, lineSeq: number): boolean {
  if (held === undefined) return false;
  const { hashes, lineSeqs } = held;
  for (let at = lineSeqs.length - 1; at >= 0 && lineSeqs[at] === lineSeq; at--)
    if (hashes[at] === hash) return true;
  return false;
}
