import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimal, sum, ZERO } from '../base/decimal.ts';
import { allocate, roundMoney } from '../base/money.ts';
import { type Ratio, ratio } from '../base/ratio.ts';
import { readFormula } from '../payouts/scenarios/read-formula.fixture.ts';
import type { LedgerLine, Opening } from './payment.ts';
import { paid } from './random-course.fixture.ts';
import { type Model, type ModelLine, receiptCourse, walkReceipts } from './receipts-course.fixture.ts';

const RUNS = { numRuns: 40 };
const on = (opening: Opening) => opening.onReceipt ?? [];
const total = (texts: Iterable<string>) => sum([...texts].map(decimal));
const clamp = (value: Decimal, max: Decimal) => (value.lt(ZERO) ? ZERO : value.gt(max) ? max : value);

/** What each deal of a line may wait with, by the rule as a reader would apply it. */
function waitingOf({ amount, overrides, deals }: ModelLine): Map<string, Decimal> {
  const sorted = [...deals].sort((a, b) => (a.dealId < b.dealId ? -1 : 1));
  const returns = sorted.filter(({ earned, reverses }) => earned.startsWith('-') && reverses !== null);
  const credits = sorted.filter(({ earned }) => !earned.startsWith('-'));
  const whole = total(credits.map(({ earned }) => earned));
  const max = clamp(amount.plus(overrides).minus(total(returns.map(({ earned }) => earned))), whole);
  const parts =
    credits.length === 0
      ? []
      : allocate(
          max,
          credits.map(({ earned }) => decimal(earned)),
          2,
        );
  return new Map([
    ...credits.map(({ dealId }, i) => [dealId, parts[i]!] as const),
    ...returns.map(({ dealId, earned }) => [dealId, decimal(earned)] as const),
  ]);
}

/** What is held of a deal by all lines together: earned × (1 − paid ÷ amount), less what returns take back, at least zero. */
function heldOf(dealId: string, { model, next }: { model: Model; next: Opening }): Decimal {
  const rows = model.lines.flatMap((line) => {
    const waiting = waitingOf(line);
    return line.deals.map((deal) => ({ line, deal, share: waiting.get(deal.dealId) ?? ZERO }));
  });
  // returns count where they take something back
  const back = rows
    .filter(({ deal, share }) => deal.reverses === dealId && share.lt(ZERO))
    .sort((a, b) => (nameOf(a.line) < nameOf(b.line) ? -1 : 1));
  const returned = [...new Map(back.map((one) => [one.deal.dealId, one.deal])).values()];
  const ids = [dealId, ...returned.map((deal) => deal.dealId)];
  const cash = total(model.receipts.filter((one) => ids.includes(one.dealId)).map(({ amount }) => amount));
  const open = (share: Decimal, amount: string) => {
    const all = total([amount, ...returned.map((deal) => deal.dealAmount)]);
    const part = all.lte(ZERO) || cash.gte(all) ? null : clamp(cash, all);
    return part === null ? ZERO : share.minus(roundMoney(ratio(share.times(part), all), 'USD', 'HALF_UP'));
  };
  const own = rows
    .filter(({ deal, share }) => deal.dealId === dealId && share.gt(ZERO))
    .sort((a, b) => (nameOf(a.line) < nameOf(b.line) ? -1 : 1));
  const held = own.map(({ line, deal, share }) => {
    const standing = on(next).find((one) => nameOf({ name: one }) === nameOf(line) && one.dealId === dealId);
    const notTaken = share.minus(decimal(standing!.clawedBack));
    const due = open(share, deal.dealAmount);
    return clamp(due, notTaken.gt(ZERO) ? notTaken : ZERO);
  });
  const first = own[0];
  const lower = first === undefined ? [] : back.map(({ share }) => open(share.neg(), first.deal.dealAmount));
  const left = sum(held).minus(sum(lower));
  return left.lt(ZERO) ? ZERO : left;
}

const nameOf = ({
  name: { days, planId, componentId },
}: {
  name: Pick<ModelLine['name'], 'days' | 'planId' | 'componentId'>;
}) => JSON.stringify([days, planId, componentId]);

const moves = ({ ledger }: { ledger: readonly LedgerLine[] }) =>
  ledger.filter(({ rule }) => rule === 'PAYM-32');

describe('[PAYM-32] whatever is sold, returned, recalculated, overridden, clawed back, paid and refunded', () => {
  test('each deal is held as its newest line and its customer say, and nothing is held twice or below zero', () => {
    const property = fc.property(receiptCourse, (given) => {
      let written = ZERO;
      walkReceipts(given, ({ payment, next, model }) => {
        for (const dealId of ['d1', 'd2', 'd3', 'd4']) {
          const own = on(next).filter((one) => one.dealId === dealId || one.reverses === dealId);
          const held = total(own.map((one) => one.held));
          expect(held.toFixed(2), dealId).toBe(heldOf(dealId, { model, next }).toFixed(2));
          for (const one of own) if (one.dealId === dealId) expect(decimal(one.held).gte(ZERO)).toBe(true);
        }
        written = written.minus(total(moves(payment).map(({ amount }) => amount)));
        expect(written.toFixed(2)).toBe(total(on(next).map(({ held }) => held)).toFixed(2));
        expect(total(payment.ledger.map(({ amount }) => amount)).toFixed(2)).toBe(payment.net);
        const all = [...on(next), ...next.held.map(({ amount }) => ({ held: amount }))];
        expect(total(all.map(({ held }) => held)).toFixed(2)).toBe(payment.closing.held);
        for (const { after } of payment.ledger)
          for (const balance of Object.values(after)) expect(decimal(balance).gte(ZERO)).toBe(true);
      });
    });
    fc.assert(property, RUNS);
  });

  test('once all customers have paid and all holds are released, all that the newest lines pay is paid', () => {
    const property = fc.property(receiptCourse, (given) => {
      let [net, taken, closing, due] = [ZERO, ZERO, ZERO, ZERO];
      let [held, other] = ['', ZERO];
      walkReceipts(
        { ...given, limits: null, draw: null },
        ({ payment, model, next }) => {
          net = net.plus(decimal(payment.net));
          taken = taken.plus(
            total(payment.ledger.filter(({ kind }) => kind === 'clawback').map(({ amount }) => amount)),
          );
          closing = decimal(payment.closing.carried);
          due = sum(model.lines.flatMap(({ amount, overrides }) => [amount, overrides]));
          held = total(on(next).map((one) => one.held)).toFixed(2);
          other = total(next.held.map(({ amount }) => amount));
        },
        { restIsPaid: true },
      );
      expect(held).toBe('0.00');
      expect(net.minus(closing).plus(other).toFixed(2)).toBe(due.plus(taken).toFixed(2));
    });
    fc.assert(property, RUNS);
  });

  test('every formula comes to its amount, and the order of the lists changes nothing', () => {
    const kinds = new Set<string>();
    const property = fc.property(receiptCourse, (given) => {
      walkReceipts(given, ({ payment, input }) => {
        for (const { formula, amount, message } of moves(payment)) {
          const worked = readFormula(formula);
          if (worked === null || typeof worked === 'boolean') throw new Error(formula);
          const shown = roundMoney(worked, 'USD', 'HALF_UP').toFixed(2);
          // half a cent of a part that is less than before rounds the other way
          if (!isHalf(worked)) expect(shown, `${message}: ${formula}`).toBe(amount);
          kinds.add(message.split(' ')[0] ?? '');
        }
        const { opening, onReceipt = [], customerPaid = [] } = input;
        const turned = {
          ...{ ...input, earnings: input.earnings.toReversed(), customerPaid: customerPaid.toReversed() },
          onReceipt: onReceipt.map((line) => ({ ...line, deals: line.deals.toReversed() })).toReversed(),
          opening: { ...opening, onReceipt: on(opening).toReversed() },
        };
        expect(JSON.stringify(paid(turned))).toBe(JSON.stringify(payment));
      });
    });
    fc.assert(property, RUNS);
    expect([...kinds].sort()).toEqual(['Clawed', 'Counted', 'Held', 'Not', 'Released', 'Taken']);
  });
});

function isHalf({ over, under }: Ratio): boolean {
  const halves = over.times(decimal('200'));
  return halves.mod(under).eq(ZERO) && !halves.mod(under.times(decimal('2'))).eq(ZERO);
}
