import type { Deal } from '../../../crediting/deal.ts';
import type { Credit, PaidLine } from '../../payout.ts';

/** What each deal counted for and earned in one line, in columns of equal length and in the order they earned. */
export interface CreditColumns {
  readonly deals: readonly Deal[];
  /** In the measure's unit, plain and exact. */
  readonly credited: readonly string[];
  /** In the line's currency, with its minor digits. */
  readonly earned: readonly string[];
  /** How each came to be credited; null: whole, to its owner, in the line's currency, counting in full. The list is null where all are. */
  readonly shares: readonly (CreditOrigin | null)[] | null;
}

/** How a credit came about, where it is not simply a whole deal of its owner. */
export type CreditOrigin = Pick<Credit, 'sharePercent' | 'role' | 'through' | 'exchange' | 'factor'>;

/** A line with its credits in columns. */
export type ColumnLine = Omit<PaidLine, 'credits'> & { readonly credits: CreditColumns };

/** A line's credits as columns; `deals` are the calculation's by their ids. */
export function inColumns({ credits, ...line }: PaidLine, deals: ReadonlyMap<string, Deal>): ColumnLine {
  return {
    ...line,
    credits: {
      deals: credits.map(({ dealId }) => deals.get(dealId)!),
      credited: credits.map(({ credited }) => credited),
      earned: credits.map(({ earned }) => earned),
      shares: credits.length === 0 ? null : credits,
    },
  };
}

/** A line of columns as a line of credits. */
export function inCredits({ credits, ...line }: ColumnLine): PaidLine {
  const { deals, credited, earned, shares } = credits;
  return {
    ...line,
    credits: deals.map((deal, i) => ({
      dealId: deal.id,
      participantId: line.participantId,
      componentId: line.componentId,
      date: deal.date,
      credited: credited[i]!,
      ...originOf(shares?.[i] ?? null),
      earned: earned[i]!,
    })),
  };
}

/** How a credit came about; where it is a whole deal of its owner, with all members. */
export function originOf(share: CreditOrigin | null): CreditOrigin {
  if (share === null) return { sharePercent: '100', role: 'direct', through: null, exchange: null };
  const { sharePercent, role, through, exchange, factor } = share;
  return { sharePercent, role, through, exchange, ...(factor && { factor }) };
}
