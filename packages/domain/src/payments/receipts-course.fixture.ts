import fc from 'fast-check';
import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { daysOf } from '../base/period.ts';
import { openingAfter } from './opening-after.fixture.ts';
import type { Clawback, DealOnLine, LineOnReceipt, Opening, Payment, PaymentInput } from './payment.ts';
import { paid } from './random-course.fixture.ts';
import {
  NOTHING_OWED,
  periodOf,
  sampleAdjustment,
  sampleDraw,
  sampleEarning,
  sampleHold,
  samplePayment,
} from './sample-payment.fixture.ts';

const text = (amount: number) => decimal(String(amount)).times(decimal('0.01')).toFixed(2);
const cents = (min: number, max: number) => fc.integer({ min, max }).map(text);

/** A version of a line: what deals earn in it, what it pays besides them, and its deals’ amounts. */
const version = fc.record({
  deals: fc.uniqueArray(
    fc.record({
      dealId: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'r1', 'r2', 'n1'),
      earned: cents(1, 200_000),
      amount: cents(1, 900_000),
    }),
    { selector: ({ dealId }) => dealId, maxLength: 5 },
  ),
  rest: fc.oneof(fc.constant('0.00'), cents(-90_000, 90_000)),
});
type Version = typeof version extends fc.Arbitrary<infer T> ? T : never;

const components = fc.constantFrom('sales', 'bonus');
const month = fc.record({
  lines: fc.uniqueArray(fc.record({ componentId: components, first: version }), {
    selector: ({ componentId }) => componentId,
  }),
  // which paid line gets which version; null: it vanished, or lost the term
  recalculated: fc.array(fc.record({ at: fc.nat(9), to: fc.option(version, { freq: 4 }) }), { maxLength: 2 }),
  overridden: fc.option(fc.record({ at: fc.nat(9), pays: cents(-100_000, 400_000) }), { freq: 3 }),
  clawback: fc.option(
    fc.record({
      at: fc.nat(9),
      deal: fc.option(fc.nat(4)),
      amount: cents(1, 150_000),
      floor: fc.constantFrom('carry' as const, 'zero' as const),
    }),
    { freq: 3 },
  ),
  receipts: fc.array(
    fc.record({ dealId: fc.constantFrom('d1', 'd2', 'd3', 'd4', 'r1'), amount: cents(-500_000, 900_000) }),
    { maxLength: 4 },
  ),
  release: fc.boolean(),
});

/** Up to six months of one payee with lines that wait for customers, and all that may happen to them. */
export const receiptCourse = fc.record({
  months: fc.array(month, { minLength: 1, maxLength: 6 }),
  holdPercent: fc.option(cents(1, 10_000)),
  onDeal: fc.boolean(),
  draw: fc.option(cents(1, 200_000)),
  limits: fc.option(
    fc.record({ minimum: fc.option(cents(0, 50_000)), maximum: fc.option(cents(50_000, 400_000)) }),
  ),
});
type ReceiptCourse = typeof receiptCourse extends fc.Arbitrary<infer T> ? T : never;

/** A line with its newest version, as the model of the test knows it. */
export interface ModelLine {
  readonly name: Omit<LineOnReceipt, 'when' | 'pays' | 'deals'>;
  /** What the calculation pays, and what overrides add. */
  amount: Decimal;
  overrides: Decimal;
  deals: readonly DealOnLine[];
}

/** What happened so far, without any payment’s arithmetic. */
export interface Model {
  readonly lines: ModelLine[];
  readonly receipts: { dealId: string; amount: string }[];
}

interface Seen {
  readonly payment: Payment;
  readonly input: PaymentInput;
  readonly next: Opening;
  readonly model: Model;
}

const returns: Readonly<Record<string, string>> = { r1: 'd1', r2: 'd2' };

function dealsOf({ deals }: Version): readonly DealOnLine[] {
  return deals.map(({ dealId, earned, amount }) => {
    const sign = dealId.startsWith('d') ? '' : '-';
    return {
      ...{ dealId, earned: `${sign}${earned}`, dealAmount: `${sign}${amount}` },
      ...{ dealCurrency: 'USD', reverses: returns[dealId] ?? null },
    };
  });
}

function payOf(deals: readonly DealOnLine[], rest: string): Decimal {
  return sum([decimal(rest), ...deals.map(({ earned }) => decimal(earned))]);
}

/** Pays the months of a course one after another; `restIsPaid` adds a last month in which all customers pay. */
export function walkReceipts(
  given: ReceiptCourse,
  see: (seen: Seen) => void,
  { restIsPaid = false } = {},
): void {
  const model: Model = { lines: [], receipts: [] };
  let opening = NOTHING_OWED;
  const nothing = { lines: [], recalculated: [], overridden: null, clawback: null, release: true };
  const everything = (['d1', 'd2', 'd3', 'd4'] as const).map((dealId) => ({ dealId, amount: '99999999.00' }));
  const months = [...given.months, ...(restIsPaid ? [{ ...nothing, receipts: everything }] : [])];
  for (const [i, one] of months.entries()) {
    const input = inputOf(given, one, { i, opening, model });
    const payment = paid(input);
    const next = openingAfter(opening, payment);
    see({ payment, input, next, model });
    opening = next;
  }
}

type Month = ReceiptCourse['months'][number];

function inputOf(
  given: ReceiptCourse,
  one: Month,
  { i, opening, model }: { i: number; opening: Opening; model: Model },
): PaymentInput {
  const period = periodOf(`2024-0${i + 1}`);
  const before = [...model.lines];
  const at = <T>(list: readonly T[], n: number) => list[n % Math.max(1, list.length)];
  const onReceipt = new Map<ModelLine, LineOnReceipt['when']>();
  for (const { componentId, first } of one.lines) {
    const deals = dealsOf(first);
    const place = { runId: `run-${i}`, planId: 'plan', componentId, componentName: componentId };
    const line = {
      name: { ...place, periodKey: period.key, days: daysOf(period) },
      ...{ amount: payOf(deals, first.rest), overrides: ZERO, deals },
    };
    model.lines.push(line);
    onReceipt.set(line, 'now');
  }
  const earned = model.lines.slice(before.length);
  const earnings = earned.map(({ name, amount, deals }) =>
    sampleEarning(amount.toFixed(2), { ...name, deals: deals.filter(({ dealId }) => dealId === 'd1') }),
  );
  const clawback = clawbackOf(one.clawback, { before, opening, i });
  const overridden = one.overridden === null ? undefined : at(model.lines, one.overridden.at);
  const pays = overridden?.amount.plus(overridden.overrides) ?? ZERO;
  const change = decimal(one.overridden?.pays ?? '0').minus(pays);
  const oldOverrides = new Map(model.lines.map((line) => [line, line.overrides]));
  if (overridden !== undefined && !change.eq(ZERO)) {
    overridden.overrides = overridden.overrides.plus(change);
    if (!onReceipt.has(overridden)) onReceipt.set(overridden, 'overridden');
  }
  const priors: PaymentInput['priorPeriods'][number][] = [];
  for (const { at: n, to } of one.recalculated) {
    const line = at(before, n);
    if (line === undefined || onReceipt.get(line) === 'recalculated') continue;
    const was = line.amount;
    line.deals = to === null ? [] : dealsOf(to);
    line.amount = to === null ? decimal(n % 2 === 0 ? '0' : '700') : payOf(line.deals, to.rest);
    onReceipt.set(line, 'recalculated');
    const delta = line.amount.minus(was);
    const { componentName, componentId, periodKey } = line.name;
    if (!delta.eq(ZERO))
      priors.push({
        ...{ planId: 'plan', componentId, componentName, periodKey, delta: delta.toFixed(2) },
        ...{ originalRunId: 'v1', recalculatedRunId: 'v2' },
        ...{ original: was.toFixed(2), recalculated: line.amount.toFixed(2) },
      });
  }
  model.receipts.push(...one.receipts);
  const paidIds = [...new Set(model.receipts.map(({ dealId }) => dealId))];
  const hold = sampleHold({
    ...(given.onDeal ? { dealId: 'd1' } : { participantId: 'ann' }),
    percent: given.holdPercent ?? '50',
  });
  return samplePayment({
    ...{ period, opening, earnings, priorPeriods: priors },
    adjustments:
      overridden === undefined || change.eq(ZERO)
        ? []
        : [
            sampleAdjustment({
              ...{ id: `o${i}`, kind: 'override', amount: change.toFixed(2) },
              line: { ...overridden.name, pays: pays.toFixed(2) },
            }),
          ],
    holds: given.holdPercent === null ? [] : [hold],
    releases: one.release ? [{ id: `r${i}`, holdId: hold.id, percent: '100', reason: 'paid' }] : [],
    draws: given.draw === null ? [] : [sampleDraw({ amount: given.draw })],
    clawbacks: clawback === null ? [] : [clawback],
    limits: given.limits,
    onReceipt: [...onReceipt].map(([line, when]) => ({
      ...{ ...line.name, when, deals: line.deals },
      pays: line.amount.plus(oldOverrides.get(line) ?? ZERO).toFixed(2),
    })),
    customerPaid: paidIds.map((dealId) => ({
      dealId,
      receipts: model.receipts
        .filter((receipt) => receipt.dealId === dealId)
        .map(({ amount }) => ({ currency: 'USD', amount })),
    })),
  });
}

/** A clawback of what has been paid for one deal, or for all deals of a line. */
function clawbackOf(
  wanted: ReceiptCourse['months'][number]['clawback'],
  { before, opening, i }: { before: readonly ModelLine[]; opening: Opening; i: number },
): Clawback | null {
  const line = before[(wanted?.at ?? 0) % Math.max(1, before.length)];
  if (wanted === null || line === undefined) return null;
  const own = (opening.onReceipt ?? []).filter(
    (one) =>
      one.days === line.name.days &&
      one.componentId === line.name.componentId &&
      decimal(one.earned).gt(ZERO),
  );
  const deal = wanted.deal === null ? null : (own[wanted.deal % Math.max(1, own.length)] ?? null);
  const max = sum(
    own
      .filter((one) => deal === null || one === deal)
      .map((one) => decimal(one.earned).minus(decimal(one.held)).minus(decimal(one.clawedBack)))
      .filter((left) => left.gt(ZERO)),
  );
  if (!max.gt(ZERO)) return null;
  const amount = decimal(wanted.amount).lt(max) ? wanted.amount : max.toFixed(2);
  return {
    ...{ id: `c${i}`, amount, floor: wanted.floor, reason: 'churn', formula: amount },
    original: { ...line.name, dealId: deal?.dealId ?? null },
  };
}
