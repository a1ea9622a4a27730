import { describe, expect, test } from 'vitest';
import { plain } from '../base/decimal.ts';
import type { Period } from '../base/period.ts';
import { quotient } from '../base/ratio.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { calculate } from '../payouts/calculate.ts';
import { sampleInput } from '../payouts/scenarios/sample-input.fixture.ts';
import { parsePlan } from '../plans/parse-plan.ts';
import { checkPlan } from '../plans/plan-checks.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import type { PayTermReading } from '../plans/terms.ts';
import { attendanceBook, checkAttendance } from './attendance.ts';
import type { PayTerm } from './participant.ts';
import type { PartTerms } from './proration.ts';
import { samplePart, sampleParticipant, sampleQuota } from './sample-quota.fixture.ts';
import { targetFor } from './target.ts';

const q1: Period = { key: '2026-Q1', from: '2026-01-01', to: '2026-03-31' };

function term(
  from: string,
  to: string | null,
  target: string | null,
  wanted: Partial<PayTerm> = {},
): PayTerm {
  return {
    participantId: 'ann',
    from,
    to,
    targetVariableAnnual: target,
    commissionRatePercent: null,
    ...wanted,
  };
}

const promoted = [term('2025-01-01', '2026-02-14', '60000'), term('2026-02-15', null, '72000')];

function target(
  payTerms: readonly PayTerm[],
  reading: PayTermReading = 'days',
  wanted: Partial<PartTerms> & { ramps?: never } = {},
) {
  const participant = sampleParticipant('ann', { targetVariableAnnual: null });
  const part = samplePart({ participant, ...wanted });
  const attendance = { ...part.attendance, payTerms: attendanceBook({ payTerms })('ann').payTerms };
  const terms = { ...part, attendance, currency: 'USD', component: sampleComponent(), payTerms: reading };
  const found = targetFor([q1], terms);
  if (!found.ok) return found.problems.map(({ rule, path }) => `${rule} ${path}`);
  const value = found.value;
  return value === null ? null : [plain(quotient(value.amount)), value.parts[0]?.formula];
}

describe('[QUOTA-22] the target of a period whose pay terms change in it', () => {
  test('by days: 60,000 to Feb 14 and 72,000 from Feb 15, 45 days each, is 16,500.00', () => {
    expect(target(promoted)).toEqual([
      '16500',
      '60,000.00 × 3 ÷ 12 × 45 ÷ 90 days + 72,000.00 × 3 ÷ 12 × 45 ÷ 90 days',
    ]);
  });

  test('by months, each on the term of its first day: two at 60,000 and one at 72,000', () => {
    expect(target(promoted, 'months')).toEqual([
      '16000',
      '60,000.00 × 3 ÷ 12 × 2 ÷ 3 months + 72,000.00 × 3 ÷ 12 × 1 ÷ 3 months',
    ]);
  });

  test('by the term of the last day: all of it at 72,000', () => {
    expect(target(promoted, 'period-end')).toEqual(['18000', '72,000.00 × 3 ÷ 12']);
  });

  test('a term that does not change in the period is paid like an undated target', () => {
    expect(target([term('2025-01-01', null, '60000')])).toEqual(['15000', '60,000.00 × 3 ÷ 12']);
  });

  test('proration by days counts within each term: hired on Jan 31, so 15 + 45 of 90 days', () => {
    const participant = sampleParticipant('ann', { targetVariableAnnual: null, hiredOn: '2026-01-31' });
    const proration = { by: 'days', of: 'target' } as const;
    // 15,000 × 15/90 + 18,000 × 45/90
    expect(target(promoted, 'days', { participant, proration })).toMatchObject(['11500', expect.any(String)]);
  });
});

describe('[QUOTA-21] which term holds on a day', () => {
  test('before the first term the own column holds: it is the first term', () => {
    const participant = sampleParticipant('ann', { targetVariableAnnual: '60000' });
    expect(target([term('2026-02-15', null, '72000')], 'days', { participant })?.[0]).toBe('16500');
  });

  test('days of employment without a term are told', () => {
    expect(target([term('2026-02-15', null, '72000')])).toEqual(['QUOTA-21 payTerms[ann, 2026-01-01]']);
    const gap = [term('2025-01-01', '2026-01-31', '60000'), term('2026-02-15', null, '72000')];
    expect(target(gap)).toEqual(['QUOTA-21 payTerms[ann, 2026-02-01]']);
  });

  test('before hiring and after leaving the nearest term holds', () => {
    const hired = sampleParticipant('ann', { targetVariableAnnual: null, hiredOn: '2026-02-15' });
    expect(target([term('2026-02-15', null, '72000')], 'days', { participant: hired })?.[0]).toBe('18000');
    const left = sampleParticipant('ann', { targetVariableAnnual: null, leftOn: '2026-02-14' });
    expect(target([term('2025-01-01', '2026-02-14', '60000')], 'days', { participant: left })?.[0]).toBe(
      '15000',
    );
  });

  test('a target in another currency is refused, not read as the plan’s', () => {
    expect(target([term('2025-01-01', null, '60000', { currency: 'EUR' })])).toEqual([
      'QUOTA-21 payTerms[ann, 2026-01-01].currency',
    ]);
  });

  test('a term without target beside one with a target is told, none at all is none', () => {
    expect(target([term('2025-01-01', '2026-02-14', null), term('2026-02-15', null, '72000')])).toEqual([
      'QUOTA-22 payTerms[ann, 2026-01-01]',
    ]);
    expect(target([term('2025-01-01', null, null)])).toBeNull();
  });

  test.each([
    ['overlap', [term('2026-01-01', '2026-02-15', '1'), term('2026-02-15', null, '2')]],
    ['end before they start', [term('2026-02-01', '2026-01-01', '1')]],
    ['are no days', [term('2026-02-30', null, '1')]],
    ['are below zero', [term('2026-01-01', null, '-1')]],
    ['are no numbers', [term('2026-01-01', null, '60,000')]],
  ])('terms that %s', (_, payTerms) =>
    expect(checkAttendance({ payTerms }).map(({ rule }) => rule)).toEqual(['QUOTA-21']),
  );
});

test('[TERM-9] pay terms by days beside targets by whole months are refused', () => {
  const plan = samplePlan({ payTerms: 'days', proration: { by: 'whole-months', of: 'both' } });
  expect(checkPlan(plan).map(({ rule }) => rule)).toEqual(['TERM-9']);
  expect(checkPlan({ ...plan, payTerms: 'months' })).toEqual([]);
  const read = parsePlan(JSON.parse(JSON.stringify({ ...plan, payTerms: 'weekly' })));
  expect(read.ok).toBe(false);
});

describe('[QUOTA-23] an own commission rate holds for the deals of its days', () => {
  const component = sampleComponent({ rate: { kind: 'individual' } });
  const rated = (from: string, to: string | null, commissionRatePercent: string | null) =>
    term(from, to, null, { commissionRatePercent });
  const deals = [
    sampleDeal('d1', '10000', { date: '2024-02-14' }),
    sampleDeal('d2', '10000', { date: '2024-02-15' }),
  ];
  const input = sampleInput({
    plan: samplePlan({ components: [component] }),
    participants: [sampleParticipant('ann')],
    quotas: [sampleQuota('100000')],
    deals,
  });

  test('2% until Feb 14, then 3%: 200.00 + 300.00, told so', () => {
    const payTerms = [rated('2024-01-01', '2024-02-14', '2'), rated('2024-02-15', null, '3')];
    const paid = calculate({ ...input, payTerms });
    expect(paid.ok && paid.value.lines).toMatchObject([
      {
        amount: '500.00',
        credits: [{ earned: '200.00' }, { earned: '300.00' }],
        message: expect.stringContaining('2% until 2024-02-14, then 3%'),
        rules: expect.arrayContaining(['QUOTA-23']),
      },
    ]);
  });

  test('the same rate on all days is one rate', () => {
    const payTerms = [rated('2024-01-01', '2024-02-14', '2'), rated('2024-02-15', null, '2.0')];
    const paid = calculate({ ...input, payTerms });
    expect(paid.ok && paid.value.lines[0]).toMatchObject({
      amount: '400.00',
      rules: expect.arrayContaining(['PAY-2']),
    });
  });

  test('a limit on attainment pays the same part of each deal', () => {
    const limited = { ...component, limits: [{ kind: 'attainment', atMostPercent: '10' } as const] };
    const payTerms = [rated('2024-01-01', '2024-02-14', '2'), rated('2024-02-15', null, '3')];
    const paid = calculate({ ...input, plan: samplePlan({ components: [limited as never] }), payTerms });
    // 10,000 of 20,000 count
    expect(paid.ok ? paid.value.total : paid.problems).toBe('250.00');
  });

  test('a credited day without a rate is refused', () => {
    const payTerms = [rated('2024-01-01', '2024-02-14', '2'), rated('2024-02-15', null, null)];
    const paid = calculate({ ...input, payTerms });
    expect(!paid.ok && paid.problems.map(({ rule }) => rule)).toEqual(['QUOTA-23']);
  });
});
