import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimal, plain, sum } from '../../base/decimal.ts';
import { minorDigits, roundMoney } from '../../base/money.ts';
import type { Split } from '../../crediting/deal.ts';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import type { Plan, Rate } from '../../plans/plan.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant, sampleQuota } from '../../quotas/sample-quota.fixture.ts';
import { calculate } from '../calculate.ts';
import { roundingSplits } from '../scenarios/rounding-splits.fixture.ts';
import { sampleInput } from '../scenarios/sample-input.fixture.ts';
import { tablePay, tierTable } from '../tier-table.ts';

const RUNS = { numRuns: 300 };
const people = ['ann', 'ben', 'cid', 'dee', 'eve', 'fay'];

/** Shares of two to six people, to the hundredth of a percent. */
const splits = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 5 })
  .map((cuts) => [0, ...cuts.sort((a, b) => a - b), 10_000])
  .map((cuts) =>
    cuts.slice(1).map((cut, i): Split => {
      const share = decimal(String(cut - (cuts[i] ?? 0))).times('0.01');
      return { participantId: people[i] ?? '', sharePercent: plain(share) };
    }),
  );
const amount = fc.integer({ min: -3_000_000, max: 9_000_000 }).map((thousandths) => {
  return plain(decimal(String(thousandths)).times('0.001'));
});
const percent = fc.integer({ min: 0, max: 3_000 }).map((one) => plain(decimal(String(one)).times('0.01')));
const settings = fc.record({
  currency: fc.constantFrom('USD', 'USD', 'JPY', 'KWD'),
  mode: fc.constantFrom('HALF_UP' as const, 'HALF_EVEN' as const),
});
const deals = fc.array(fc.record({ amount, splits }), { minLength: 1, maxLength: 4 });

type Settings = { readonly currency: string; readonly mode: Plan['rounding']['mode'] };

/** What each deal pays each of its people, `deal participant`. */
function parts(
  rate: Rate,
  { currency, mode }: Settings,
  given: readonly { readonly amount: string; readonly splits: readonly Split[] }[],
): ReadonlyMap<string, Decimal> {
  const plan = samplePlan({ currency, rounding: { mode }, components: [sampleComponent({ rate })] });
  const found = calculate(
    sampleInput({
      plan: roundingSplits(plan),
      participants: people.map((id) => sampleParticipant(id, { commissionRatePercent: '7.77' })),
      quotas: people.map((participantId) => sampleQuota('777.77', { participantId })),
      deals: given.map((one, i) => sampleDeal(`d${i}`, one.amount, { currency, splits: one.splits })),
    }),
  );
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  const { lines } = found.value;
  for (const { amount: paid, credits } of lines)
    expect(plain(sum(credits.map(({ earned }) => decimal(earned))))).toBe(plain(decimal(paid)));
  return new Map(
    lines.flatMap(({ credits }) =>
      credits.map((one) => [`${one.dealId} ${one.participantId}`, decimal(one.earned)] as const),
    ),
  );
}

test('[PAY-44] the parts of a split deal sum to what it pays unsplit, each less than a cent from its exact value', () => {
  const property = fc.property(percent, settings, deals, (ratePercent, set, given) => {
    const found = parts({ kind: 'flat', ratePercent }, set, given);
    given.forEach((deal, i) => {
      const whole = decimal(deal.amount).times(decimal(ratePercent)).times('0.01');
      const own = deal.splits.map(({ participantId }) => found.get(`d${i} ${participantId}`)!);
      expect(plain(sum(own))).toBe(plain(roundMoney(whole, set.currency, set.mode)));
      deal.splits.forEach(({ sharePercent }, k) => {
        const exact = whole.times(decimal(sharePercent)).times('0.01');
        expect(
          own[k]!.minus(exact)
            .abs()
            .lt(`1e-${minorDigits(set.currency)}`),
        ).toBe(true);
      });
    });
  });
  fc.assert(property, RUNS);
});

test('[PAY-44] where a table looks at each part, the parts sum to what the table pays on them', () => {
  const tiers = [
    { from: '0', to: '300', ratePercent: '1.25' },
    { from: '300', to: '2000.005', ratePercent: '3.333' },
    { from: '2000.005', to: null, ratePercent: '7' },
  ];
  const kind = fc.constantFrom('marginal' as const, 'retroactive' as const);
  const property = fc.property(kind, settings, deals, (read, set, given) => {
    const rate: Rate = { kind: read, thresholds: 'amount', per: 'deal', tiers };
    const table = tierTable({ kind: read, tiers }, null);
    const found = parts(rate, set, given);
    given.forEach((deal, i) => {
      const own = deal.splits.map(({ participantId }) => found.get(`d${i} ${participantId}`)!);
      const exact = deal.splits.map(({ sharePercent }) =>
        tablePay(table, decimal(deal.amount).times(decimal(sharePercent)).times('0.01')),
      );
      expect(plain(sum(own))).toBe(plain(roundMoney(sum(exact), set.currency, set.mode)));
      exact.forEach((pay, k) => {
        expect(
          own[k]!.minus(pay)
            .abs()
            .lt(`1e-${minorDigits(set.currency)}`),
        ).toBe(true);
      });
    });
  });
  fc.assert(property, RUNS);
});

test('[PAY-44] rates that are quotients, or the same for all, sum as well', () => {
  const kind = fc.constantFrom('icr' as const, 'individual' as const);
  const property = fc.property(kind, settings, deals, (read, set, given) => {
    const found = parts({ kind: read }, set, given);
    given.forEach((deal, i) => {
      const alone = parts({ kind: read }, set, [
        { ...deal, splits: [{ participantId: 'ann', sharePercent: '100' }] },
      ]);
      const own = deal.splits.map(({ participantId }) => found.get(`d${i} ${participantId}`)!);
      expect(plain(sum(own))).toBe(plain(alone.get('d0 ann')!));
    });
  });
  fc.assert(property, RUNS);
});

test('[PAY-44] without the option nothing changes', () => {
  const input = sampleInput({
    participants: ['ann', 'ben'].map((id) => sampleParticipant(id)),
    plan: samplePlan({ components: [sampleComponent({ rate: { kind: 'flat', ratePercent: '10' } })] }),
    deals: [
      sampleDeal('d', '81859.05', {
        splits: [
          { participantId: 'ann', sharePercent: '60' },
          { participantId: 'ben', sharePercent: '40' },
        ],
      }),
    ],
  });
  const paid = (plan: Plan) => {
    const found = calculate({ ...input, plan });
    return found.ok ? found.value.lines.map(({ amount: text }) => text) : found.problems;
  };
  expect(paid(input.plan)).toEqual(['4911.54', '3274.36']);
  expect(paid(roundingSplits(input.plan))).toEqual(['4911.55', '3274.36']);
});
