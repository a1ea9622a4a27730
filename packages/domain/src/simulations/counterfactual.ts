import { type Decimal, decimal, plain, ZERO } from '../base/decimal.ts';
import { minorDigits, moneyText } from '../base/money.ts';
import type { Result } from '../base/result.ts';
import type { Deal, Split } from '../crediting/deal.ts';
import { calculate } from '../payouts/calculate.ts';
import { calculateFigures } from '../payouts/kernel/lines/calculate-figures.ts';
import { checkedPlan } from '../payouts/kernel/lines/calculate-in-columns.ts';
import type { CalculationInput } from '../payouts/payout.ts';
import type { Quota } from '../quotas/participant.ts';
import { solveFor } from './solve-for.ts';

/** Which pay is to come to what: one line, or with `componentId` null all lines of the payee. */
export interface WantedPay {
  readonly participantId: string;
  readonly componentId: string | null;
  readonly expected: string;
  /** Deals that are not among the inputs and might belong there. */
  readonly missing?: readonly Deal[];
}

/** One record in another state: what it was, and what it would have to be. */
export type OtherRecord =
  | { readonly of: 'deal-in'; readonly deal: Deal; readonly before: null; readonly after: string }
  | { readonly of: 'deal-out'; readonly deal: Deal; readonly before: string; readonly after: null }
  | { readonly of: 'deal-amount'; readonly deal: Deal; readonly before: string; readonly after: string }
  | {
      readonly of: 'deal-share';
      readonly deal: Deal;
      readonly before: string;
      readonly after: string;
      readonly splits: readonly Split[];
    }
  | { readonly of: 'quota'; readonly quota: Quota; readonly before: string; readonly after: string }
  | { readonly of: 'rate' | 'target'; readonly before: string; readonly after: string };

/** A record in another state, and what the pay then comes to by the full calculation. */
export interface Counterfactual {
  readonly record: OtherRecord;
  readonly pays: string;
}

/** Records of which each alone gives the expected pay; without any, the one that comes closest. */
export interface Counterfactuals {
  /** What is paid on the records as they are. */
  readonly pays: string;
  readonly hits: readonly Counterfactual[];
  readonly nearest: Counterfactual | null;
  /** How many records were tried. */
  readonly tried: number;
}

/** A record whose state is tried: `at` gives the inputs and the record in a state. */
interface Fixed {
  readonly record: OtherRecord;
  readonly input: CalculationInput;
}

interface Unknown {
  /** The state now, and the last decimal it may have. */
  readonly now: string;
  readonly digits: number;
  readonly from: string;
  readonly to: string;
  at(value: string): Fixed;
}

/** Deals whose amounts and shares are solved for, and deals that are left out one at a time. */
const MAX_SOLVED = 5;
const MAX_LEFT_OUT = 50;

/**
 * Which single record, in another state, gives the expected pay (SIM-12): deals in or out, then a deal's amount or share, a quota, the
 * payee's rate and target. Unknown amounts are solved by the engine to the last decimal; every answer is paid again by the full
 * calculation. Null: the inputs cannot be paid.
 */
export function counterfactuals(input: CalculationInput, wanted: WantedPay): Counterfactuals | null {
  const checked = checkedPlan(input);
  const pay = (of: CalculationInput) => payOf(calculateFigures(of, checked), wanted);
  const now = pay(input);
  if (now === null) return null;
  const { currency } = input.plan;
  const expected = decimal(wanted.expected);
  const found: (Fixed & { readonly pays: Decimal })[] = [];
  const fixed = [...dealsIn(input, wanted), ...dealsOut(input)];
  for (const one of fixed) {
    const pays = pay(one.input);
    if (pays !== null) found.push({ ...one, pays });
  }
  const unknowns = [
    ...amounts(input),
    ...shares(input, wanted),
    ...quotas(input, wanted),
    ...own(input, wanted),
  ];
  for (const one of unknowns) {
    const solved = solveFor({ ...one, wanted: expected, read: (value) => pay(one.at(value).input) });
    if (solved !== null) found.push({ ...one.at(solved.value), pays: solved.result });
  }
  const far = (pays: Decimal) => pays.minus(expected).abs();
  const confirmed = (one: (typeof found)[number]): Counterfactual | null => {
    const again = payOf(calculate(one.input), wanted);
    return again === null ? null : { record: one.record, pays: moneyText(again, currency) };
  };
  const hits = found.filter(({ pays }) => pays.eq(expected)).flatMap((one) => confirmed(one) ?? []);
  const closest = found
    .filter(({ pays }) => far(pays).lt(far(now)))
    .reduce<(typeof found)[number] | null>(
      (best, one) => (best === null || far(one.pays).lt(far(best.pays)) ? one : best),
      null,
    );
  return {
    pays: moneyText(now, currency),
    hits: hits.filter(({ pays }) => decimal(pays).eq(expected)),
    nearest: hits.length > 0 || closest === null ? null : confirmed(closest),
    tried: fixed.length + unknowns.length,
  };
}

interface Line {
  readonly participantId: string;
  readonly componentId: string;
  readonly amount: string;
}

type Paid = Result<{ readonly lines: readonly Line[] }>;

function sumOf(lines: readonly Line[], { participantId, componentId }: WantedPay): Decimal {
  return lines
    .filter((line) => line.participantId === participantId)
    .filter((line) => componentId === null || line.componentId === componentId)
    .reduce((total, { amount }) => total.plus(decimal(amount)), ZERO);
}

/** What was paid on the wanted line, or lines; null if the inputs cannot be paid. */
function payOf(paid: Paid, wanted: WantedPay): Decimal | null {
  return paid.ok ? sumOf(paid.value.lines, wanted) : null;
}

function dealsIn(input: CalculationInput, { missing = [], participantId }: WantedPay): Fixed[] {
  const known = new Set(input.deals.map(({ id }) => id));
  return missing
    .filter(({ id }) => !known.has(id))
    .flatMap((stated) => {
      const { period } = input;
      const isIn = stated.date >= period.from && stated.date <= period.to;
      const date = isIn ? stated.date : period.to;
      const whole = { ...stated, date, participantId, splits: [] };
      const asStated = stated.splits.some((one) => one.participantId === participantId)
        ? [{ ...stated, date }]
        : [];
      return [...asStated, whole].map((deal) => ({
        record: { of: 'deal-in' as const, deal, before: null, after: deal.amount },
        input: { ...input, deals: [...input.deals, deal] },
      }));
    });
}

function dealsOut(input: CalculationInput): Fixed[] {
  return largest(input, MAX_LEFT_OUT).map((deal) => ({
    record: { of: 'deal-out', deal, before: deal.amount, after: null },
    input: { ...input, deals: input.deals.filter(({ id }) => id !== deal.id) },
  }));
}

function amounts(input: CalculationInput): Unknown[] {
  return largest(input, MAX_SOLVED)
    .filter(({ amount }) => !decimal(amount).eq(ZERO))
    .map((deal) => {
      const far = plain(decimal(deal.amount).times('100'));
      const [from, to] = decimal(deal.amount).gt(ZERO) ? ['0', far] : [far, '0'];
      const at = (amount: string): Fixed => ({
        record: { of: 'deal-amount', deal, before: deal.amount, after: amount },
        input: withDeal(input, { ...deal, amount }),
      });
      return { now: deal.amount, digits: digitsOf(deal.unit, deal.currency), from, to, at };
    });
}

/** Shares of deals that the payee has with one other person, whose share is the rest. */
function shares(input: CalculationInput, { participantId }: WantedPay): Unknown[] {
  return largest(input, MAX_SOLVED).flatMap((deal) => {
    const mine = deal.splits.find((one) => one.participantId === participantId);
    if (mine === undefined || deal.splits.length !== 2) return [];
    const at = (share: string): Fixed => {
      const splits = deal.splits.map((one) => ({
        participantId: one.participantId,
        sharePercent: one === mine ? share : plain(decimal('100').minus(decimal(share))),
      }));
      return {
        record: { of: 'deal-share', deal, before: mine.sharePercent, after: share, splits },
        input: withDeal(input, { ...deal, splits }),
      };
    };
    return [{ now: mine.sharePercent, digits: 4, from: '0.0001', to: '99.9999', at }];
  });
}

function quotas(input: CalculationInput, { participantId, componentId }: WantedPay): Unknown[] {
  return input.quotas
    .filter((quota) => quota.participantId === participantId && decimal(quota.amount).gt(ZERO))
    .filter(
      (quota) => componentId === null || quota.componentId === null || quota.componentId === componentId,
    )
    .map((quota) => {
      const at = (amount: string): Fixed => ({
        record: { of: 'quota', quota, before: quota.amount, after: amount },
        input: {
          ...input,
          quotas: input.quotas.map((one) => (one === quota ? { ...quota, amount } : one)),
        },
      });
      const digits = digitsOf(quota.unit, quota.currency ?? input.plan.currency);
      const from = digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`;
      return { now: quota.amount, digits, from, to: plain(decimal(quota.amount).times('100')), at };
    });
}

/** The payee's own rate and target, where no dated pay term decides them. */
function own(input: CalculationInput, { participantId }: WantedPay): Unknown[] {
  if ((input.payTerms ?? []).some((term) => term.participantId === participantId)) return [];
  const payee = input.participants.find(({ id }) => id === participantId);
  const terms = [
    { of: 'rate', field: 'commissionRatePercent', digits: 4, to: () => '100' },
    {
      of: 'target',
      field: 'targetVariableAnnual',
      digits: minorDigits(input.plan.currency),
      to: (now: string) => plain(decimal(now).times('100')),
    },
  ] as const;
  return terms.flatMap(({ of, field, digits, to }) => {
    const now = payee?.[field] ?? null;
    if (now === null || !decimal(now).gt(ZERO)) return [];
    const at = (value: string): Fixed => ({
      record: { of, before: now, after: value },
      input: {
        ...input,
        participants: input.participants.map((one) => (one === payee ? { ...one, [field]: value } : one)),
      },
    });
    return [{ now, digits, from: '0', to: to(now), at }];
  });
}

function withDeal(input: CalculationInput, deal: Deal): CalculationInput {
  return { ...input, deals: input.deals.map((one) => (one.id === deal.id ? deal : one)) };
}

/** The largest deals of the period, by size and then id. */
function largest({ deals, period }: CalculationInput, count: number): readonly Deal[] {
  return deals
    .filter(({ date }) => date >= period.from && date <= period.to)
    .map((deal) => ({ deal, size: decimal(deal.amount).abs() }))
    .sort((a, b) => b.size.cmp(a.size) || (a.deal.id < b.deal.id ? -1 : 1))
    .slice(0, count)
    .map(({ deal }) => deal);
}

function digitsOf(unit: Deal['unit'], currency: string | null): number {
  if (unit === 'Count') return 0;
  return unit === '$' && currency !== null ? minorDigits(currency) : 4;
}
