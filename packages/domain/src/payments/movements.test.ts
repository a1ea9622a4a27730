import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, sum, ZERO } from '../base/decimal.ts';
import { money } from '../base/figures.ts';
import { ledgerSums } from './ledger-words.ts';
import { LEDGER_KINDS, type LedgerLine, type Payment, type PaymentInput } from './payment.ts';
import { movePayment, PAYMENT_MOVES, type PaymentMove, type PaymentStatus } from './payment-moves.ts';
import { paid, randomCourse, walkCourse } from './random-course.fixture.ts';
import { reportingTotal } from './reporting-total.ts';
import { NOTHING_OWED } from './sample-payment.fixture.ts';

/** Standings in which a period is closed: its payments never change again. */
const CLOSED: readonly PaymentStatus[] = ['posted', 'paid', 'finalized'];

const total = (texts: Iterable<string>) => sum([...texts].map(decimal)).toFixed(2);

/** Cents at 148.23456789 yen a dollar, to the whole yen, halves to the even one: in whole numbers, apart from the product. */
function inYen(net: string): string {
  const [product, unit] = [BigInt(net.replace('.', '')) * 14_823_456_789n, 10n ** 10n];
  const [whole, rest] = [product / unit, (product % unit) * 2n];
  return String(rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole);
}

describe('money that is paid', () => {
  test('[PAYM-1] [PAYM-15] [PAYM-21] [INV-2] per payee and currency, lines, statement and payment have one sum, and together they sum to the run', () => {
    const payees = fc.array(randomCourse, { minLength: 1, maxLength: 4 });
    const property = fc.property(payees, (courses) => {
      const run: Payment[] = [];
      for (const course of courses) walkCourse(course, (payment) => run.push(payment));
      for (const { ledger, net, earned, paid: out, currency } of run) {
        const sums = ledgerSums(ledger);
        expect(total(ledger.map(({ amount }) => amount))).toBe(net);
        expect(total(sums.map(({ amount }) => amount))).toBe(net);
        expect(sums.map(({ kind }) => kind)).toEqual(
          LEDGER_KINDS.filter((kind) => ledger.some((line) => line.kind === kind)),
        );
        expect(total(sums.filter(({ kind }) => kind === 'earned').map(({ amount }) => amount))).toBe(earned);
        expect(out.amount).toBe(out.currency === currency ? net : inYen(net));
      }
      const paidIn = (currency: string) =>
        run.map((one) => one.paid).filter((out) => out.currency === currency);
      const totals = ['JPY', 'USD'].flatMap((currency) => {
        const amounts = paidIn(currency).map(({ amount }) => amount);
        return amounts.length === 0 ? [] : [{ currency, amount: total(amounts) }];
      });
      const rates = [{ from: 'JPY', to: 'USD', date: '2024-01-01', rate: '0.00674598', source: 'BoJ' }];
      const { amount, converted } = reportingTotal(totals, { into: 'USD', day: '2024-06-30', rates });
      const dollars = totals.filter(({ currency }) => currency === 'USD');
      expect(total([...dollars, ...converted].map((one) => one.amount))).toBe(amount);
    });
    fc.assert(property, { numRuns: 60 });
  });
});

/** Whether a line is made of a record of the input, by the rule that may: one question for every kind. */
const isGrounded: Record<LedgerLine['kind'], (line: LedgerLine, input: PaymentInput) => boolean> = {
  earned: ({ amount, rule, references: of }, { earnings }) =>
    rule === 'PAYM-1' &&
    earnings.some(
      (one) =>
        one.runId === of.runId &&
        one.planId === of.planId &&
        one.componentId === of.componentId &&
        one.periodKey === of.periodKey &&
        decimal(one.amount).eq(decimal(amount)),
    ),
  'adjusted-earnings': (line, input) => isOfAdjustment(line, input, 'earnings'),
  'adjusted-payment': (line, input) => isOfAdjustment(line, input, 'payment'),
  held: ({ amount, rule, message, references: of }, { holds, earnings, adjustments }) =>
    rule === 'PAYM-2' &&
    decimal(amount).lt(ZERO) &&
    (of.adjustmentId === undefined
      ? earnings.some(({ runId, componentId }) => runId === of.runId && componentId === of.componentId)
      : adjustments.some(({ id, countsAs }) => id === of.adjustmentId && countsAs === 'earnings')) &&
    holds.some(
      ({ id, dealId, reason }) =>
        id === of.holdId && dealId === (of.dealId ?? null) && message.endsWith(`: ${reason}`),
    ),
  released: ({ amount, rule, message, references: of }, { holds, releases, opening, period }) =>
    rule === 'PAYM-3' &&
    decimal(amount).gt(ZERO) &&
    opening.held.some(({ holdId, componentId }) => holdId === of.holdId && componentId === of.componentId) &&
    (of.releaseId === undefined
      ? holds.some(
          ({ id, releaseOn }) =>
            id === of.holdId && releaseOn && releaseOn <= period.to && message.includes(releaseOn),
        )
      : releases.some(
          ({ id, holdId, reason }) =>
            id === of.releaseId && holdId === of.holdId && message.endsWith(`: ${reason}`),
        )),
  'draw-guaranteed': (line, input) => isOfDraw(line, input, 'PAYM-5 non-recoverable'),
  'draw-advanced': (line, input) => isOfDraw(line, input, 'PAYM-6 recoverable'),
  'draw-recovered': (line, input) => isOfDraw(line, input, 'PAYM-7 recoverable'),
  clawback: ({ amount, rule, message, references: of }, { clawbacks }) =>
    clawbacks.some((one) => {
      const [taken, decided] = [decimal(amount).neg(), decimal(one.amount)];
      const whole = rule === 'PAYM-10' && taken.eq(decided);
      const inPart = rule === 'PAYM-11' && one.floor === 'zero' && taken.lt(decided) && taken.gte(ZERO);
      return (
        one.id === of.clawbackId &&
        one.original.runId === of.originalRunId &&
        one.original.componentId === of.componentId &&
        message.includes(`: ${one.reason}`) &&
        (whole || inPart)
      );
    }),
  minimum: (line, input) => isOfLimit(line, input, input.limits?.minimum),
  maximum: (line, input) => isOfLimit(line, input, input.limits?.maximum),
  'prior-period': ({ amount, rule, references: of }, { priorPeriods }) =>
    rule === 'PAYM-13' &&
    priorPeriods.some(
      (one) =>
        one.originalRunId === of.originalRunId &&
        one.recalculatedRunId === of.runId &&
        one.componentId === of.componentId &&
        one.periodKey === of.periodKey &&
        decimal(one.recalculated).minus(decimal(one.original)).eq(decimal(amount)),
    ),
  'carried-in': ({ amount, rule, references: of }, { opening }) =>
    rule === 'PAYM-14' &&
    of.paymentRunId === `payments of ${of.periodKey}` &&
    decimal(amount).neg().eq(decimal(opening.carried)),
  'carried-out': ({ amount, rule, after, references: of }, { period }) =>
    rule === 'PAYM-14' && after.carried === amount && of.periodKey === period.key,
};

function isOfAdjustment(
  { amount, rule, message, references: of }: LedgerLine,
  { adjustments }: PaymentInput,
  countsAs: 'earnings' | 'payment',
): boolean {
  return adjustments.some(
    (one) =>
      rule === 'PAYM-26' &&
      one.id === of.adjustmentId &&
      one.countsAs === countsAs &&
      decimal(one.amount).eq(decimal(amount)) &&
      message.endsWith(`: ${one.reason}`),
  );
}

function isOfDraw({ rule, references }: LedgerLine, { draws }: PaymentInput, wanted: string): boolean {
  return draws.some(({ id, kind }) => id === references.drawId && `${rule} ${kind}` === wanted);
}

function isOfLimit(line: LedgerLine, { period, currency, limits }: PaymentInput, bound?: string | null) {
  const { rule, message, references } = line;
  if (rule !== 'PAYM-12' || references.limitFrom !== limits?.from || !references.limitFrom) return false;
  if (bound === undefined || bound === null) return false;
  return message.includes(money(decimal(bound), currency)) && message.endsWith(period.key);
}

/** An input without one of its records, with the word by which a line would name it. */
function withoutOne(input: PaymentInput): { of: string; left: PaymentInput }[] {
  return (['holds', 'releases', 'draws', 'clawbacks', 'adjustments'] as const).flatMap((list) =>
    input[list].map(({ id }) => ({
      of: `${list} ${id}`,
      left: { ...input, [list]: (input[list] as readonly { id: string }[]).filter((one) => one.id !== id) },
    })),
  );
}

function namesOf({ kind, references: of }: LedgerLine): string[] {
  return [
    ...(kind === 'held' ? [`holds ${of.holdId}`] : []),
    ...(of.releaseId === undefined ? [] : [`releases ${of.releaseId}`]),
    ...(of.drawId === undefined ? [] : [`draws ${of.drawId}`]),
    ...(of.clawbackId === undefined ? [] : [`clawbacks ${of.clawbackId}`]),
    ...(of.adjustmentId === undefined ? [] : [`adjustments ${of.adjustmentId}`]),
  ];
}

describe('no money moves automatically', () => {
  test('[PAYM-1] [INV-11] every line names the record that made it, by its rule and with the reason that was given', () => {
    const seen = new Set<string>();
    const property = fc.property(randomCourse, (given) => {
      walkCourse(given, (payment, _, __, input) => {
        for (const line of payment.ledger) {
          expect(isGrounded[line.kind](line, input), JSON.stringify(line)).toBe(true);
          seen.add(line.kind);
        }
      });
    });
    fc.assert(property, { numRuns: 150 });
    expect([...seen].sort()).toEqual([...LEDGER_KINDS].sort());
  });

  test('[PAYM-1] [INV-11] without a decision there is no line, and earnings are paid in full', () => {
    const property = fc.property(randomCourse, (given) => {
      walkCourse(given, (_, __, ___, input) => {
        for (const { of, left } of withoutOne(input))
          expect(paid(left).ledger.flatMap(namesOf)).not.toContain(of);
        const none = {
          adjustments: [],
          holds: [],
          releases: [],
          draws: [],
          clawbacks: [],
          priorPeriods: [],
          limits: null,
        };
        const plain = paid({ ...input, ...none, opening: NOTHING_OWED });
        const kinds = new Set(plain.ledger.map(({ kind }) => kind));
        kinds.delete('earned');
        const below = decimal(plain.earned).lt(ZERO);
        expect([...kinds]).toEqual(below ? ['carried-out'] : []);
        expect(plain.net).toBe(below ? '0.00' : plain.earned);
      });
    });
    fc.assert(property, { numRuns: 60 });
  });

  test('[PAYM-17] [INV-11] no sequence of actions closes a payment that only its creator approved', () => {
    const moves = fc.array(
      fc.record({
        move: fc.constantFrom(...(Object.keys(PAYMENT_MOVES) as PaymentMove[])),
        mover: fc.constantFrom('ann', 'bob', 'cid'),
      }),
      { maxLength: 12 },
    );
    const reached = new Set<string>();
    const property = fc.property(moves, (tried) => {
      let status: PaymentStatus = 'calculated';
      const approvers: string[] = [];
      for (const { move, mover } of tried) {
        const approver = approvers[0] ?? null;
        const hands = { mover, maker: 'ann', approver, adjusted: false, isPaid: false };
        const moved = movePayment(status, move, hands);
        if (!moved.ok) {
          expect(['PAYM-17', 'PAYM-24']).toContain(moved.problems[0]?.rule);
          continue;
        }
        if (CLOSED.includes(status)) expect(CLOSED).toContain(moved.value);
        status = moved.value;
        reached.add(status);
        if (move === 'approve') approvers.push(mover);
      }
      expect(approvers).not.toContain('ann');
      if (CLOSED.includes(status)) expect(approvers).toHaveLength(1);
    });
    fc.assert(property, { numRuns: 500 });
    expect(reached).toContain('posted');
  });
});
