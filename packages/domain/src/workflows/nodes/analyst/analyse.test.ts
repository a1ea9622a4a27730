import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../json-value.ts';
import { analyse } from './analyse.ts';
import { fillFields } from './fill-fields.ts';

const deals: JsonValue = {
  period: '2024-Q1',
  budget: '5000.00',
  deals: [
    { id: 'd1', region: 'North', amount: '100.10', score: 3 },
    { id: 'd2', region: 'South', amount: '200.20', score: 5 },
    { id: 'd2', region: 'North', amount: '300.30' },
  ],
};
const sentences = (question: string, given: JsonValue = deals) =>
  analyse(question, given).findings.map(({ message }) => message);

describe('the offline analyst', () => {
  test.each([
    ['[AN-3] How many deals are there?', ['deals has 3 rows, with id, region, amount, score.']],
    ['[AN-4] What is the total amount?', ['deals.amount totals 600.6 over 3 values.']],
    ['[AN-4] the average amount', ['The mean of deals.amount is 200.2 over 3 values.']],
    ['[AN-4] Which is the highest amount', ['The highest deals.amount is 300.3, at deals[2].amount.']],
    ['[AN-4] lowest score?', ['The lowest deals.score is 3, at deals[0].score.']],
    ['[AN-5] Total amount by region', ['deals.amount by region: North 400.4 (2), South 200.2 (1).']],
    ['[AN-7] What is missing?', ['deals.score is missing or blank in 1 of 3 rows.']],
    [
      '[AN-8] Any duplicates?',
      ['1 value of deals.id appears more than once: deals[1].id ("d2"), deals[2].id ("d2").'],
    ],
    ['[AN-10] What is the budget?', ['budget is "5000.00".']],
  ])('%s', (question, expected) => {
    expect(sentences(question)).toEqual(expected);
  });

  test('[AN-6] a value far off the rest is found by Tukey’s fences; seven values are too few', () => {
    const list = [10, 11, 9, 10, 12, 10, 11, 500];
    expect(sentences('Is anything unusual?', list)).toEqual([
      '1 of 8 values of input are outside 8.5 to 12.5 (1.5 times the interquartile range): input[7] (500).',
    ]);
    expect(analyse('Is anything unusual?', list.slice(1)).answered).toBe(false);
  });

  test('[AN-9] records that report a problem are listed with their place', () => {
    const given = { check: { valid: false, total: '3' }, rows: [{ error: '' }, { error: 'no rate' }] };
    expect(sentences('What went wrong? Are there problems?', given)).toEqual([
      'check.valid reports an error: false.',
      'rows[1].error reports an error: "no rate".',
    ]);
  });

  test('[AN-11] a question that cannot be computed is not answered, and the answer says so', () => {
    const answer = analyse('Should we approve the plan?', deals);
    expect(answer.answered).toBe(false);
    expect(answer.text).toContain('can’t answer this question');
    expect(analyse('Summarise the deals', deals)).toMatchObject({ answered: true });
    expect(analyse('Summarise', null).text).toContain('nothing to count');
  });

  test('[AN-4] names of things are neither added up nor compared, and mixed columns are no numbers', () => {
    const given = [
      { accountId: '7', amount: 'n/a' },
      { accountId: '9', amount: '5' },
    ];
    expect(analyse('What is the total?', given).answered).toBe(false);
  });

  test('[AN-1] a list that is too long is cut, and the answer says so', () => {
    const answer = analyse(
      'How many?',
      Array.from({ length: 10_001 }, (_, at) => at),
    );
    expect(answer.text).toContain('the rest was skipped');
    expect(answer.findings[0]?.message).toContain('10001 rows');
  });

  test('[AN-2] every sentence rests on places that are there, whatever comes in; the same input has the same answer', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue({ maxDepth: 4 }), (question, given) => {
        const answer = analyse(`${question} summarise total by name`, given as JsonValue);
        for (const { evidence } of answer.findings) {
          expect(evidence.length).toBeGreaterThan(0);
          for (const { path } of evidence) expect(path).not.toBe('');
        }
        expect(analyse(`${question} summarise total by name`, given as JsonValue)).toEqual(answer);
      }),
    );
  });

  test('[AN-2] a total is the exact sum of the values at its places', () => {
    const cents = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(cents, (amounts) => {
        const given = amounts.map((amount) => ({ amount: (amount / 100).toFixed(2) }));
        const total = analyse('total', given).findings.find(({ kind }) => kind === 'total');
        const shown = Number(
          total?.message
            .match(/totals ([−\d.,]+) over/)?.[1]
            ?.replace('−', '-')
            .replaceAll(',', ''),
        );
        expect(Math.round(shown * 100)).toBe(amounts.reduce((sum, one) => sum + one, 0));
      }),
    );
  });
});

describe('[AN-12] a record filled in by the offline analyst', () => {
  const field = (name: string, type = 'text', required = true) => ({ name, type, required });

  test('holds its text, its findings and values of that very name', () => {
    const answer = analyse('How many deals?', deals);
    const { record, faults } = fillFields(
      [field('summary'), field('reasons', 'list'), field('period')],
      answer,
      deals,
    );
    expect(faults).toEqual([]);
    expect(record).toMatchObject({ summary: answer.text, period: '2024-Q1' });
    expect(record.reasons).toEqual([
      { rule: 'AN-3', message: answer.findings[0]?.message, evidence: [{ path: 'deals', value: 3 }] },
    ]);
  });

  test('invents nothing: unknown or duplicate values are reported', () => {
    const twice = { a: { grade: 'A' }, b: { grade: 'B' } };
    const { record, faults } = fillFields([field('grade'), field('risk')], analyse('x', twice), twice);
    expect(record).toEqual({});
    expect(faults.map(({ path }) => path)).toEqual(['grade', 'risk']);
  });
});
