import { decimal, HUNDRED, HUNDREDTH, plain } from '../base/decimal.ts';
import type { CreditScope } from '../plans/terms.ts';
import type { CreditShare } from './credit-deal.ts';
import type { Hierarchy } from './hierarchy.ts';

/** A deal's own credits as they reach everybody above, before levels and factors of a component (CREDIT-13). */
export function rolledUp(own: readonly CreditShare[], hierarchy: Hierarchy): readonly CreditShare[] {
  return own.flatMap((share) =>
    [...hierarchy.above(share.participantId, share.deal.date)].map(([participantId, level]) => ({
      ...share,
      participantId,
      role: 'roll-up' as const,
      through: share.participantId,
      level,
      overlay: share.role === 'overlay',
    })),
  );
}

/**
 * Which of a participant's credits a component counts, with the factor of their level (CREDIT-13), and never the same deal
 * twice (CREDIT-14): split parts are different parts of a deal and all count; who has an overlay of his own gets nothing
 * more from the deal; an overlay of somebody below counts only where no other part of the deal does, and then the largest.
 */
export function creditsInScope(
  shares: readonly CreditShare[],
  scope: CreditScope | undefined,
): readonly CreditShare[] {
  if (scope === undefined || scope.of === 'own') return shares.filter(({ level }) => level === 0);
  const { levels } = scope;
  const wanted = shares.filter(({ level }) =>
    level === 0 ? scope.of === 'own-and-team' : levels === null || level <= levels,
  );
  const counted: CreditShare[] = [];
  for (let at = 0; at < wanted.length; ) {
    const first = wanted[at];
    let end = at + 1;
    while (wanted[end]?.deal === first?.deal && end < wanted.length) end += 1;
    counted.push(...onceEach(wanted.slice(at, end)));
    at = end;
  }
  return counted.map((share) => factored(share, scope.factorPercents));
}

/** The credits of one deal that count, so that no part of it counts twice. */
function onceEach(ofDeal: readonly CreditShare[]): readonly CreditShare[] {
  if (ofDeal.length === 1) return ofDeal;
  const own = ofDeal.filter(({ level }) => level === 0);
  if (own.some(({ role }) => role === 'overlay')) return own;
  const parts = ofDeal.filter(({ overlay }) => !overlay);
  if (parts.length > 0) return parts;
  return ofDeal
    .toSorted((a, b) => decimal(b.sharePercent).cmp(decimal(a.sharePercent)) || before(a.through, b.through))
    .slice(0, 1);
}

function factored(share: CreditShare, factorPercents: readonly string[]): CreditShare {
  if (share.level === 0) return share;
  const text = factorPercents[Math.min(share.level, factorPercents.length) - 1] ?? '100';
  const factor = decimal(text).times(HUNDREDTH);
  if (decimal(text).eq(HUNDRED)) return share;
  return {
    ...share,
    sharePercent: plain(decimal(share.sharePercent).times(factor)),
    amount: share.amount.times(factor),
    count: share.count.times(factor),
  };
}

function before(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}
