import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, plain } from '../base/decimal.ts';
import type { Deal, ExchangeRate } from '../crediting/deal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { type History, type PeriodPay, payHistory } from '../findings/pay-history.ts';
import { sampleHistory } from '../findings/sample-history.fixture.ts';
import { calculate } from '../payouts/calculate.ts';
import type { PayoutLine } from '../payouts/payout.ts';
import type { Plan } from '../plans/plan.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import type { Quota } from '../quotas/participant.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import { affectedBy, type Change } from './affected-by.ts';

const RUNS = { numRuns: 60 };
const people = ['ann', 'ben', 'cid'];
const HALF = { key: 'H1', from: '2024-01-01', to: '2024-06-30' };

const plan: Plan = samplePlan({
  undefinedAttainment: 'pay-zero',
  components: [
    sampleComponent({
      weight: 40,
      gate: { componentId: 'new', atLeastPercent: '50' },
      rate: {
        kind: 'retroactive',
        thresholds: 'percent-of-quota',
        per: 'period',
        tiers: [
          { from: '0', to: '80', ratePercent: '2' },
          { from: '80', to: null, ratePercent: '3' },
        ],
      },
    }),
    sampleComponent({
      id: 'new',
      name: 'New',
      weight: 30,
      rate: { kind: 'target' },
      accelerator: '>100% @ 2x',
      filter: [{ field: 'product', in: ['New'] }],
    }),
    sampleComponent({
      id: 'count',
      name: 'Count',
      weight: 30,
      measure: { unit: '$', of: 'deals' },
      rate: { kind: 'flat', ratePercent: '5000' },
      filter: [{ field: 'product', in: ['Old'] }],
    }),
  ],
});

const day = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, date]) => `2024-0${month}-${String(date).padStart(2, '0')}`);
const deal: fc.Arbitrary<Deal> = fc
  .record({
    amount: fc.integer({ min: -500, max: 4_000 }).map(String),
    date: day,
    participantId: fc.constantFrom(...people),
    product: fc.constantFrom('New', 'Old', null),
    currency: fc.constantFrom('USD', 'EUR'),
    share: fc.constantFrom(null, '50', '33.33'),
  })
  .map(({ share, ...wanted }) => {
    const other = plain(decimal('100').minus(decimal(share ?? '0')));
    const splits = [
      { participantId: 'ann', sharePercent: share ?? '' },
      { participantId: 'ben', sharePercent: other },
    ];
    return sampleDeal('', wanted.amount, { ...wanted, splits: share === null ? [] : splits });
  });
const rate: fc.Arbitrary<ExchangeRate> = fc
  .record({ date: day, rate: fc.constantFrom('1.1', '1.2', '0.9') })
  .map((wanted) => ({ from: 'EUR', to: 'USD', source: 'ECB', ...wanted }));

const history: fc.Arbitrary<History> = fc
  .record({
    deals: fc.array(deal, { minLength: 1, maxLength: 16 }),
    quotas: fc.array(fc.integer({ min: 0, max: 6_000 }), { minLength: 6, maxLength: 6 }),
    rates: fc.uniqueArray(rate, { maxLength: 3, selector: ({ date }) => date }),
  })
  .map(({ deals, quotas, rates }) =>
    sampleHistory({
      span: HALF,
      participants: people.map((id) => sampleParticipant(id, id === 'cid' ? { hiredOn: '2024-05-01' } : {})),
      quotas: quotas.map((amount, i) => ({
        ...quotaOf(people[i % 3] ?? '', i < 3, String(amount)),
        ...(amount % 3 === 0 && { currency: 'EUR' }),
      })),
      deals: deals.map((one, i) => ({ ...one, id: `d${i}` })),
      exchangeRates: [{ from: 'EUR', to: 'USD', date: '2023-12-31', rate: '1', source: 'ECB' }, ...rates],
    }),
  );

function quotaOf(participantId: string, first: boolean, amount: string): Quota {
  const [from, to] = first ? ['2024-01-01', '2024-03-31'] : ['2024-04-01', '2024-06-30'];
  return { participantId, componentId: null, unit: '$', from, to, amount };
}

/** A change that fits the history: a deal moved, rewritten, added or taken away, a quota or a rate that became another. */
const changed = fc
  .tuple(history, fc.nat(), deal, fc.integer({ min: 0, max: 5 }), rate)
  .map(([before, pick, other, kind, written]) => {
    const deals = [...before.deals];
    const at = pick % deals.length;
    const old = deals[at] ?? null;
    if (kind <= 2) {
      const after = kind === 0 ? { ...other, id: 'late' } : kind === 1 ? { ...other, id: `d${at}` } : null;
      if (kind === 0) deals.push({ ...other, id: 'late' });
      else if (after === null) deals.splice(at, 1);
      else deals[at] = after;
      const change: Change = { of: 'deal', before: kind === 0 ? null : old, after };
      return { before, change, after: { ...before, deals } };
    }
    if (kind === 3) {
      const quotas = before.quotas.map((one, i) =>
        i === pick % 6 ? { ...one, amount: other.amount.replace('-', '') } : one,
      );
      const which = pick % 6;
      const change: Change = {
        of: 'quota',
        before: before.quotas[which] ?? null,
        after: quotas[which] ?? null,
      };
      return { before, change, after: { ...before, quotas } };
    }
    if (kind === 4) {
      const [, second] = before.exchangeRates;
      const kept = before.exchangeRates.filter((one) => one !== second);
      const change: Change = { of: 'exchange-rate', before: second ?? null, after: null };
      return { before, change, after: { ...before, exchangeRates: kept } };
    }
    const fresh = before.exchangeRates.every(({ date }) => date !== written.date);
    const after = fresh ? { ...before, exchangeRates: [...before.exchangeRates, written] } : before;
    return {
      before,
      change: { of: 'exchange-rate', before: null, after: fresh ? written : null } as Change,
      after,
    };
  });

function paid(given: History): readonly PeriodPay[] {
  const result = payHistory(plan, given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
  return result.value;
}
const keyOf = (period: string, line: { participantId: string; componentId: string }) =>
  `${period} ${line.participantId} ${line.componentId}`;

describe('[DEP-1] [DEP-2] [DEP-3] lines that depend on one changed record', () => {
  test('[DEP-5] recalculating only that equals a full run, byte for byte, and nothing else changed', () => {
    fc.assert(
      fc.property(changed, ({ before, change, after }) => {
        const affected = affectedBy(change, { plan, history: before });
        const named = new Set(affected.map((one) => keyOf(one.period.from, one)));
        const full = paid(after);
        const partial = paid(before).map(({ period, lines }) => ({
          period,
          lines: merged(lines, recalculated(after, period, affected), (line) =>
            named.has(keyOf(period.from, line)),
          ),
        }));
        expect(JSON.stringify(partial)).toBe(JSON.stringify(full));
      }),
      RUNS,
    );
  });

  /** Only the payees a dependence of the period names are paid again, and only their named lines are taken. */
  function recalculated(
    given: History,
    period: PeriodPay['period'],
    affected: ReturnType<typeof affectedBy>,
  ) {
    const ids = affected.filter((one) => one.period.from === period.from).map((one) => one.participantId);
    const { span: _, ...records } = given;
    const result = calculate({ ...records, plan, period, payeeIds: [...new Set(ids)] });
    if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)));
    return result.value.lines;
  }

  function merged(
    kept: readonly PayoutLine[],
    fresh: readonly PayoutLine[],
    isNamed: (line: PayoutLine) => boolean,
  ): readonly PayoutLine[] {
    const all = [...kept.filter((line) => !isNamed(line)), ...fresh.filter(isNamed)];
    const order = plan.components.map(({ id }) => id);
    return all.sort(
      (a, b) =>
        (a.participantId < b.participantId ? -1 : a.participantId > b.participantId ? 1 : 0) ||
        order.indexOf(a.componentId) - order.indexOf(b.componentId),
    );
  }

  test('a deal affects the payees it credits, the components that count it and gates that read them', () => {
    const one = sampleDeal('1', '100', { product: 'New' });
    const world = {
      plan,
      history: sampleHistory({ span: HALF, participants: people.map((id) => sampleParticipant(id)) }),
    };
    const moved: Change = { of: 'deal', before: one, after: { ...one, date: '2024-04-01' } };
    expect(affectedBy(moved, world).map((found) => keyOf(found.period.key, found))).toEqual([
      '2024-Q1 ann new',
      '2024-Q1 ann sales',
      '2024-Q2 ann new',
      '2024-Q2 ann sales',
    ]);
    const [first] = affectedBy(moved, world);
    expect(first?.message).toBe('Deal 1 of 2024-02-15 counts here.');
  });

  test('a deal of any component in an average affects the gated component', () => {
    const average = [
      { componentId: 'new', weightPercent: '60' },
      { componentId: 'count', weightPercent: '40' },
    ];
    const [sales, ...others] = plan.components;
    const gated = { ...sales!, filter: others[0]!.filter, gate: { average, atLeastPercent: '90' } };
    const world = {
      plan: { ...plan, components: [gated, ...others] },
      history: sampleHistory({ span: HALF, participants: people.map((id) => sampleParticipant(id)) }),
    };
    const late: Change = { of: 'deal', before: null, after: sampleDeal('1', '100', { product: 'Old' }) };
    const found = affectedBy(late, world).map((one) => keyOf(one.period.key, one));
    expect(found.toSorted()).toEqual(['2024-Q1 ann count', '2024-Q1 ann sales']);
  });

  test('a rate touches only the deals that are converted by it', () => {
    const deals = [
      sampleDeal('1', '100', { currency: 'EUR', date: '2024-02-01' }),
      sampleDeal('2', '100', { currency: 'EUR', date: '2024-05-01', participantId: 'ben' }),
    ];
    const rates = [{ from: 'EUR', to: 'USD', date: '2024-01-01', rate: '1', source: 'ECB' }];
    const world = {
      plan,
      history: sampleHistory({
        span: HALF,
        participants: people.map((id) => sampleParticipant(id)),
        deals,
        exchangeRates: rates,
      }),
    };
    const after = { from: 'EUR', to: 'USD', date: '2024-03-01', rate: '2', source: 'ECB' };
    const found = affectedBy({ of: 'exchange-rate', before: null, after }, world);
    expect(new Set(found.map(({ participantId, period }) => `${participantId} ${period.key}`))).toEqual(
      new Set(['ben 2024-Q2']),
    );
  });
});

describe('[DEP-4] enrollment, and effects on later periods', () => {
  const world = (wanted: Partial<Plan>, more: Partial<History> = {}) => ({
    plan: { ...plan, ...wanted },
    history: sampleHistory({ span: HALF, participants: people.map((id) => sampleParticipant(id)), ...more }),
  });
  const sale: Change = { of: 'deal', before: null, after: sampleDeal('1', '1', { product: 'Old' }) };
  const names = (found: ReturnType<typeof affectedBy>) => found.map((one) => keyOf(one.period.key, one));

  test('an enrolment touches everything of its person on its days', () => {
    const joined: Change = {
      of: 'enrolment',
      before: null,
      after: { participantId: 'ben', from: '2024-04-01', to: null },
    };
    expect(names(affectedBy(joined, world({})))).toEqual([
      '2024-Q2 ben count',
      '2024-Q2 ben new',
      '2024-Q2 ben sales',
    ]);
  });

  test('a cap over all components binds them together', () => {
    expect(names(affectedBy(sale, world({ planCap: '100' })))).toEqual([
      '2024-Q1 ann count',
      '2024-Q1 ann new',
      '2024-Q1 ann sales',
    ]);
  });

  test('rolled-up credit affects all managers above, and a window every later period', () => {
    const [first, second] = plan.components;
    const rolled = [
      { ...first!, gate: null, credit: { of: 'team', levels: null, factorPercents: [] } as const },
    ];
    const reportingLines = [
      { participantId: 'ann', managerId: 'ben', from: '2024-01-01', to: null },
      { participantId: 'ben', managerId: 'cid', from: '2024-01-01', to: null },
    ];
    const up = world({ components: rolled }, { reportingLines });
    expect(names(affectedBy(sale, up))).toEqual([
      '2024-Q1 ann sales',
      '2024-Q1 ben sales',
      '2024-Q1 cid sales',
    ]);
    const window = { kind: 'year-to-date', settle: 'deduct' } as const;
    const later = world({ components: [{ ...second!, filter: [], window }] });
    expect(names(affectedBy(sale, later))).toEqual(['2024-Q1 ann new', '2024-Q2 ann new']);
  });
});
