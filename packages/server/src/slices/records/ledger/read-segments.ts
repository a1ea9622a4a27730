import type { Deal } from '@attain/domain/crediting/deal';
import type { TenantTx } from '../../../db/database.ts';
import type { PayeeCredits, ReadSegments } from './credited-deal.ts';
import { decodeSegment, isDamaged, type ReadDays } from './segment.ts';
import {
  markDamaged,
  readSegments,
  type SegmentKey,
  type StoredSegment,
  selectNamedSegments,
} from './segment-store.ts';

/** Reads what credits payees from their segments. */
export interface SegmentReading {
  /** Payees with a segment that is damaged; it is marked to be written again. */
  readonly damaged: ReadonlySet<string>;
  /** The deals of a payee on those of the days on which deals credit the payee. */
  read(payeeId: string, spans: ReadDays['spans']): PayeeCredits;
}

/** Reads the segments of payees and compares each with its hash. */
export async function readCredits(
  tx: TenantTx,
  days: { readonly from: string; readonly to: string },
  payeeIds: readonly string[],
): Promise<SegmentReading> {
  const stored = await readSegments(tx, days, payeeIds);
  const damaged: SegmentKey[] = stored.filter(isDamaged);
  // this transaction may be a long one, or come to nothing
  if (damaged.length > 0) tx.afterwards((later) => markDamaged(later, damaged));
  const byPayee = Map.groupBy(stored, ({ payee }: StoredSegment) => payee);
  return {
    damaged: new Set(damaged.map(({ payee }) => payee)),
    read: (payeeId, spans) => {
      const credits: Pick<PayeeCredits, 'deals' | 'sources'> = { deals: [], sources: null };
      const hashes: Buffer[] = [];
      for (const segment of byPayee.get(payeeId) ?? []) {
        const before = credits.deals.length;
        decodeSegment(segment, { ...days, spans }, credits);
        if (credits.deals.length > before) hashes.push(segment.hash);
      }
      return { ...credits, segments: { hashes, spans: partOf(days, spans) } };
    },
  };
}

/** The spans, where they are not all of the days; else null. */
function partOf(days: Pick<ReadDays, 'from' | 'to'>, spans: ReadDays['spans']): ReadDays['spans'] | null {
  const isWhole = spans.some(({ from, to }) => from <= days.from && (to === null || to >= days.to));
  return isWhole ? null : spans.map(({ from, to }) => ({ from, to }));
}

/** The deals that were once read from segments. */
export interface NamedDeals {
  readonly payee: string;
  readonly segments: ReadSegments;
  /** The days that were read. */
  readonly from: string;
  readonly to: string;
}

/** Reads deals from the segments with these hashes, in the order given; null where a segment is missing or damaged. */
export async function readNamedDeals(
  tx: TenantTx,
  named: readonly NamedDeals[],
): Promise<readonly (readonly Deal[] | null)[]> {
  const nameOf = (payee: string, hash: Buffer) => `${hash.toString('hex')} ${payee}`;
  const found = new Map<string, StoredSegment>();
  const damaged: SegmentKey[] = [];
  for (const segment of await selectNamedSegments(
    tx,
    named.flatMap(({ payee, segments }) => segments.hashes.map((hash) => ({ payee, hash }))),
  )) {
    if (!isDamaged(segment)) found.set(nameOf(segment.payee, segment.hash), segment);
    else if (segment.isNewest) damaged.push(segment);
  }
  if (damaged.length > 0) tx.afterwards((later) => markDamaged(later, damaged));
  return named.map(({ payee, segments: { hashes, spans }, from, to }) => {
    const credits = { deals: [] as Deal[], sources: null };
    const days = { from, to, spans: spans ?? [{ from, to }] };
    for (const hash of hashes) {
      const segment = found.get(nameOf(payee, hash));
      if (segment === undefined) return null;
      decodeSegment(segment, days, credits);
    }
    return credits.deals;
  });
}
