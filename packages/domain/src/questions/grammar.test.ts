import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  describeReading,
  exampleFor,
  type Kind,
  kinds,
  questionKinds,
  questionOf,
  readFollowUp,
  readQuestion,
} from './grammar.ts';
import { daysOf, takePeriod, within } from './spoken-period.ts';

const q4 = '2025-Q4';
const today = '2026-11-22';

describe('[SHELL-PROD-07] what a question asks', () => {
  test.each([
    ['How much did we pay in 2025-Q4?', { kind: 'total', period: q4 }],
    ['total payout in week 3 of 2025', { kind: 'total', period: '2025-W03' }],
    ['How much did we pay in 2025-W51?', { kind: 'total', period: '2025-W51' }],
    ['total payout for Q4 2025', { kind: 'total', period: q4 }],
    ['What did commissions cost in December 2025?', { kind: 'total', period: '2025-12' }],
    ['total', { kind: 'total' }],
    [
      'Who earned most in the fourth quarter of 2025?',
      { kind: 'earners', order: 'most', count: 5, period: q4 },
    ],
    ['top 10 earners 2025', { kind: 'earners', order: 'most', count: 10, period: '2025' }],
    ['Which reps earned the least?', { kind: 'earners', order: 'least', count: 5 }],
    [
      'who is furthest above quota in 2025-Q4',
      { kind: 'attainment', order: 'most', count: 5, side: 'above', period: q4 },
    ],
    ['Who missed quota?', { kind: 'attainment', order: 'least', count: 5, side: 'below' }],
    ['highest attainment in 2025-Q4', { kind: 'attainment', order: 'most', count: 5, period: q4 }],
    [
      'What was my attainment in 2025-Q4?',
      { kind: 'attainment', order: 'most', count: 5, who: 'me', period: q4 },
    ],
    ['Ada Lovelace’s attainment', { kind: 'attainment', order: 'most', count: 5, who: 'Ada Lovelace' }],
    ['How much did Ada Lovelace earn in 2025 Q4?', { kind: 'person', who: 'Ada Lovelace', period: q4 }],
    ['how much do I earn', { kind: 'person', who: 'me' }],
    ['my pay 2025-10', { kind: 'person', who: 'me', period: '2025-10' }],
    ['Statement of Ada', { kind: 'person', who: 'Ada' }],
    ['Ada Lovelace’s commission in 2025', { kind: 'person', who: 'Ada Lovelace', period: '2025' }],
    ['What do I need for the next tier?', { kind: 'next-tier', who: 'me' }],
    ['What does Ada Lovelace need to reach the next tier?', { kind: 'next-tier', who: 'Ada Lovelace' }],
    ['next tier', { kind: 'next-tier', who: 'me' }],
    ['biggest deal in 2025', { kind: 'deals', order: 'most', count: 1, period: '2025' }],
    ['the 3 smallest deals', { kind: 'deals', order: 'least', count: 3 }],
    ['Which imports are open?', { kind: 'imports' }],
    ['Which calculations are out of date?', { kind: 'stale' }],
    ['Compare Q3 2025 with Q4 2025', { kind: 'compare', period: q4, other: '2025-Q3' }],
    ['How did pay change from last year to 2024?', { kind: 'compare', period: '2025', other: '2024' }],
    ['Which suggestions are open?', { kind: 'suggestions' }],
    ['Which plans pay on bookings?', { kind: 'plans', about: 'bookings' }],
    ['what plans do we have', { kind: 'plans' }],
    ['What does component Bike bonus pay?', { kind: 'component', about: 'Bike bonus' }],
    ['How does Bike bonus pay?', { kind: 'component', about: 'Bike bonus' }],
    ['What does the plan pay?', null],
    ['Why did my pay change in 2025-Q4?', { kind: 'changed', who: 'me', period: q4 }],
    ['Why has Ada Lovelace’s commission changed?', { kind: 'changed', who: 'Ada Lovelace' }],
    ['Why did our pay change in 2025-Q4?', { kind: 'changed', period: q4 }],
    ['What changed in 2025-Q4?', { kind: 'changed', period: q4 }],
    ['What waits for me?', { kind: 'waiting' }],
    ['Which approvals are open?', { kind: 'waiting' }],
    ['What is the forecast for next quarter?', { kind: 'forecast', range: 'quarterly' }],
    ['forecast bookings to the end of the year', { kind: 'forecast', range: 'yearly' }],
    ['Which disputes are open?', { kind: 'disputes' }],
    ['disputes in Q4 2025', { kind: 'disputes', period: q4 }],
    ['What is in the pipeline?', { kind: 'pipeline' }],
    ['How many opportunities are open in 2025-Q4?', { kind: 'pipeline', period: q4 }],
    ['open deals', { kind: 'pipeline' }],
  ])('[ASK-1] %s', (text, question) => {
    expect(readQuestion(text, today)).toEqual(question);
  });

  test.each([
    '',
    '   ',
    '?',
    'What is the weather?',
    'Who are you?',
    'delete everything',
    'Ada pay',
    'deals',
    'Will it rain in 2025-Q4?',
    'How many reps missed quota in 2025-Q4?',
    'Compare 2025-Q4',
    'Compare 2025-Q4 with 2025',
    "Compare Ada's pay in 2025-Q4 and 2025-Q3",
  ])('[ASK-1] "%s" is not understood, and not guessed', (text) => {
    expect(readQuestion(text, today)).toBeNull();
  });

  test.each([
    ['What will I earn this quarter?', '2026-Q4', 'this quarter', true],
    ['How much did I earn last quarter?', '2026-Q3', 'last quarter', undefined],
    ['How much did we pay last year?', '2025', 'last year', undefined],
    ['how much did I earn last month', '2026-10', 'last month', undefined],
    ['How much have we paid so far this year?', '2026', 'this year', undefined],
    ['my pay year to date', '2026', 'year to date', undefined],
    ['my pay YTD', '2026', 'ytd', undefined],
    ['my pay next quarter', '2027-Q1', 'next quarter', undefined],
    ['my pay this week', '2026-W47', 'this week', undefined],
    ['How much did I earn in Q4?', '2026-Q4', 'q4', undefined],
    ['How much did I earn in December?', '2025-12', 'december', undefined],
  ])('[ASK-9] %s', (text, period, periodWords, ahead) => {
    expect(readQuestion(text, today)).toMatchObject({ period, periodWords });
    expect(readQuestion(text, today)?.ahead).toBe(ahead);
    const reading = describeReading(readQuestion(text, today) ?? { kind: 'stale' });
    expect(reading).toContain(`${period} (${periodWords})`);
  });

  test('[ASK-9] periods before and after January', () => {
    expect(takePeriod('last quarter', '2026-02-01').period).toBe('2025-Q4');
    expect(takePeriod('last month', '2026-01-31').period).toBe('2025-12');
    expect(takePeriod('next month', '2026-12-31').period).toBe('2027-01');
    expect(takePeriod('this week', '2027-01-01').period).toBe('2026-W53');
  });

  test.each([
    'How much did I earn since March 3?',
    'my pay two quarters ago',
    'total payout in H2',
    'my pay yesterday',
  ])('[ASK-9] "%s" names no period: it is not answered for another one', (text) => {
    expect(readQuestion(text, today)).toBeNull();
  });

  test('[ASK-10] people who see only their own results are offered questions about themselves', () => {
    expect(exampleFor('earners', 'own')).toBeNull();
    expect(exampleFor('earners', 'team')).toBe(kinds.earners.example);
    for (const kind of Object.keys(kinds) as Kind[]) {
      const example = exampleFor(kind, 'own');
      if (example !== null) expect(readQuestion(example, today)?.kind, example).toBe(kind);
    }
    expect(readQuestion(exampleFor('attainment', 'own') ?? '', today)).toMatchObject({ who: 'me' });
  });

  test('[ASK-1] every kind has an example, and the example is read as that kind', () => {
    for (const [kind, { example }] of Object.entries(kinds))
      expect(readQuestion(example, today)?.kind, example).toBe(kind);
  });

  test('[ASK-1] [ASK-2] whatever is typed, it is read as one kind and said, or not read', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('', 'who earned ', 'pay of ', 'top deals '),
        (text, lead) => {
          const question = readQuestion(lead + text, today);
          if (question !== null) expect(describeReading(question)).toContain(kinds[question.kind].name);
        },
      ),
    );
  });
});

describe('the period of a question', () => {
  test.each([
    ['pay in Q1 2026', '2026-Q1'],
    ['pay in q1 of 2026', '2026-Q1'],
    ['pay in 2026q1', '2026-Q1'],
    ['May 2026', '2026-05'],
    ['in FY25 we paid', undefined],
    ['FY 2025', '2025'],
    ['plan 12345', undefined],
  ])('%s', (text, period) => {
    expect(takePeriod(text, today).period).toBe(period);
  });

  test('[ASK-4] a year is the year itself where it was calculated, else what lies in it', () => {
    const rows = ['2025-Q4', '2025-Q3', '2024-Q4'].map((key) => ({ period: { key } }));
    expect(within(rows, '2025')).toEqual(rows.slice(0, 2));
    const year = { period: { key: '2025' } };
    expect(within([...rows, year], '2025')).toEqual([year]);
    expect(within(rows, '2023')).toEqual([]);
  });

  test.each([
    ['2025', '2025-01-01', '2025-12-31'],
    ['2024-Q1', '2024-01-01', '2024-03-31'],
    ['2024-02', '2024-02-01', '2024-02-29'],
    ['2025-Q4', '2025-10-01', '2025-12-31'],
    ['2026-W01', '2025-12-29', '2026-01-04'],
  ])('the days of %s', (key, from, to) => {
    expect(daysOf(key)).toEqual({ from, to });
  });
});

describe('[ASK-12] a question after another', () => {
  const first = readQuestion('How much did Ada Lovelace earn in 2025-Q4?', today) ?? { kind: 'stale' };
  test.each([
    ['and in 2025-Q3?', { kind: 'person', who: 'Ada Lovelace', period: '2025-Q3' }],
    [
      'what about last quarter',
      { kind: 'person', who: 'Ada Lovelace', period: '2026-Q3', periodWords: 'last quarter' },
    ],
    ['and in Q3?', { kind: 'person', who: 'Ada Lovelace', period: '2025-Q3' }],
    ['what about in march', { kind: 'person', who: 'Ada Lovelace', period: '2025-03' }],
    ['How about Grace Hopper?', { kind: 'person', who: 'Grace Hopper', period: q4 }],
    ['and me?', { kind: 'person', who: 'me', period: q4 }],
    ['what about Grace in 2025-Q1?', { kind: 'person', who: 'Grace', period: '2025-Q1' }],
  ])('%s', (text, read) => {
    expect(readFollowUp(text, today, first)).toEqual(read);
  });

  test('a quarter that has not begun in the year of the question before is the latest that has', () => {
    const of = (period: string) =>
      readQuestion(`How much did Ada Lovelace earn in ${period}?`, today) ?? first;
    const q4Of = (period: string) => readFollowUp('and in Q4?', '2026-02-10', of(period))?.period;
    expect([q4Of('2026-Q1'), q4Of('2024-Q1')]).toEqual(['2025-Q4', '2024-Q4']);
  });

  test('a full question, a person where none fits, and a long text are no follow-ups', () => {
    expect(readFollowUp('How much did we pay in 2025-Q3?', today, first)).toBeNull();
    expect(readFollowUp('and Ada?', today, { kind: 'total' })).toBeNull();
    for (const kind of ['waiting', 'suggestions'] as const)
      expect(readFollowUp('and 2024?', today, { kind })).toBeNull();
    const ahead = { kind: 'forecast', range: 'yearly' } as const;
    expect([readFollowUp('and 2024?', today, ahead), describeReading(ahead)]).toEqual([
      null,
      'The forecast, one year ahead',
    ]);
    expect(readFollowUp('and Ada?', today, { kind: 'changed', who: 'me', period: q4 })).toEqual({
      kind: 'changed',
      who: 'Ada',
      period: q4,
    });
    expect(readFollowUp('and 2024?', today, { kind: 'compare', period: q4, other: '2025-Q3' })).toBeNull();
    expect(readFollowUp(`and ${'x'.repeat(300)}`, today, first)).toBeNull();
    expect(readQuestion(`pay of ${'x'.repeat(300)}`, today)).toBeNull();
  });

  test('a reading that is sent back is the question that was read', () => {
    for (const kind of questionKinds) {
      const read = readQuestion(kinds[kind].example, today) ?? { kind: 'stale' };
      expect(questionOf(JSON.parse(JSON.stringify(read)))).toEqual(read);
    }
    expect(questionOf({ kind: 'total', who: 'Ada', count: 3 })).toEqual({ kind: 'total' });
  });
});
