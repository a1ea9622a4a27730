import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { earlierPay, type History, payHistory } from '../findings/pay-history.ts';
import { sampleHistory } from '../findings/sample-history.fixture.ts';
import { calculate } from '../payouts/calculate.ts';
import type { EarlierPay, PayoutLine } from '../payouts/payout.ts';
import type { Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { affectedBy, type Change } from './affected-by.ts';
import { drawn, kinds, world, YEAR } from './drawn-year.fixture.ts';

const RUNS = { numRuns: 30 };

/** The lines of every period; null: something of it cannot be paid. */
function fullRun(drawnPlan: Plan, history: History) {
  const result = payHistory(drawnPlan, history);
  return result.ok ? result.value : null;
}

const keyOf = (
  from: string,
  { participantId, componentId }: { participantId: string; componentId: string },
) => `${from} ${participantId} ${componentId}`;

/** Every period in order: the lines that are named are paid again, the others stay, and what comes out is what later periods are told. */
function recalculated(
  { plan: paidBy, history }: { plan: Plan; history: History },
  old: NonNullable<ReturnType<typeof fullRun>>,
  change: Change,
  after: History,
) {
  const affected = affectedBy(change, { plan: paidBy, history });
  const named = new Set(affected.map((one) => keyOf(one.period.from, one)));
  const earlier: EarlierPay[] = [];
  const { span, ...records } = after;
  const order = paidBy.components.map(({ id }) => id);
  return old.map(({ period, lines }) => {
    const isNamed = (line: PayoutLine) => named.has(keyOf(period.from, line));
    const again = affected.some((one) => one.period.from === period.from) ? payAll(period) : [];
    const merged = [...lines.filter((line) => !isNamed(line)), ...again.filter(isNamed)].sort(
      (a, b) =>
        (a.participantId < b.participantId ? -1 : a.participantId > b.participantId ? 1 : 0) ||
        order.indexOf(a.componentId) - order.indexOf(b.componentId),
    );
    for (const line of merged) earlier.push(earlierPay(line, period));
    return { period, lines: merged };
  });

  function payAll(period: typeof YEAR) {
    const result = calculate({
      ...records,
      plan: paidBy,
      period,
      completeFrom: span.from,
      earlier: [...earlier],
    });
    if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
    return result.value.lines;
  }
}

/** Every line as its bytes, by period, payee and component. */
function linesOf(periods: NonNullable<ReturnType<typeof fullRun>>): Record<string, string> {
  return Object.fromEntries(
    periods.flatMap(({ period, lines }) =>
      lines.map((line) => [keyOf(period.from, line), JSON.stringify(line)]),
    ),
  );
}

describe('[DEP-7] lines that depend on one changed record, in every period of a year', () => {
  test.each(['deal', 'quota', 'exchange-rate', 'enrolment'] as const)(
    '[DEP-5] whatever windows, caps, funds and calendars: a changed %s, and the lines it names, equal a full run',
    (of) => {
      let held = 0;
      fc.assert(
        fc.property(world, drawn, (given, how) => {
          const { change, after } = kinds[of](given.history, how);
          const old = fullRun(given.plan, given.history);
          const full = fullRun(given.plan, after);
          fc.pre(old !== null && full !== null);
          held += 1;
          const partial = recalculated(given, old!, change, after);
          expect(linesOf(partial)).toEqual(linesOf(full!));
        }),
        RUNS,
      );
      expect(held).toBe(RUNS.numRuns);
    },
  );

  test('[DEP-4] [DEP-5] excess carried beyond the plan days of a payee affects all lines', () => {
    const limits = [{ kind: 'amount', atMost: '40', excess: 'carried' }] as const;
    const carried = { id: 'carried', name: 'Carried', weight: 50, limits };
    const plan = samplePlan({
      order: ['gate', 'weight', 'cap'],
      components: [
        sampleComponent({ ...carried, filter: [{ field: 'product', in: ['New'] }] }),
        sampleComponent({ weight: 50, filter: [{ field: 'product', in: ['Old'] }] }),
      ],
    });
    const enrolments = [{ participantId: 'ann', from: '2024-01-01', to: '2024-09-30' }];
    const history = sampleHistory({ span: YEAR, enrolments });
    const after = { ...history, deals: [sampleDeal('late', '5000', { date: '2024-09-20', product: 'New' })] };
    const change: Change = { of: 'deal', before: null, after: after.deals[0]! };
    const [old, full] = [fullRun(plan, history)!, fullRun(plan, after)!];
    expect([old, full].map((periods) => periods.at(-1)?.lines.map(({ amount }) => amount))).toEqual([
      [],
      ['40.00', '0.00'],
    ]);
    expect(linesOf(recalculated({ plan, history }, old, change, after))).toEqual(linesOf(full));
  });
});
