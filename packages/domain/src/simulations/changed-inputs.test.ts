import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { calculate } from '../payouts/calculate.ts';
import type { CalculationInput, PayoutLine } from '../payouts/payout.ts';
import { randomDeal, randomInput } from '../payouts/scenarios/random-input.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../quotas/sample-quota.fixture.ts';
import { changedInputs, type PayeeRecords } from './changed-inputs.ts';

const quarter = { key: '2024-Q1', from: '2024-01-01', to: '2024-03-31' };

describe('[DEP-6] differences between kept and current inputs', () => {
  test('every changed line has a record that names its component', () => {
    fc.assert(
      fc.property(randomInput, fc.array(randomDeal, { maxLength: 3 }), fc.nat(), (input, more, pick) => {
        const id = input.participants[0]?.id ?? '';
        const fresh = more.map((deal, i) => ({ ...deal, id: `late${i}` }));
        const deals = [...input.deals.filter((_, i) => i !== pick % 7), ...fresh];
        const quotas = input.quotas.map((quota, i) => (i === pick % 5 ? { ...quota, amount: '777' } : quota));
        const [before, after] = [input, { ...input, deals, quotas }].map((one) => paid(one, id));
        if (!before || !after) return;
        const changes = changedInputs(
          input,
          recordsOf(input, id),
          recordsOf({ ...input, deals, quotas }, id),
        );
        const said = new Set(changes.flatMap(({ componentIds }) => componentIds));
        for (const componentId of differingLines(before, after)) expect(said).toContain(componentId);
      }),
      { numRuns: 300 },
    );
  });

  test('states the record, its old and new value, and the components it can decide', () => {
    const components = [
      sampleComponent({ id: 'bikes', filter: [{ field: 'product', in: ['Bikes'] }] }),
      sampleComponent({ id: 'boats', filter: [{ field: 'product', in: ['Boats'] }] }),
    ];
    const plan = samplePlan({ components });
    const records = {
      participant: sampleParticipant('ann'),
      quotas: [{ participantId: 'ann', componentId: 'boats', unit: '$', ...span, amount: '100' } as const],
      deals: [sampleDeal('d1', '10', { product: 'Bikes' })],
      exchangeRates: [],
    };
    const now: PayeeRecords = {
      ...records,
      quotas: [{ ...records.quotas[0]!, amount: '120' }],
      deals: [sampleDeal('d1', '12', { product: 'Bikes' }), sampleDeal('d2', '5', { product: 'Cars' })],
    };
    expect(changedInputs({ plan, period: quarter }, records, now)).toEqual([
      { message: 'Deal d1: amount 10 becomes 12.', componentIds: ['bikes'] },
      { message: 'Deal d2 is new (amount 5, currency USD, date 2024-02-15).', componentIds: [] },
      {
        message: 'Quota for boats ($) from 2024-01-01 to 2024-03-31: amount 100 becomes 120.',
        componentIds: ['boats'],
      },
    ]);
    expect(changedInputs({ plan, period: quarter }, records, records)).toEqual([]);
    const own = (ownFields?: Record<string, string>) => ({
      ...records,
      deals: [sampleDeal('d1', '10', { product: 'Bikes', ...(ownFields && { ownFields }) })],
    });
    const [web, fair] = [own({ Channel: 'Web', Area: 'x' }), own({ Area: 'x', Channel: 'Fair' })];
    expect(changedInputs({ plan, period: quarter }, web, fair)).toEqual([
      {
        message: 'Deal d1: ownFields Area x, Channel Web becomes Area x, Channel Fair.',
        componentIds: ['bikes'],
      },
    ]);
    expect(changedInputs({ plan, period: quarter }, own(), own({}))).toEqual([]);
  });

  test('an exchange rate is shown with its deal; new and removed payees have all lines', () => {
    const plan = samplePlan({ components: [sampleComponent({ id: 'all' })] });
    const rate = { from: 'EUR', to: 'USD', date: '2024-01-01', rate: '1.1', source: 'ECB' };
    const records = {
      participant: sampleParticipant('ann'),
      quotas: [],
      deals: [sampleDeal('d1', '10', { currency: 'EUR' })],
      exchangeRates: [rate],
    };
    const now = { ...records, exchangeRates: [{ ...rate, rate: '1.2' }] };
    const setting = { plan, period: quarter };
    expect(changedInputs(setting, records, now)).toEqual([
      {
        message:
          'Deal d1 of 2024-02-15 is converted from EUR at 1.2 of 2024-01-01; it was 1.1 of 2024-01-01.',
        componentIds: ['all'],
      },
    ]);
    expect(changedInputs(setting, null, records)[0]?.componentIds).toEqual(['all']);
    expect(changedInputs(setting, records, null)[0]?.message).toContain('no longer paid by the plan');
    const two = [plan.components[0]!, sampleComponent({ id: 'another' })];
    const gone = { ...records, enrolments: [{ participantId: 'ann', from: '2023-01-01', to: '2023-12-31' }] };
    const pay = { participantId: 'ann', componentId: 'all', from: '2023-10-01', to: '2023-12-31' };
    const carried = { ...gone, earlier: [{ ...pay, amount: '1', carried: '5' }] };
    const [brought] = changedInputs({ ...setting, plan: { ...plan, components: two } }, gone, carried);
    expect(brought?.componentIds).toEqual(['all', 'another']);
  });
});

const span = { from: '2024-01-01', to: '2024-03-31' };

function paid(input: CalculationInput, id: string): readonly PayoutLine[] | null {
  const result = calculate({ ...input, payeeIds: [id], fundLeft: 'settle-here' });
  return result.ok ? result.value.lines : null;
}

/** As a run keeps them: the deals that credit the payee, the payee's own quotas, everything else. */
function recordsOf(input: CalculationInput, id: string): PayeeRecords {
  const { participants, fundLeft: _, quotas, ...rest } = input;
  const own = quotas.filter(({ participantId }) => participantId === id);
  return { ...rest, quotas: own, participant: participants.find((one) => one.id === id)! };
}

function differingLines(before: readonly PayoutLine[], after: readonly PayoutLine[]): string[] {
  const figures = ({ amount, credited, quota, attainmentPercent, target }: PayoutLine) =>
    JSON.stringify([amount, credited, quota, attainmentPercent, target]);
  const was = new Map(before.map((line) => [line.componentId, figures(line)]));
  const is = new Map(after.map((line) => [line.componentId, figures(line)]));
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id));
}
