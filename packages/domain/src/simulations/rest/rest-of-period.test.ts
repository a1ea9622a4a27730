import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleDeal } from '../../crediting/sample-deal.fixture.ts';
import { calculate } from '../../payouts/calculate.ts';
import { randomInput } from '../../payouts/kernel/lines/random-input.fixture.ts';
import { sampleInput } from '../../payouts/scenarios/sample-input.fixture.ts';
import { sampleComponent, samplePlan } from '../../plans/sample-plan.fixture.ts';
import { sampleParticipant } from '../../quotas/sample-quota.fixture.ts';
import { minorUnits } from '../statistics.ts';
import { restCosts } from './rest-costs.ts';
import { restOfPeriod, scenariosOf } from './rest-of-period.ts';
import { restOutlook } from './rest-outlook.ts';

const february = { key: '2024-02', from: '2024-02-01', to: '2024-02-29' };

/** Twelve months of one deal on the 20th and one on the 5th; 1,000 in the last of them, else 100. */
const past = Array.from({ length: 12 }, (_, at) => {
  const month = new Date(Date.UTC(2023, 1 + at, 1)).toISOString().slice(0, 8);
  const late = sampleDeal(`late ${at}`, at === 11 ? '1000' : '100', { date: `${month}20` });
  return [late, sampleDeal(`early ${at}`, '7000', { date: `${month}05` })];
}).flat();

const monthly = samplePlan({ calendar: { period: 'month', fiscalYearStartMonth: 1 } });
const input = sampleInput({
  plan: monthly,
  period: february,
  participants: [sampleParticipant('ann', { hiredOn: null })],
  deals: [...past, sampleDeal('now', '500', { date: '2024-02-06' })],
});

/** Everything of a generator. */
function all<T>(work: Generator<void, T, void>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

function costsOn(given: typeof input, asOf: string) {
  const rest = restOfPeriod(given.period, asOf);
  const scenarios = scenariosOf(rest);
  const found = all(restCosts(given, rest, scenarios));
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return { ...found.value, rest, scenarios };
}

describe('[SIM-14] pay at the end of an open period', () => {
  test('is what the known deals pay with the later days of each of twelve months', () => {
    const { costs, months, soFar } = costsOn(input, '2024-02-10');
    expect({ months, soFar }).toEqual({ months: 12, soFar: 5000n });
    // 500 so far; eleven months add 100, one 1,000
    expect(costs).toEqual([...Array(11).fill(6000n), 15000n]);
    expect(restOutlook(costs, 'USD')).toEqual({ expected: '67.50', low: '60.00', high: '60.00' });
    const twice = costs.map((cost, at) => cost + (at > 9 ? 10000n : 0n));
    expect(restOutlook(twice, 'USD')).toEqual({ expected: '84.17', low: '60.00', high: '160.00' });
  });

  test('goes through the terms: a cap ends it', () => {
    const components = [sampleComponent({ limits: [{ kind: 'amount', atMost: '64', excess: 'lost' }] })];
    const { costs } = costsOn({ ...input, plan: { ...monthly, components } }, '2024-02-10');
    expect(costs.at(-1)).toBe(6400n);
  });

  test('draws only from months since the payee was hired, joined the plan or first had a deal, and without one pays the known deals', () => {
    const hired = [sampleParticipant('ann', { hiredOn: '2023-12-15' })];
    const since = { ...input, participants: hired };
    expect(costsOn(since, '2024-02-10')).toMatchObject({ months: 1, costs: Array(12).fill(15000n) });
    const joined = { ...input, enrolments: [{ participantId: 'ann', from: '2024-01-01', to: null }] };
    expect(costsOn(joined, '2024-02-10')).toMatchObject({ months: 1 });
    const fresh = { ...input, deals: [sampleDeal('now', '500', { date: '2024-02-06' })] };
    expect(costsOn(fresh, '2024-02-10')).toMatchObject({ months: 0, costs: Array(12).fill(5000n) });
  });

  test('of a whole quarter takes 1,000 of the 1,728 ways to put three months together', () => {
    const quarter = restOfPeriod({ key: '2024-Q2', from: '2024-04-01', to: '2024-06-30' }, '2024-03-31');
    expect(quarter.rest.map(({ from, to }) => `${from} ${to}`)).toEqual([
      ...['2024-04-01 2024-04-30', '2024-05-01 2024-05-31', '2024-06-01 2024-06-30'],
    ]);
    expect(quarter.months.map(({ from }) => from).filter((_, at) => at % 11 === 0)).toEqual([
      ...['2023-03-01', '2024-02-01'],
    ]);
    const drawn = scenariosOf(quarter);
    expect(drawn).toHaveLength(1000);
    const seen = drawn.flat();
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([0, 11]);
    expect(scenariosOf(quarter)).toEqual(drawn);
  });

  test('once the period is over, it is the calculation', () => {
    const { costs, rest, soFar } = costsOn(input, '2024-02-29');
    expect([rest.rest, costs, soFar]).toEqual([[], [5000n], 5000n]);
  });

  test('equals the calculation on the deals of a scenario, over 60 random plans', () => {
    let paid = 0;
    const property = fc.property(randomInput, fc.constantFrom('2024-01-20', '2024-02-10'), (given, asOf) => {
      const [payee] = given.participants;
      const earlier = given.deals.map((deal, at) => ({
        ...deal,
        id: `${deal.id} before`,
        date: `2023-${String((at % 12) + 1).padStart(2, '0')}-${deal.date.slice(8)}`,
      }));
      const deals = [...given.deals, ...earlier];
      const known = deals.filter(({ date }) => date <= asOf && date >= given.period.from);
      const rest = restOfPeriod(given.period, asOf);
      const scenarios = scenariosOf(rest).slice(0, 4);
      const found = all(restCosts({ ...given, deals, payeeIds: [payee!.id] }, rest, scenarios));
      if (!found.ok || found.value.months < 12) return;
      for (const [at, months] of scenarios.entries()) {
        const drawn = months.flatMap((month, slot) => {
          const [days, from] = [rest.rest[slot]!, rest.months[month]!.from.slice(0, 8)];
          return deals
            .filter(({ date }) => date.startsWith(from) && date <= asOf)
            .map((deal) => ({
              ...deal,
              id: `${deal.id}#${slot}`,
              date: lastOf(days.from, deal.date.slice(8)),
            }))
            .filter(({ date }) => date >= days.from && date <= days.to);
        });
        const again = calculate({ ...given, deals: [...known, ...drawn], payeeIds: [payee!.id] });
        if (!again.ok) throw new Error(JSON.stringify(again.problems[0]));
        const lines = again.value.lines.reduce((sum, { amount }) => sum + minorUnits(amount), 0n);
        expect(found.value.costs[at]).toBe(lines);
        paid += 1;
      }
    });
    fc.assert(property, { numRuns: 60 });
    expect(paid).toBeGreaterThan(60);
  });
});

/** The day of the month of `from`, or its last. */
function lastOf(from: string, day: string): string {
  const last = new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 0)).getUTCDate();
  return `${from.slice(0, 8)}${String(Math.min(Number(day), last)).padStart(2, '0')}`;
}
