import { describe, expect, test } from 'vitest';
import type { PayoutLine, Run, Statement, StatementRow } from '../../api/shapes.ts';
import { answerQuestion } from './answer-question.ts';
import { daysOf } from './answers-about-records.ts';
import { readQuestion } from './grammar.ts';
import type { Sources } from './sources.ts';

const period = (key: string) => ({ key, from: '', to: '' });

/** A workspace in memory: two plans, two currencies, three people, two of them with a name alike. */
const run = (id: string, planName: string, key: string, total: string, rest: Partial<Run> = {}): Run =>
  ({
    ...{ id, planId: planName, planName, period: period(key), total, currency: 'USD', version: 1 },
    ...{ status: 'completed', stale: [], participantCount: 2 },
    ...rest,
  }) as Run;
const runs = [
  run('r4b', 'East', '2025-Q4', '300.10', { version: 2 }),
  run('r4a', 'East', '2025-Q4', '999.99'),
  run('e4', 'Europe', '2025-Q4', '50.00', {
    currency: 'EUR',
    stale: [{ importId: null, message: 'Deals came' }],
  }),
  run('r3', 'East', '2025-Q3', '100.20'),
  run('failed', 'East', '2025-Q2', '0', { status: 'failed' }),
];
const row = (
  runId: string,
  key: string,
  participantName: string,
  total: string,
  currency = 'USD',
): StatementRow => ({
  ...{
    runId,
    planName: 'East',
    period: period(key),
    participantId: participantName.toLowerCase(),
    participantName,
  },
  ...{ currency, total },
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
  runs: async () => ({ rows: runs, cut: false }),
  runNames: async () => ({ rows: runs.filter(({ id }) => id !== 'r4a' && id !== 'failed'), cut: false }),
  statements: async ({ runId, participantId, search }) => ({
    rows: statements.filter(
      (one) =>
        (!runId || one.runId === runId) &&
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
          ...{ runId, participantId, componentId: 'c2', componentName: 'Renewals', currency: 'USD' },
          nextTier: { message: 'Credit 10.00 more', needed: '10.00', wouldPay: '12.50' },
        },
      ],
    }) as unknown as Statement,
  lines: async () => [],
  deals: async () => [],
  imports: async () => ({ rows: [], cut: true }),
};

async function ask(text: string, sources: Partial<Sources> = {}) {
  const question = readQuestion(text, '2026-11-22');
  if (!question) throw new Error(`"${text}" was not understood.`);
  const { message, facts } = await answerQuestion(question, { ...workspace, ...sources });
  return { message, facts: facts.map(({ label, figure, source }) => [label, figure, source]) };
}

describe('[SHELL-PROD-07] answers', () => {
  test('[ASK-4] [ASK-5] a total counts the newest version once, and adds within a currency only', async () => {
    const { message, facts } = await ask('How much did we pay in 2025-Q4?');
    expect(message).toBe('The pay in 2025-Q4 is $300.10 and €50.00, in 2 calculations.');
    expect(facts).toEqual([
      ['East', '$300.10', 'Calculation 2025-Q4, v2'],
      ['Europe', '€50.00', 'Calculation 2025-Q4, v1'],
    ]);
    expect((await ask('total in 2025')).message).toContain('$400.30 and €50.00, in 3 calculations');
    expect((await ask('total in 2019')).message).toBe('Nothing has been calculated in 2019 yet.');
  });

  test('[ASK-3] [ASK-4] [ASK-5] who earned most, over all statements of a year', async () => {
    const { message, facts } = await ask('Who earned most in 2025?');
    expect(message).toContain(
      'Highest pay in 2025: Ada Lovelace with $200.25, and Emmy with €50.00. 3 payees were compared, each within one currency.',
    );
    expect(facts).toEqual([
      ['Ada Lovelace', '$200.25', '2 statements'],
      ['Ada Byron', '$200.05', 'Statement 2025-Q4'],
      ['Emmy', '€50.00', 'Statement 2025-Q4'],
    ]);
    expect((await ask('who earned least in 2025-Q4?')).facts[0]?.[0]).toBe('Ada Lovelace');
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

  const reached = (participantName: string, attainmentPercent: string) =>
    ({
      ...{ runId: 'r4b', participantId: participantName.toLowerCase(), participantName },
      ...{ componentId: 'c1', componentName: 'Bookings', attainmentPercent, credited: '1', quota: null },
    }) as unknown as PayoutLine;
  const lines = (...all: readonly PayoutLine[]): Partial<Sources> => ({
    runNames: async () => ({ rows: runs.filter(({ id }) => id === 'r4b'), cut: false }),
    lines: async () => all,
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
    expect((await ask('Who earned most in 2025-Q4?', { scope: 'own' })).message).toMatch(
      /^You can see only your own results\. /,
    );
  });

  test('[ASK-10] [ASK-11] with only the own results in sight, quota questions are answered about oneself', async () => {
    const statement = async () =>
      ({
        run: run('r4b', 'East', '2025-Q4', '1'),
        lines: [reached('Ada Lovelace', '100'), { ...reached('Ada Lovelace', ''), attainmentPercent: null }],
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

  test.each([
    ['2025', '2025-01-01', '2025-12-31'],
    ['2024-Q1', '2024-01-01', '2024-03-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-Q4', '2025-10-01', '2025-12-31'],
  ])('the days of %s', (key, from, to) => {
    expect(daysOf(key)).toEqual({ from, to });
  });
});
