import type { TenantTx } from '../../../db/database.ts';
import type { PayeeCredits } from './credited-deal.ts';
import { decodeSegment, isDamaged, type ReadDays } from './segment.ts';
import { markDamaged, readSegments, type SegmentKey, type StoredSegment } from './segment-store.ts';

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
      const credits: PayeeCredits = { deals: [], sources: null };
      for (const segment of byPayee.get(payeeId) ?? []) decodeSegment(segment, { ...days, spans }, credits);
      return credits;
    },
  };
}
