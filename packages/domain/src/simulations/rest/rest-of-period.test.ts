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
  const rest = restOfPeriod(given.period, asOf, '2023-01-01');
  const scenarios = scenariosOf(given.plan, rest);
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
    const quarter = restOfPeriod(
      { key: '2024-Q2', from: '2024-04-01', to: '2024-06-30' },
      '2024-03-31',
      '2020-01-01',
    );
    expect(quarter.rest.map(({ from, to }) => `${from} ${to}`)).toEqual([
      ...['2024-04-01 2024-04-30', '2024-05-01 2024-05-31', '2024-06-01 2024-06-30'],
    ]);
    expect(quarter.months.map(({ from }) => from).filter((_, at) => at % 11 === 0)).toEqual([
      ...['2023-03-01', '2024-02-01'],
    ]);
    const drawn = scenariosOf(monthly, quarter);
    expect(drawn).toHaveLength(1000);
    const seen = drawn.flat();
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([0, 11]);
    expect(scenariosOf(monthly, quarter)).toEqual(drawn);
  });

  test('never takes months before the first of all deals for months without sales', () => {
    const months = (firstDeal: string | null) =>
      restOfPeriod(february, '2024-02-10', firstDeal).months.length;
    expect([months('2023-11-07'), months('2023-11-08'), months('2024-02-01'), months(null)]).toEqual([
      ...[3, 2, 0, 0],
    ]);
    expect(scenariosOf(monthly, restOfPeriod(february, '2024-02-10', null))).toEqual([[0]]);
  });

  test('takes the same months for everyone, so that good months are not evened out', () => {
    const rest = restOfPeriod(february, '2024-02-10', '2023-01-01');
    const scenarios = scenariosOf(monthly, rest);
    const bob = past.map((deal) => ({ ...deal, participantId: 'bob' }));
    const participants = [sampleParticipant('bob')];
    const costs = [input, { ...input, participants, deals: bob }].map((given) => {
      const found = all(restCosts(given, rest, scenarios));
      return found.ok ? found.value.costs : [];
    });
    const together = costs[0]!.map((cost, at) => cost + costs[1]![at]!);
    // 50 so far for Ann; both add 10 in eleven months and 100 in the same one
    expect(together).toEqual([...Array(11).fill(7000n), 25000n]);
  });

  test('goes on from what earlier periods paid and carried', () => {
    const january = { participantId: 'ann', componentId: 'sales', from: '2024-01-01', to: '2024-01-31' };
    const limits = [{ kind: 'amount', atMost: '60', excess: 'carried' } as const];
    const carrying = {
      ...input,
      plan: {
        ...monthly,
        order: ['gate', 'weight', 'cap'] as const,
        components: [sampleComponent({ limits })],
      },
      earlier: [{ ...january, amount: '60.00', carried: '7.50' }],
    };
    // 7.50 carried in and 50 so far; the rest adds 10, and 60 are paid at most
    expect(costsOn(carrying, '2024-02-10')).toMatchObject({ soFar: 5750n, costs: Array(12).fill(6000n) });
    const window = { kind: 'year-to-date', settle: 'deduct' } as const;
    const toDate = {
      ...input,
      plan: { ...monthly, components: [sampleComponent({ window })] },
      earlier: [{ ...january, amount: '790.00', carried: '0' }],
      completeFrom: '2024-01-01',
    };
    // January's 8,000 are worth 800 of which 790 were paid
    expect(costsOn(toDate, '2024-02-10').costs).toEqual([...Array(11).fill(7000n), 16000n]);
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
      const rest = restOfPeriod(given.period, asOf, '2023-01-01');
      const scenarios = scenariosOf(given.plan, rest).slice(0, 4);
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
