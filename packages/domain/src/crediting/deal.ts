import type { Unit } from '../plans/plan.ts';

/** A transaction that may credit somebody: a sale, a return (negative), or a measured result (a score, a count). */
export interface Deal {
  /** The source system's own id, unique in the tenant. */
  readonly id: string;
  /** Business date, ISO `YYYY-MM-DD`: decides the period, the rate of exchange and the order of attribution. */
  readonly date: string;
  /** Decimal string in the deal's currency; negative for returns. */
  readonly amount: string;
  readonly unit: Unit;
  /** ISO 4217; null for units that are not money. */
  readonly currency: string | null;
  /** Who is credited when there is no split. */
  readonly participantId: string;
  /** Shares in percent that sum to 100; empty: everything to `participantId`. */
  readonly splits: readonly Split[];
  readonly kind: string;
  readonly product: string | null;
  readonly territory: string | null;
  readonly customer: string | null;
  /** Credits on top of the splits, in percent of the deal; may sum to anything. Left out: none. */
  readonly overlays?: readonly Split[];
  /** The day somebody approved the result; counts where a component requires approval. Left out or null: not approved. */
  readonly approvedOn?: string | null;
  /** Length of the contract in months, for pro-rata clawbacks. Left out or null: none. */
  readonly termMonths?: number | null;
  /** The deal this one takes back, wholly or in part. Left out or null: none. */
  readonly reversesId?: string | null;
  /** The customer's own columns by name, without empty ones. Left out: none. */
  readonly ownFields?: Readonly<Record<string, string>>;
}

export interface Split {
  readonly participantId: string;
  readonly sharePercent: string;
}

/** How many `to` one `from` buys, from a date on. At least 8 decimals are kept. */
export interface ExchangeRate {
  readonly from: string;
  readonly to: string;
  readonly date: string;
  readonly rate: string;
  readonly source: string;
}
