import { earlierDay } from '@attain/domain/base/day';
import type { Period } from '@attain/domain/base/period';
import type { Deal, ExchangeRate } from '@attain/domain/crediting/deal';
import type { CalculationInput, EarlierPay, FundLeft } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import type { Participant, Quota, ReportingLine } from '@attain/domain/quotas/participant';
import { linesBelow } from '../../audit/narrow-input.ts';
import type { TenantTx } from '../../db/database.ts';
import type { FurtherInput } from '../../db/schema/calculations.ts';
import type { DealSource, PayeeCredits, ReadSegments } from '../records/ledger/credited-deal.ts';
import type { NeededRecords } from './needed-records.ts';
import { payeeCredits } from './payee-credits.ts';
import {
  selectAbsences,
  selectEnrolments,
  selectPayees,
  selectPayTerms,
  selectQuotas,
  selectRates,
  selectReportingLines,
} from './payee-store.ts';

/** One payee with everything that decides the pay, and for each deal the row it came from. */
export interface PayeeInput {
  readonly input: CalculationInput;
  /** `input.deals` as canonical text: hashed and stored unchanged. Written when it is asked for. */
  readonly dealsText: string;
  readonly participant: Participant;
  /** By deal id, the row of an imported file it came from; null where none was imported. */
  readonly sources: ReadonlyMap<string, DealSource> | null;
  /** The segments the deals were read from; null: rows. */
  readonly segments: ReadSegments | null;
  /** Currencies of deals and quotas besides the plan's, in alphabetical order. */
  readonly currencies: readonly string[];
}

/** The inputs of one payee, as a run stores them. */
export interface KeptInputs {
  readonly participant: Participant;
  readonly quotas: readonly Quota[];
  readonly deals: readonly Deal[];
  readonly exchangeRates: readonly ExchangeRate[];
  /** Other inputs besides these lists; null: none. */
  readonly further: FurtherInput | null;
  readonly inputHash: string;
}

/** The payees whose inputs are read, and the records the plan's terms need beyond the period. */
export interface PayeeScope {
  readonly planId: string;
  readonly plan: Plan;
  readonly period: Period;
  /** Omitted: everyone the plan pays. */
  readonly participantIds?: readonly string[];
  readonly needed: NeededRecords;
  /** Pay and carried amounts of earlier runs. */
  readonly earlier: readonly EarlierPay[];
  /** Rest of the SPIFF funds at each claim, once settled over all payees. */
  readonly fundLeft?: readonly FundLeft[];
}

/**
 * Walks over a plan's payees of a period in the order of their ids, reading deals sorted and as they are needed, so that memory
 * does not grow with the number of deals. Deals count from the day of the assignment to its end.
 */
export async function* payeeInputs(tx: TenantTx, scope: PayeeScope): AsyncGenerator<PayeeInput> {
  const terms = await readTerms(tx, scope);
  const payees = await selectPayees(tx, scope, owedBy(scope.earlier));
  for await (const { participant, credits } of payeeCredits(tx, scope, { payees, needed: scope.needed })) {
    yield payeeInput(participant, credits, terms);
  }
}

/** Payees who are still owed carried pay of an earlier period. */
export function owedBy(earlier: readonly EarlierPay[]): string[] {
  return [
    ...new Set(
      earlier.filter(({ carried }) => /[1-9]/.test(carried)).map(({ participantId }) => participantId),
    ),
  ];
}

type Terms = Awaited<ReturnType<typeof readTerms>>;

/** Data read once for all payees, by payee. */
async function readTerms(tx: TenantTx, scope: PayeeScope) {
  const { plan, period, planId, needed, earlier, fundLeft } = scope;
  const { asked, from, ratesTo } = needed;
  const { leaves, ramps } = await selectAbsences(tx, asked);
  const days = { from: earlierDay(from, asked.from), to: asked.to };
  const ofTeam = needed.levelsBelow !== null;
  return {
    plan,
    period,
    completeFrom: from < period.from ? from : undefined,
    quotas: byPayee(await selectQuotas(tx, asked)),
    rates: await selectRates(tx, plan.currency, ratesTo),
    below: ofTeam ? linesBelow(await selectReportingLines(tx, { from, to: period.to })) : undefined,
    enrolments: needed.enrolments ? byPayee(await selectEnrolments(tx, planId, days)) : undefined,
    leaves: byPayee(leaves),
    ramps: byPayee(ramps),
    payTerms: byPayee(await selectPayTerms(tx, days, plan.currency)),
    earlier: needed.earlier.length > 0 ? byPayee(earlier) : undefined,
    fundLeft: fundLeft === undefined ? undefined : byPayee(fundLeft),
  };
}

function byPayee<T extends { readonly participantId: string }>(all: readonly T[]): Map<string, T[]> {
  return Map.groupBy(all, ({ participantId }) => participantId);
}

function payeeInput(
  participant: Participant,
  { deals, sources, segments }: PayeeCredits,
  terms: Terms,
): PayeeInput {
  const currencies = new Set<string>();
  for (const { unit, currency } of deals) {
    if (unit === '$' && currency && currency !== terms.plan.currency) currencies.add(currency);
  }
  const quotas: readonly Quota[] = terms.quotas.get(participant.id) ?? [];
  const converted = convertedOf(terms, deals, quotas);
  for (const { currency } of converted.slice(deals.length)) if (currency !== null) currencies.add(currency);
  // payees with one foreign currency share its list
  const foreign = [...currencies].sort();
  const lists = foreign.map((currency) => terms.rates.get(currency) ?? []);
  const exchangeRates = lists.length === 1 ? lists[0]! : lists.flat();
  const input: CalculationInput = {
    plan: terms.plan,
    period: terms.period,
    participants: [participant, ...partnersOf(participant.id, deals)],
    payeeIds: [participant.id],
    quotas,
    deals,
    exchangeRates: ratesFor(terms.plan, exchangeRates, converted),
    ...furtherOf(participant.id, terms),
  };
  let text: string | null = null;
  return {
    input,
    get dealsText() {
      text ??= JSON.stringify(deals);
      return text;
    },
    participant,
    sources,
    segments,
    currencies: foreign,
  };
}

/** Leaves, ramps and pay terms, only if there are any. */
function furtherOf(id: string, terms: Terms): Partial<CalculationInput> {
  const { completeFrom, below, enrolments, earlier, fundLeft } = terms;
  const [leaves, ramps, payTerms] = [terms.leaves.get(id), terms.ramps.get(id), terms.payTerms.get(id)];
  const reportingLines: readonly ReportingLine[] | undefined = below?.(id);
  return {
    ...(completeFrom !== undefined && { completeFrom }),
    ...(reportingLines !== undefined && { reportingLines }),
    ...(enrolments !== undefined && { enrolments: enrolments.get(id) ?? [] }),
    ...(leaves !== undefined && { leaves }),
    ...(ramps !== undefined && { ramps }),
    ...(payTerms !== undefined && { payTerms }),
    ...(earlier !== undefined && { earlier: earlier.get(id) ?? [] }),
    ...(fundLeft !== undefined && { fundLeft: fundLeft.get(id) ?? [] }),
  };
}

/**
 * Other people credited by a payee's deals, by ID. They are not paid here, so their own records are neither read nor
 * stored.
 */
export function partnersOf(participantId: string, deals: readonly Deal[]): Participant[] {
  const ids = new Set<string>();
  for (const { participantId: owner, splits, overlays = [] } of deals) {
    if (splits.length === 0) ids.add(owner);
    for (const share of splits) ids.add(share.participantId);
    for (const share of overlays) ids.add(share.participantId);
  }
  ids.delete(participantId);
  const unknown = { hiredOn: null, leftOn: null, targetVariableAnnual: null, commissionRatePercent: null };
  return [...ids].sort().map((id) => ({ id, name: id, ...unknown }));
}

/** Money on the day that decides its rate. */
type Converted = Pick<Deal, 'currency' | 'date'>;

/**
 * Records that may need conversion: the deals, then quotas in another currency by start date, at the latest the
 * period's last day (QUOTA-15).
 */
export function convertedOf(
  { plan, period }: Pick<CalculationInput, 'plan' | 'period'>,
  deals: readonly Deal[],
  quotas: readonly Quota[],
): readonly Converted[] {
  const foreign = quotas.flatMap(({ currency = plan.currency, from }) =>
    currency === plan.currency ? [] : [{ currency, date: earlierDay(from, period.to) }],
  );
  return foreign.length === 0 ? deals : [...deals, ...foreign];
}

/** Of the rates of currencies those that can matter: policies that look at other days than what is converted are given all. */
export function ratesFor(
  { exchange }: Plan,
  rates: readonly ExchangeRate[],
  converted: readonly Converted[],
): readonly ExchangeRate[] {
  return exchange === undefined || exchange.on === 'deal-date' ? usedRates(rates, converted) : rates;
}

/** Only the rates that a day can reach: the latest on or before it, of each pair. */
function usedRates(rates: readonly ExchangeRate[], converted: readonly Converted[]): ExchangeRate[] {
  const used = new Set<ExchangeRate>();
  const pairs = Map.groupBy(rates, (rate) => `${rate.from}/${rate.to}`);
  for (const deal of converted) {
    if (deal.currency === null) continue;
    for (const pair of pairs.values()) {
      if (pair[0]?.from !== deal.currency && pair[0]?.to !== deal.currency) continue;
      const rate = latestOn(pair, deal.date);
      if (rate) used.add(rate);
    }
  }
  return rates.filter((rate) => used.has(rate));
}

function latestOn(pair: readonly ExchangeRate[], day: string): ExchangeRate | undefined {
  let low = 0;
  let high = pair.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pair[middle]?.date ?? '') <= day) low = middle + 1;
    else high = middle;
  }
  return pair[low - 1];
}
