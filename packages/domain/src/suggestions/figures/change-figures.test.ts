import { expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { History } from '../../findings/pay-history.ts';
import { sampleHistory } from '../../findings/sample-history.fixture.ts';
import type { PlanChange } from '../../plans/change-plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../../quotas/sample-quota.fixture.ts';
import { monteCarloCourse } from '../../simulations/monte-carlo.ts';
import { replayCourse } from '../../simulations/replay.ts';
import { defaultThresholds } from '../configurations/assistant-settings.ts';
import { asDesigned, isUnfinished } from '../designed.ts';
import { type EvaluationTerms, evaluateChange, impactOf, isWorthwhile, spanWords } from './change-figures.ts';

const span = { key: '2024', from: '2024-01-01', to: '2024-12-31' };
const plan = samplePlan({
  components: [
    sampleComponent(),
    sampleComponent({ id: 'bonus', name: 'Bonus', rate: { kind: 'flat', ratePercent: '5' } }),
  ],
});
const rate = (component: string, ratePercent: string): PlanChange => ({
  component,
  set: { rate: { kind: 'flat', ratePercent } },
});

/** Ten payees with a deal a month, of which every second one sells three times as much. */
const histories: readonly History[] = Array.from({ length: 10 }, (_, i) => {
  const id = `p${i}`;
  const deals = Array.from({ length: 12 }, (__, month) =>
    sampleDeal(`${id}-${month}`, `${(i % 2 === 0 ? 1000 : 3000) + 10 * month}`, {
      participantId: id,
      date: `2024-${String(month + 1).padStart(2, '0')}-15`,
    }),
  );
  return sampleHistory({ span, participants: [sampleParticipant(id)], payeeIds: [id], deals });
});

function evaluate(changes: readonly PlanChange[], wanted: Partial<EvaluationTerms> = {}, of = histories) {
  const records = { validRows: 1, rows: 1 };
  const terms = { plan, changes, span, records, overlays: null, seed: 'seed', scenarios: 0, ...wanted };
  const found = evaluateChange(terms, of);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.value;
}

test('[SGR-7] savings are what a replay says, and components and periods sum to them', () => {
  const changes = [rate('sales', '8'), rate('bonus', '6')];
  const { figures, payees } = evaluate(changes);
  const changed = {
    ...plan,
    components: plan.components.map((one, i) => ({ ...one, ...changed0(changes[i]!) })),
  };
  const course = replayCourse(changed, plan);
  for (const history of histories) course.take(history);
  const summary = course.summary();
  expect(figures.baselineCost).toBe(summary.baseline.cost);
  expect(figures.changedCost).toBe(summary.draft.cost);
  expect(figures.projectedSavings).toBe(summary.change.replace('-', ''));
  const total = (all: readonly { savings: string }[]) =>
    all.reduce((sum, one) => sum + Number(one.savings), 0);
  expect(total(figures.byComponent)).toBeCloseTo(Number(figures.projectedSavings), 2);
  expect(total(figures.byPeriod)).toBeCloseTo(Number(figures.projectedSavings), 2);
  expect(figures.byComponent.map(({ savings }) => Number(savings) > 0)).toEqual([true, false]);
  expect(payees).toHaveLength(10);
  expect(figures.losers).toBe(10);
});

const changed0 = (change: PlanChange) => ('set' in change ? change.set : {});

test('[SGR-7] a change and its inverse save the same with the other sign', () => {
  const there = evaluate([rate('sales', '8')]).figures;
  const lower = samplePlan({
    components: [{ ...plan.components[0]!, rate: { kind: 'flat', ratePercent: '8' } }, plan.components[1]!],
  });
  const back = evaluate([rate('sales', '10')], { plan: lower }).figures;
  expect(back.projectedSavings).toBe(`-${there.projectedSavings}`);
});

test('[SGR-7] the order of payees and deals changes no byte', () => {
  const mixed = histories.toReversed().map((one) => ({ ...one, deals: one.deals.toReversed() }));
  const terms = { scenarios: 50 };
  expect(JSON.stringify(evaluate([rate('sales', '9')], terms, mixed))).toBe(
    JSON.stringify(evaluate([rate('sales', '9')], terms)),
  );
});

test('[SGR-7] a payee one of the plans can’t pay is in no total', () => {
  const foreign = {
    ...histories[0]!,
    deals: [sampleDeal('x', '10', { participantId: 'p0', currency: 'EUR' })],
  };
  const { figures } = evaluate([rate('sales', '8')], {}, [foreign, ...histories.slice(1)]);
  expect([figures.payees, figures.unpaid]).toEqual([9, 1]);
  expect(figures.steps[0]).toMatchObject({ percent: 90 });
});

test('[SGR-10] risk and range are those of a simulation of the change', () => {
  const changes = [rate('sales', '4')];
  const { figures } = evaluate(changes, { scenarios: 60 });
  const lower = {
    ...plan,
    components: [{ ...plan.components[0]!, ...changed0(changes[0]!) }, plan.components[1]!],
  };
  const course = monteCarloCourse({ draft: lower, baseline: plan, seed: 'seed', scenarios: 60 });
  for (const history of histories) {
    const taking = course.take(history);
    while (!taking.next().done);
  }
  const summary = course.summary();
  expect(figures.risk).toMatchObject({ score: summary.riskScore, parts: summary.riskParts });
  const { p10, p90 } = summary.savings.percentiles;
  expect(figures.range).toEqual({ p10, p90 });
});

test('[SGR-10] costs that are known of the same records give the same risk and range, and are drawn once', () => {
  const costs = new Map<string, readonly bigint[]>();
  let drawn = 0;
  const known = {
    get: (id: string) => costs.get(id),
    set: (id: string, years: readonly bigint[]) => {
      drawn += 1;
      costs.set(id, years);
    },
  };
  // lines that share a cap are not paid on totals, so their years are drawn from deals
  const wanted = { plan: { ...plan, planCap: '1000000' }, scenarios: 20 };
  const first = evaluate([rate('sales', '4')], { ...wanted, known }).figures;
  expect([drawn, costs.size]).toEqual([histories.length, histories.length]);
  const second = evaluate([rate('sales', '6')], { ...wanted, known }).figures;
  expect(drawn).toBe(histories.length);
  expect(first).toEqual(evaluate([rate('sales', '4')], wanted).figures);
  expect(second).toEqual(evaluate([rate('sales', '6')], wanted).figures);
});

test('[SGR-14] the impact says what is saved, when, and who loses', () => {
  const saved = evaluate([rate('sales', '8')]).figures;
  expect(impactOf(saved, true)).toEqual({
    impact: `Saves $${Number(saved.projectedSavings).toLocaleString('en-US', { minimumFractionDigits: 2 })} over 2024 (13.3%). 10 of 10 payees earn more than 1% less.`,
    impactType: 'positive',
  });
  const more = evaluate([rate('sales', '11')]).figures;
  expect(impactOf(more, true)).toMatchObject({
    impact: expect.stringMatching(/^Costs \$[\d,.]+ over 2024 \(6\.7%\)\. No one earns more than 1% less\.$/),
    impactType: 'negative',
  });
  expect(impactOf(more, false).impactType).toBe('neutral');
  expect(spanWords({ key: 'x', from: '2024-07-01', to: '2025-06-30' })).toBe('2024-07-01 to 2025-06-30');
});

test('[SGR-15] a change is worth a suggestion from 0.25% of the cost and 1,000', () => {
  expect(isWorthwhile({ savings: 100_000n, before: 40_000_000n }, 2, defaultThresholds)).toBe(true);
  expect(isWorthwhile({ savings: 99_999n, before: 100n }, 2, defaultThresholds)).toBe(false);
  expect(isWorthwhile({ savings: -100_000n, before: 40_000_001n }, 2, defaultThresholds)).toBe(false);
});

test('[SGR-16] a plan as designed pays its drafts, and not what is inactive', () => {
  const statuses = (['Active', 'Draft', 'Inactive'] as const).map((status) =>
    sampleComponent({ id: status, status }),
  );
  const draft = samplePlan({ components: statuses });
  expect(asDesigned(draft).components.map(({ status }) => status)).toEqual(['Active', 'Active', 'Inactive']);
  expect([isUnfinished(draft), isUnfinished(asDesigned(draft))]).toEqual([true, false]);
});

test('[CONF-ASSIST-16] real results reach every color of risk and confidence', () => {
  const bandOf = (value: number, low: number, high: number) => (value < low ? 0 : value < high ? 1 : 2);
  const confidence = (validRows: number) =>
    evaluate([rate('sales', '8')], { records: { validRows, rows: 100 } }).figures.confidence;
  expect([20, 50, 100].map((rows) => bandOf(confidence(rows), 60, 80))).toEqual([0, 1, 2]);
  const risk = (percent: string, of = histories) =>
    evaluate([rate('sales', percent)], { scenarios: 40 }, of).figures.risk?.score ?? -1;
  // three people with one deal a year each: what a year costs is up to chance
  const spiky = histories.slice(0, 3).map((one) => ({ ...one, deals: one.deals.slice(0, 1) }));
  expect([risk('11'), risk('8'), risk('8', spiky)].map((one) => bandOf(one, 20, 40))).toEqual([0, 1, 2]);
});
