import type { PredictiveInsights } from '@attain/contract/analytics';
import type { Run } from '@attain/contract/calculations';
import type { Dispute } from '@attain/contract/disputes';
import type { Statement, StatementRow } from '@attain/contract/payouts';
import type { Suggestion } from '@attain/contract/suggestions';
import { readQuestion } from '@attain/domain/questions/grammar';
import { describe, expect, test } from 'vitest';
import { attainmentInWords } from '../../base/figures-in-words.ts';
import { moneyInWords } from '../../base/money-in-words.ts';
import { answerQuestion } from './answer-question.ts';
import type { Reached, Sources } from './sources.ts';

const period = (key: string) => ({ key, from: '', to: '' });

/** A workspace in memory: two plans, two currencies, three people, two of them with a name alike. */
const run = (id: string, planName: string, key: string, total: string, rest: Partial<Run> = {}): Run =>
  ({
    id,
    planId: planName,
    planName,
    period: period(key),
    total,
    currency: 'USD',
    version: 1,
    status: 'completed',
    stale: [],
    participantCount: 2,
    ...rest,
  }) as Run;
const runs = [
  run('r4b', 'East', '2025-Q4', '300.10', { version: 2 }),
  run('e4', 'Europe', '2025-Q4', '50.00', {
    currency: 'EUR',
    stale: [{ importId: null, changeId: null, message: 'Deals came' }],
  }),
  run('r3', 'East', '2025-Q3', '100.20'),
];
const row = (
  runId: string,
  key: string,
  participantName: string,
  total: string,
  currency = 'USD',
): StatementRow => ({
  runId,
  planId: '00000000-0000-4000-8000-000000000001',
  planName: 'East',
  period: period(key),
  participantId: participantName.toLowerCase(),
  participantName,
  currency,
  total,
  version: 1,
  calculatedAt: null,
  status: 'calculated',
  earlier: null,
  acknowledgedAt: null,
});
const statements = [
  row('r4b', '2025-Q4', 'Ada Byron', '200.05'),
  row('r4b', '2025-Q4', 'Ada Lovelace', '100.05'),
  row('e4', '2025-Q4', 'Emmy', '50.00', 'EUR'),
  row('r3', '2025-Q3', 'Ada Lovelace', '100.20'),
];
const workspace: Sources = {
  ownId: 'ada lovelace',
  scope: 'tenant',
  runs: async (wanted) =>
    runs.filter(({ period: { key } }) => wanted === undefined || key.startsWith(wanted)),
  staleRuns: async () => runs.filter(({ stale }) => stale.length > 0),
  earners: async () => [],
  reached: async () => [],
  statements: async ({ participantId, search }) => ({
    rows: statements.filter(
      (one) =>
        (!participantId || one.participantId === participantId) &&
        (!search || one.participantName.toLowerCase().includes(search.toLowerCase())),
    ),
    cut: false,
  }),
  statement: async (runId, participantId) =>
    ({
      run: run(runId, 'East', '2025-Q4', '1'),
      currency: 'USD',
      lines: [
        {
          runId,
          participantId,
          componentId: 'c1',
          componentName: 'Bookings',
          currency: 'USD',
          nextTier: null,
        },
        {
          runId,
          participantId,
          componentId: 'c2',
          componentName: 'Renewals',
          currency: 'USD',
          nextTier: { message: 'Credit 10.00 more', needed: '10.00', wouldPay: '12.50' },
        },
      ],
    }) as unknown as Statement,
  deals: async () => [],
  imports: async () => ({ rows: [], cut: true }),
  suggestions: async () => ({ rows: [], cut: false }),
  plans: async () => ({ rows: [], cut: false }),
  changes: async () => ({ before: null, totalDelta: '0.00', rows: [], cut: false, causes: [] }),
  approvals: async () => ({ rows: [], cut: false }),
  tasks: async () => ({ rows: [], cut: false }),
  forecasts: async () => ({ forecasts: [], withheld: null }) as unknown as PredictiveInsights,
  disputes: async () => ({ rows: [], cut: false }),
  pipeline: async () => ({ stored: 0, winRate: { won: 0, lost: 0, percent: null }, open: [] }),
};

function figureOf(value: string | null, unit: string | null) {
  if (value === null || unit === null) return value;
  return unit === '%' ? attainmentInWords(value) : moneyInWords(value, unit);
}

async function ask(text: string, sources: Partial<Sources> = {}) {
  const question = readQuestion(text, '2026-11-22');
  if (!question) throw new Error(`"${text}" was not understood.`);
  const { message, facts } = await answerQuestion(question, { ...workspace, ...sources });
  return {
    message,
    facts: facts.map(({ label, value, unit, source }) => [label, figureOf(value, unit), source]),
  };
}

describe('[SHELL-PROD-07] answers', () => {
  test('[ASK-13] two periods are compared within a currency, with the calculations of both', async () => {
    const { message, facts } = await ask('Compare 2025-Q3 with 2025-Q4');
    expect(message).toBe(
      'The pay in 2025-Q4 is $300.10, $199.90 more than in 2025-Q3 ($100.20). The pay in 2025-Q4 is €50.00, €50.00 more than in 2025-Q3 (€0.00). 2 calculations against 1.',
    );
    expect(facts.map(([, , source]) => source)).toEqual([
      'Calculation 2025-Q4, v2',
      'Calculation 2025-Q4, v1',
      'Calculation 2025-Q3, v1',
    ]);
    const none = await ask('Compare 2025-Q4 with 2024-Q4');
    expect(none).toEqual({
      message:
        'Nothing can be compared: no total can be shown for 2024-Q4. Nothing has been calculated in 2024-Q4 yet.',
      facts: [],
    });
  });

  test('[ASK-14] open suggestions are listed with their stored savings, which are not added', async () => {
    const one = {
      id: 'add-cap-mbo',
      uuid: 'u1',
      title: 'Cap MBO',
      planName: 'East',
      currency: 'USD',
      projectedSavings: '75000.00',
      impact: 'Saves money.',
    } as Suggestion;
    const two = { ...one, id: 'note', uuid: 'u2', title: 'A note', projectedSavings: null };
    const { message, facts } = await ask('What do you suggest?', {
      suggestions: async () => ({ rows: [one, two], cut: false }),
    });
    expect(message).toBe('2 suggestions are open. Their savings overlap, so they are not added.');
    expect(facts).toEqual([
      ['Cap MBO', '$75,000.00', 'Suggestion add-cap-mbo'],
      ['A note', null, 'Suggestion note'],
    ]);
  });

  test('[ASK-17] a forecast says its range and how far past forecasts were off, or what is missing', async () => {
    const ahead = {
      from: '2025-10-01',
      to: '2025-12-31',
      value: '1200.00',
      interval: { low: '1000.00', high: '1400.00' },
      missingForInterval: 0,
      backtest: { origins: 6, averageError: 0.084 },
    };
    const forecasts = [
      { of: 'bookings', currency: 'USD', forecast: ahead, missing: 0 },
      { of: 'pay-cost', currency: 'USD', forecast: null, missing: 2 },
    ];
    const { message, facts } = await ask('What is the forecast for next quarter?', {
      forecasts: async () => ({ forecasts, withheld: null }) as unknown as PredictiveInsights,
    });
    expect(message).toBe(
      "Bookings from Oct 1, 2025 to Dec 31, 2025: $1,200.00, typically $1,000.00 to $1,400.00. The last 6 forecasts were off by 8% on average. Pay can't be forecast yet: 2 more periods are needed.",
    );
    expect(facts).toEqual([['Bookings', '$1,200.00', 'Predictive Insights']]);
    // [FC-10] where open opportunities carry the figure, theirs is said
    const stages = { ...ahead, value: '900.00', interval: null, missingForInterval: 7, backtest: null };
    const byStages = [{ ...forecasts[0], forecast: null, stages, carriedBy: 'stages' }];
    const { message: carried } = await ask('What is the forecast for next quarter?', {
      forecasts: async () => ({ forecasts: byStages, withheld: null }) as unknown as PredictiveInsights,
    });
    expect(carried).toBe(
      'Bookings from Oct 1, 2025 to Dec 31, 2025: $900.00, without a range, which needs 7 more periods.',
    );
  });

  test('[ASK-18] open disputes are listed with the pay in dispute and who answers next', async () => {
    const one = {
      id: 'x',
      participantName: 'Ada Lovelace',
      componentName: null,
      planName: 'East',
      periodKey: '2025-Q4',
      paid: '100.05',
      currency: 'USD',
      waitingOn: 'reviewer',
    } as unknown as Dispute;
    const disputes = async () => ({ rows: [one], cut: false });
    const { message, facts } = await ask('Which disputes are open?', { disputes });
    expect(message).toBe('1 dispute is open.');
    expect(facts).toEqual([['Ada Lovelace, East', '$100.05', 'Dispute about 2025-Q4']]);
    expect((await ask('disputes in 2025-Q3', { disputes })).message).toBe(
      'No dispute you can see is open in 2025-Q3.',
    );
  });

  test('[ASK-19] the pipeline is said by currency and stage, with what is not known of it', async () => {
    const stages = [{ stage: 'Proposal', opportunities: 3, amount: '350000.01' }];
    const usd = { currency: 'USD', opportunities: 4, amount: '350000.01', withoutAmount: 1, stages };
    const one = { ...usd, expected: '210000.01', withoutChance: 2 };
    const asked: unknown[] = [];
    const pipeline: Sources['pipeline'] = async (days) => {
      asked.push(days);
      return { stored: 30, winRate: { won: 8, lost: 12, percent: 40 }, open: days === null ? [one] : [] };
    };
    const { message, facts } = await ask('What is in the pipeline?', { pipeline });
    expect(message).toBe(
      '4 opportunities are open: $350,000.01, of which $210,000.01 is expected by their chances. 1 of them has no amount. No chance is known of 2, so they are not in what is expected. 8 of 20 decided ones were won (40%).',
    );
    expect(facts).toEqual([['Proposal', '$350,000.01', 'Opportunities']]);
    expect((await ask('open opportunities in 2025-Q4', { pipeline })).message).toBe(
      'None of 30 opportunities you can see is open in 2025-Q4.',
    );
    expect(asked).toEqual([null, { from: '2025-10-01', to: '2025-12-31' }]);
    expect((await ask('How many opportunities are open?')).message).toContain(
      'No opportunity you can see is stored',
    );
  });

  test('[ASK-5] a total adds within a currency only, and lists its calculations', async () => {
    const { message, facts } = await ask('How much did we pay in 2025-Q4?');
    expect(message).toBe('The pay in 2025-Q4 is $300.10 and €50.00, in 2 calculations.');
    expect(facts).toEqual([
      ['East', '$300.10', 'Calculation 2025-Q4, v2'],
      ['Europe', '€50.00', 'Calculation 2025-Q4, v1'],
    ]);
    expect((await ask('total in 2025')).message).toContain('$400.30 and €50.00, in 3 calculations');
    expect((await ask('total in 2019')).message).toBe('Nothing has been calculated in 2019 yet.');
  });

  test('[ASK-6] a name is found, or listed when it fits several, or said to be unknown', async () => {
    expect((await ask('How much did ada lovelace earn in 2025-Q3?')).message).toBe(
      'Ada Lovelace earned $100.20 in 2025-Q3.',
    );
    expect((await ask('How much did I earn?')).message).toBe(
      'Ada Lovelace earned $100.05 in 2025-Q4, the latest calculated period.',
    );
    const several = await ask('pay of Ada');
    expect(several.message).toContain('matches 2 people');
    expect(several.facts.map(([name]) => name)).toEqual(['Ada Byron', 'Ada Lovelace']);
    expect((await ask('pay of Grace')).message).toBe('No one you can see is named “Grace”.');
    expect((await ask('my pay', { ownId: null })).message).toContain('not linked to a payee');
    expect((await ask('my pay in 2019')).message).toContain(
      'no statement in 2019. The latest is for 2025-Q4.',
    );
  });

  const reached = (participantName: string, percent: string): Reached => ({
    runId: 'r4b',
    periodKey: '2025-Q4',
    participantId: participantName.toLowerCase(),
    participantName,
    componentId: 'c1',
    componentName: 'Bookings',
    percent,
  });
  /** Sources in which these are the lines, ranked. */
  const lines = (...all: readonly Reached[]): Partial<Sources> => ({
    reached: async ({ side, count }) =>
      all
        .filter(({ percent }) => !side || (side === 'above' ? Number(percent) > 100 : Number(percent) < 100))
        .slice(0, count),
  });

  test('[ASK-11] reaching quota is not being above it', async () => {
    const question = 'Who is furthest above quota in 2025-Q4?';
    const atQuota = await ask(question, lines(reached('Ada Byron', '100'), reached('Emmy', '99.9999')));
    expect(atQuota.message).toBe(
      'No one is above quota in 2025-Q4. The highest attainment is 100%: Ada Byron, Bookings.',
    );
    const above = await ask(question, lines(reached('Ada Byron', '100.01'), reached('Emmy', '100')));
    expect(above.message).toBe(
      'Ada Byron has the highest attainment in 2025-Q4: 100.01% of quota for Bookings.',
    );
    expect(above.facts.map(([name]) => name)).toEqual(['Ada Byron']);
    const missed = await ask(
      'Who missed quota?',
      lines(reached('Emmy', '99.9999'), reached('Ada Byron', '100')),
    );
    expect(missed.facts).toEqual([['Emmy', '99.99%', 'Payout line 2025-Q4']]);
  });

  test('[ASK-10] an answer says whose results it saw', async () => {
    const team = await ask('Who is furthest above quota in 2025-Q4?', {
      ...lines(reached('Ada Byron', '120')),
      scope: 'team',
    });
    expect(team.message).toBe(
      'Among the people you can see: Ada Byron has the highest attainment in 2025-Q4: 120% of quota for Bookings.',
    );
  });

  test('[ASK-10] [ASK-11] with only the own results in sight, quota questions are answered about oneself', async () => {
    const statement = async () =>
      ({
        run: run('r4b', 'East', '2025-Q4', '1'),
        lines: [
          { ...reached('Ada Lovelace', ''), attainmentPercent: '100', credited: '1', quota: null },
          { ...reached('Ada Lovelace', ''), attainmentPercent: null },
        ],
      }) as unknown as Statement;
    const own: Partial<Sources> = { scope: 'own', statement };
    expect((await ask('Who is furthest above quota in 2025-Q4?', own)).message).toBe(
      'You can see only your own results. Attainment of Ada Lovelace in 2025-Q4: 100% of quota for Bookings.',
    );
    expect((await ask('What will I earn this quarter?', own)).message).toBe(
      "Tell Me reads calculated results and doesn't project pay. Ada Lovelace has no statement in 2026-Q4. The latest is for 2025-Q4.",
    );
  });

  test('the next tier names only components that have one', async () => {
    const { message, facts } = await ask('What do I need for the next tier?');
    expect(message).toContain('in 1 component of East, 2025-Q4');
    expect(facts).toEqual([['Renewals', '$12.50', 'Payout line 2025-Q4']]);
  });

  test('[ASK-8] what is out of date, what is open, and that a list was cut', async () => {
    expect((await ask('which calculations are stale?')).facts).toEqual([
      ['Europe', '€50.00', 'Calculation 2025-Q4'],
    ]);
    expect((await ask('which imports are open?')).message).toBe(
      'No import is open: every file is stored or discarded. Only the newest 1,000 imports were read.',
    );
  });
});
