import { describe, expect, test } from 'vitest';
import { decimal, sum } from '../base/decimal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { type History, payHistory } from '../findings/pay-history.ts';
import { sampleHistory } from '../findings/sample-history.fixture.ts';
import type { Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import { type MonteCarloTerms, monteCarloCourse } from './monte-carlo.ts';
import { drawsOf } from './scenarios/draws.ts';
import { dealMonths } from './scenarios/redraw.ts';
import { costsOf } from './scenarios/scenario-costs.ts';
import { scoresOf } from './scores.ts';
import { asText } from './statistics.ts';

const YEAR = { key: '2024', from: '2024-01-01', to: '2024-12-31' };
const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));

const flat = (ratePercent: string, wanted: Partial<Plan> = {}): Plan =>
  samplePlan({ components: [sampleComponent({ rate: { kind: 'flat', ratePercent } })], ...wanted });

/** A deal on the 31st, or last day, of every month: 1,000, 2,000, … or all alike. */
function yearOf(id: string, each: (month: number) => string, wanted: Partial<History> = {}): History {
  const deals = months.map((month, i) =>
    sampleDeal(`${id}-${month}`, each(i + 1), {
      participantId: id,
      date: `2024-${month}-${['02', '04', '06', '09', '11'].includes(month) ? '28' : '31'}`,
    }),
  );
  return sampleHistory({
    span: YEAR,
    participants: [sampleParticipant(id)],
    payeeIds: [id],
    deals,
    ...wanted,
  });
}
const rising = (id: string) => yearOf(id, (month) => String(month * 1000));

function run(terms: Partial<MonteCarloTerms>, histories: readonly History[]) {
  const course = monteCarloCourse({
    draft: flat('12'),
    baseline: flat('10'),
    seed: 's',
    scenarios: 200,
    ...terms,
  });
  const rows = histories.map((history) => {
    const taking = course.take(history);
    for (;;) {
      const next = taking.next();
      if (next.done) return next.value;
    }
  });
  return { rows, summary: course.summary() };
}

describe('[SIM-5] redrawn months', () => {
  test('the same seed and histories give the same bytes, in whatever order the payees come; another seed does not', () => {
    const people = ['ann', 'ben', 'cid'].map(rising);
    const once = JSON.stringify(run({ scenarios: 25 }, people).summary);
    expect(JSON.stringify(run({ scenarios: 25 }, people.toReversed()).summary)).toBe(once);
    expect(JSON.stringify(run({ seed: 't', scenarios: 25 }, people).summary)).not.toBe(once);
  });

  test('months that are all alike leave nothing to chance', () => {
    const { summary, rows } = run({}, [yearOf('ann', () => '1000')]);
    expect(summary.baseline).toMatchObject({ mean: '1200.00', standardDeviation: '0.00', min: '1200.00' });
    expect(summary).toMatchObject({ projectedSavings: '-240.00', months: 12, payees: 1 });
    expect(rows).toMatchObject([
      { before: '1200.00', after: '1440.00', outcome: 'wins', losesInPercent: '0' },
    ]);
  });

  test('period by period and the whole span pay the same if periods are independent', () => {
    // marginal tiers by quarter: what a quarter pays depends on its three months only
    const rate = {
      kind: 'marginal',
      thresholds: 'amount',
      per: 'period',
      tiers: [
        { from: '0', to: '15000', ratePercent: '1' },
        { from: '15000', to: null, ratePercent: '3' },
      ],
    } as const;
    const plan = samplePlan({ components: [sampleComponent({ rate })] });
    const remembering = samplePlan({
      components: [sampleComponent({ rate, window: { kind: 'quarter-to-date', settle: 'deduct' } })],
    });
    const { summary } = run({ draft: plan, baseline: remembering, scenarios: 40 }, [rising('ann')]);
    expect(summary.savings).toMatchObject({ min: '0.00', max: '0.00' });
  });

  test('costs without explanations are those of the calculation, gates, caps and a cap on the whole plan included', () => {
    const gated = (planCap?: string): Plan =>
      samplePlan({
        undefinedAttainment: 'pay-zero',
        ...(planCap === undefined ? {} : { planCap }),
        components: [
          sampleComponent({
            weight: 60,
            cap: '1x',
            gate: {
              componentId: 'target',
              atLeastPercent: '70',
              also: [{ componentId: 'wins', atLeastPercent: '50' }],
            },
          }),
          sampleComponent({ id: 'wins', name: 'Wins', weight: 0, rate: { kind: 'flat', ratePercent: '1' } }),
          sampleComponent({
            id: 'target',
            name: 'Target',
            weight: 40,
            rate: { kind: 'target' },
            accelerator: '>100% @ 1.5x',
          }),
        ],
      });
    const quotas = ['01', '04', '07', '10'].map((month, i) => ({
      participantId: 'ann',
      componentId: null,
      unit: '$' as const,
      from: `2024-${month}-01`,
      to: ['2024-03-31', '2024-06-30', '2024-09-30', '2024-12-31'][i] ?? '',
      amount: '20000',
    }));
    const year = yearOf('ann', (month) => String(month * 1000), { quotas });
    for (const plan of [gated(), gated('6000')]) {
      const cut = dealMonths(year);
      const draws = drawsOf('s', 'ann');
      const costing = costsOf(plan, { seed: 's', scenarios: 12 }, year);
      let step = costing.next();
      while (!step.done) step = costing.next();
      const costs = step.value.ok ? step.value.value : [];
      const slots = cut.months.map((_, i) => i);
      const byCalculation = costs.map((_, scenario) => {
        const drawn = slots.map((k) => draws.index(scenario, k, slots.length));
        const paid = payHistory(plan, { ...year, deals: cut.lay(slots, drawn) });
        if (!paid.ok) throw new Error(JSON.stringify(paid.problems[0]));
        return sum(paid.value.flatMap(({ lines }) => lines.map(({ amount }) => decimal(amount)))).toFixed(2);
      });
      expect(costs.map((cost) => asText(cost, 2))).toEqual(byCalculation);
      expect(new Set(byCalculation).size).toBeGreaterThan(5);
    }
  });

  test('foreign money is converted on its new day, at the first rate before the first one', () => {
    const exchangeRates = [{ from: 'EUR', to: 'USD', date: '2024-06-01', rate: '2', source: 'ECB' }];
    const year = yearOf('ann', () => '1000');
    const deals = year.deals.map((one) => ({ ...one, currency: 'EUR' }));
    const late = { ...year, deals: deals.slice(6), exchangeRates };
    const { summary } = run({}, [late]);
    expect(summary).toMatchObject({ payees: 1, unpaid: 0 });
    expect(decimal(summary.baseline.max).lte('2400')).toBe(true);
  });

  test('unpayable payees are listed and in no scenario, including partly calculated ones', () => {
    const year = rising('ann');
    const swiss = { ...year, deals: year.deals.map((one) => ({ ...one, currency: 'CHF' })) };
    const { rows, summary } = run({}, [swiss]);
    expect(rows).toMatchObject([{ participantId: 'ann', plan: 'baseline' }]);
    const [row] = rows;
    expect(row && 'problems' in row && row.problems[0]).toMatchObject({
      rule: 'CREDIT-6',
      path: 'deals[ann-01].currency',
    });
    expect(summary).toMatchObject({ payees: 0, unpaid: 1, baseline: { max: '0.00' } });
    expect(summary.unpaidReasons).toMatchObject([{ plan: 'baseline', payees: 1 }]);
    const course = monteCarloCourse({ draft: flat('12'), baseline: flat('10'), seed: 's', scenarios: 200 });
    course.take(rising('ann')).next();
    expect(course.summary()).toMatchObject({ payees: 0, baseline: { max: '0.00' } });
  });
});

test('[SIM-6] [PLAN-35] [ASSIST-SIM-10] the projected savings are the difference of the means', () => {
  const { summary } = run({ draft: flat('8') }, [rising('ann'), rising('ben')]);
  const difference = decimal(summary.baseline.mean).minus(decimal(summary.draft.mean));
  expect(summary.projectedSavings).toBe(difference.toFixed(2));
  // twice 10 % of 78,000 a year, give or take what the draws make of it
  expect(decimal(summary.baseline.mean).minus('15600').abs().lt('900')).toBe(true);
  expect(summary.histogram.reduce((all, bin) => all + bin.draft, 0)).toBe(summary.scenarios);
});

describe('scores', () => {
  const given = {
    baseline: [100n, 100n],
    draft: [100n, 100n],
    savings: [0n, 0n],
    payees: 4,
    unpaid: 0,
    losers: 0,
    busy: 48,
  };
  test('[SIM-7] [ASSIST-SIM-11] no uncertainty and no losers is risk 0; all payees losing alone is 30', () => {
    expect(scoresOf(given, 0)).toMatchObject({ riskScore: 0, confidence: 100 });
    expect(scoresOf({ ...given, losers: 4 }, 0).riskScore).toBe(30);
  });
  test('[SIM-7] by hand: 20 costs, one of them dear', () => {
    // mean 105, the dearest twentieth 200: tail = 95 ÷ 26.25 → 1; sd = 22.36 → 22 ÷ 26.25 = 0.8381
    const draft = [...Array.from({ length: 19 }, () => 100n), 200n];
    const scores = scoresOf({ ...given, draft, baseline: draft, savings: draft.map(() => 0n), losers: 1 }, 0);
    expect(scores.riskParts).toEqual({ tail: '1', spread: '0.8381', losers: '0.25' });
    // 0.4 + 0.3 × 0.8381 + 0.3 × 0.25 = 0.7264
    expect(scores.riskScore).toBe(73);
  });
  test('[SIM-8] [ASSIST-SIM-12] half a year of history, or half of the payees, halves the confidence', () => {
    expect(scoresOf({ ...given, busy: 24 }, 0).confidence).toBe(50);
    expect(scoresOf({ ...given, unpaid: 4 }, 0).confidence).toBe(50);
    expect(scoresOf({ ...given, payees: 0, busy: 0 }, 0).confidence).toBe(0);
  });
  test('[SIM-8] precision falls with the standard error of the savings', () => {
    // four savings 0, 0, 10, 10: sd 5.77 → 6, error 3, half width 5.88 of 5 % of 1,000 = 50 → 1 − 0.1176
    const savings = [0n, 0n, 10n, 10n];
    const baseline = [1000n, 1000n, 1000n, 1000n];
    const scores = scoresOf({ ...given, baseline, draft: baseline, savings }, 0);
    expect(scores.confidenceParts).toEqual({ precision: '0.8824', history: '1', coverage: '1' });
    expect(scores.confidence).toBe(88);
  });
});
