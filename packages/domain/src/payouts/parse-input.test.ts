import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import documents from '../../ten-lines.json' with { type: 'json' };
import { calculate } from './calculate.ts';
import { randomWorld } from './kernel/lines/random-world.fixture.ts';
import { parseInput } from './parse-input.ts';

/** The problems of the ten lines' input when it is changed so, each as `rule path`. */
function faults(change: object): string[] {
  const read = parseInput({ ...documents, ...change });
  if (read.ok) throw new Error('It is taken.');
  for (const { message } of read.problems) expect(message.length).toBeGreaterThan(15);
  return read.problems.map(({ rule, path }) => `${rule} ${path}`);
}

const [ann] = documents.participants;
const [deal] = documents.deals;
const [quota] = documents.quotas;

describe('an input from JSON', () => {
  test('[PAY-43] is what was written, whatever the plan, its calendar and the records', () => {
    const property = fc.property(randomWorld, (input) => {
      const read = parseInput(JSON.parse(JSON.stringify(input)));
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      expect(calculate(read.value)).toEqual(calculate(input));
    });
    fc.assert(property, { numRuns: 60 });
  });

  test('[PAY-43] optional fields may be missing, and the period follows the plan’s calendar', () => {
    const { id, name } = ann!;
    const { splits: _, product, territory, customer, kind, ...short } = deal!;
    const { exchangeRates, ...others } = documents;
    const brief = { ...others, participants: [{ id, name }], deals: [short] };
    expect(parseInput(brief)).toEqual(parseInput(documents));
    const fiscal = {
      ...documents.plan,
      calendar: { period: 'quarter', fiscalYearStartMonth: 7 },
    };
    expect(parseInput({ ...documents, plan: fiscal })).toMatchObject({
      value: { period: { key: '2024-Q1', from: '2023-07-01', to: '2023-09-30' } },
    });
  });

  test.each<[string, object, string[]]>([
    ['no plan', { plan: undefined }, ['PAY-43 plan']],
    ['a plan that is none', { plan: 'x' }, ['PAY-43 plan']],
    ['a rate that is a number', { plan: { ...documents.plan, currency: 5 } }, ['PLAN-1 plan.currency']],
    ['no period', { period: undefined }, ['PAY-43 period']],
    ['a period that is none', { period: '2024-Q9' }, ['BASE-6 period']],
    ['half a period', { period: { key: 'x', from: '2024-01-01' } }, ['PAY-43 period.to']],
    ['records that are none', { deals: null, quotas: {} }, ['PAY-43 quotas', 'PAY-43 deals']],
    ['an amount that is a number', { deals: [{ ...deal, amount: 0.1 }] }, ['PAY-43 deals[0].amount']],
    ['a day that is a date', { deals: [{ ...deal, date: new Date(0) }] }, ['PAY-43 deals[0].date']],
    [
      'an own field that is a number',
      { deals: [{ ...deal, ownFields: { Seats: 5 } }] },
      ['PAY-43 deals[0].ownFields.Seats'],
    ],
    ['own fields that are a list', { deals: [{ ...deal, ownFields: [] }] }, ['PAY-43 deals[0].ownFields']],
    ['an unknown unit', { quotas: [{ ...quota, unit: 'Euro' }] }, ['PAY-43 quotas[0].unit']],
    ['a misspelt field', { participants: [{ ...ann, hiredon: null }] }, ['PAY-43 participants[0].hiredon']],
    ['funds that are no list', { fundLeft: 'none' }, ['PAY-43 fundLeft']],
  ])('[PAY-43] with %s is refused where it is wrong', (_, change, expected) => {
    expect(faults(change)).toEqual(expected);
  });

  test.each([[null], [undefined], [[]], ['{}'], [5]])('[PAY-43] %j is no input', (json) => {
    expect(parseInput(json)).toMatchObject({ ok: false, problems: [{ rule: 'PAY-43', path: '' }] });
  });
});
