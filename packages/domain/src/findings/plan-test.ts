import type { Deal, ExchangeRate } from '../crediting/deal.ts';
import type { Participant, Quota } from '../quotas/participant.ts';

/**
 * A golden case of a plan: small records of one payee in one period, and what the plan must pay on them. What is left out
 * of a record gets the default that is said beside it. Amounts are decimal strings.
 */
export interface PlanTest {
  readonly name: string;
  /** A period key by the plan's calendar, `2024-Q1`. */
  readonly period: string;
  readonly payee: TestPayee;
  readonly quotas: readonly TestQuota[];
  readonly deals: readonly TestDeal[];
  readonly exchangeRates: readonly ExchangeRate[];
  readonly expect: Expectation;
}

/** Left out: no target variable pay, no rate, employed throughout. */
export type TestPayee = Partial<
  Pick<Participant, 'targetVariableAnnual' | 'commissionRatePercent' | 'hiredOn' | 'leftOn'>
>;

/** Left out: for everything measured in `$`, over the whole period, in the plan's currency. */
export interface TestQuota extends Partial<Pick<Quota, 'componentId' | 'unit' | 'from' | 'to' | 'currency'>> {
  readonly amount: string;
}

/** Left out: a sale in the plan's currency on the first day of the period, credited wholly to the payee. */
export interface TestDeal
  extends Partial<
    Pick<
      Deal,
      | 'date'
      | 'unit'
      | 'currency'
      | 'kind'
      | 'product'
      | 'territory'
      | 'customer'
      | 'approvedOn'
      | 'ownFields'
    >
  > {
  readonly amount: string;
  /** Percent of the deal that is the payee's; the rest goes to a colleague. Left out: 100. */
  readonly sharePercent?: string;
}

/**
 * What must come out. `amounts` by component; components that are not named are not looked at. `total` is all of them
 * together. `refused` are rule numbers, for cases the plan must refuse to pay.
 */
export interface Expectation {
  readonly amounts?: readonly { readonly componentId: string; readonly amount: string }[];
  readonly total?: string;
  readonly rejected?: readonly string[];
}
