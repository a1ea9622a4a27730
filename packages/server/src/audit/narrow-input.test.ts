import { calculate } from '@attain/domain/payouts/calculate';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { describe, expect, test } from 'vitest';
import { narrowInput } from './narrow-input.ts';
import { someDeal, someInput, somePlan } from './statement.fixture.ts';

const [flat, own, tiers] = somePlan.components;

/** A plan whose pay depends on more than a payee's own deals of the period. */
function furtherInput(): CalculationInput {
  const deals = [
    someDeal({ id: 'before', date: '2026-01-15', participantId: 'ada', amount: '9000' }),
    someDeal({ id: 'own', date: '2026-02-15', participantId: 'ben', amount: '500', currency: 'EUR' }),
    someDeal({
      id: 'below',
      date: '2026-02-16',
      participantId: 'ada',
      overlays: [{ participantId: 'cyd', sharePercent: '50' }],
    }),
    someDeal({ id: 'elsewhere', date: '2026-02-17', participantId: 'eve' }),
  ];
  if (!flat || !own || !tiers) throw new Error('the plan has three components');
  const input = someInput(deals);
  return {
    ...input,
    plan: {
      ...somePlan,
      calendar: { period: 'month', fiscalYearStartMonth: 1 },
      exchange: { on: 'period-average' },
      proration: { by: 'days', of: 'quota' },
      components: [
        { ...flat, credit: { of: 'team', levels: null, factorPercents: ['50'] } },
        { ...own, approval: 'required' },
        { ...tiers, window: { kind: 'year-to-date', settle: 'deduct' } },
      ],
    },
    period: { key: '2026-02', from: '2026-02-01', to: '2026-02-28' },
    completeFrom: '2026-01-01',
    quotas: input.quotas.flatMap((quota) => [
      { ...quota, to: '2026-01-31' },
      { ...quota, from: '2026-02-01', to: '2026-02-28' },
    ]),
    reportingLines: [
      { participantId: 'ada', managerId: 'ben', from: '2026-01-01', to: null },
      { participantId: 'ben', managerId: 'dee', from: '2026-01-01', to: null },
    ],
    enrolments: input.participants.map(({ id }) => ({ participantId: id, from: '2026-01-10', to: null })),
    leaves: [{ participantId: 'eve', from: '2026-02-01', to: '2026-02-10' }],
    earlier: [
      {
        participantId: 'ada',
        componentId: 'tiers',
        from: '2026-01-01',
        to: '2026-01-31',
        amount: '10',
        carried: '0',
      },
    ],
  };
}

function linesOf(input: CalculationInput) {
  const result = calculate(input);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value.lines;
}

describe('[AUD-12] what a payee’s pay depends on beyond the own deals of the period', () => {
  test('the part of each payee gives the very same lines', () => {
    const input = furtherInput();
    const narrow = narrowInput(input);
    const whole = linesOf(input);
    expect(whole.some(({ credits }) => credits.some(({ role }) => role === 'roll-up'))).toBe(true);
    for (const { id } of input.participants) {
      expect(linesOf(narrow(id))).toEqual(whole.filter((line) => line.participantId === id));
    }
  });

  test('deals of those below are in it, and nobody else’s records', () => {
    const dee = narrowInput(furtherInput())('dee');
    expect(dee.deals.map(({ id }) => id)).toEqual(['before', 'own', 'below']);
    expect(dee.reportingLines).toHaveLength(2);
    expect([dee.leaves, dee.earlier, dee.enrolments?.map(({ participantId }) => participantId)]).toEqual([
      [],
      [],
      ['dee'],
    ]);
    expect(narrowInput(furtherInput())('eve').deals.map(({ id }) => id)).toEqual(['elsewhere']);
  });
});
