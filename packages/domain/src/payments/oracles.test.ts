import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { decimal, plain, sum } from '../base/decimal.ts';
import { amortise } from './amortise.ts';
import type { Draw } from './payment.ts';
import { paymentsOf } from './scenarios/course.fixture.ts';

/** The oracle file as text everywhere; each situation has its own form, so its parts are read where they are used. */
interface Oracle {
  readonly id: string;
  readonly plan: { readonly draw: { readonly amount: string } };
  readonly earned: readonly string[];
  readonly input: { readonly commission: string; readonly years: string };
  readonly expect: {
    readonly paid: readonly string[];
    readonly balanceAfter: readonly string[];
    readonly sumEarned: string;
    readonly sumPaid: string;
    readonly recoverable: readonly string[];
    readonly nonRecoverable: readonly string[];
    readonly perYear: string;
  };
}

const file = new URL('../../../../../shared/oracles/pay-situations.yaml', import.meta.url);
const there = existsSync(file);
if (!there) console.warn(`SKIPPED: the published answers are not at ${file.pathname}`);
const oracles = there ? (parse(readFileSync(file, 'utf8'), { schema: 'failsafe' }) as readonly Oracle[]) : [];

function oracle(id: string): Oracle {
  const found = oracles.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no situation ${id}`);
  return found;
}

function paidBy({ plan, earned }: Oracle, kind: Draw['kind']) {
  const periods = earned.map((amount, i) => ({
    period: `2024-0${i + 1}`,
    earned: amount,
    expect: { net: '' },
  }));
  return paymentsOf({ scenario: '', draws: { base: { kind, amount: plan.draw.amount } }, periods });
}

describe.skipIf(!there)('published answers', () => {
  test('[PAYM-6] [PAYM-7] a recoverable draw over six months', () => {
    const wanted = oracle('recoverable-draw-six-months');
    const payments = paidBy(wanted, 'recoverable');
    expect(payments.map((one) => one.net)).toEqual(wanted.expect.paid);
    expect(payments.map((one) => plain(decimal(one.closing.draw)))).toEqual(wanted.expect.balanceAfter);
    expect(sum(payments.map((one) => decimal(one.earned))).toFixed(2)).toBe(wanted.expect.sumEarned);
    expect(sum(payments.map((one) => decimal(one.net))).toFixed(2)).toBe(wanted.expect.sumPaid);
  });

  test('[PAYM-5] [PAYM-6] one draw, recoverable or yours to keep', () => {
    const wanted = oracle('draw-both-kinds');
    expect(paidBy(wanted, 'recoverable').map((one) => one.net)).toEqual(wanted.expect.recoverable);
    expect(paidBy(wanted, 'non-recoverable').map((one) => one.net)).toEqual(wanted.expect.nonRecoverable);
  });

  test('[PAYM-18] a commission on a contract of five years', () => {
    const wanted = oracle('capitalised-cost');
    const { commission, years } = wanted.input;
    const spread = amortise({
      cost: commission,
      currency: 'USD',
      from: '2024-01-01',
      months: Number(years) * 12,
    });
    if (!spread.ok) throw new Error(JSON.stringify(spread.problems));
    const perYear = Array.from({ length: Number(years) }, (_, year) =>
      sum(spread.value.slice(year * 12, year * 12 + 12).map(({ amount }) => decimal(amount))).toFixed(2),
    );
    expect(perYear).toEqual(perYear.map(() => wanted.expect.perYear));
    expect(sum(spread.value.map(({ amount }) => decimal(amount))).toFixed()).toBe(commission);
  });
});
