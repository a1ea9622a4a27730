import { decimal, sum } from '@attain/domain/base/decimal';
import { expect, test } from 'vitest';
import { covers, dayNumber, FISCAL_YEAR, isWeekday, SAMPLE_DAY } from './days.ts';
import { isEmployed } from './people.ts';
import { sampleWorkspace } from './workspace.ts';

const { tenants } = sampleWorkspace();
const { deals, results, participants, territoryAssignments, exchangeRates } = tenants[0]!;
const sales = deals.filter(({ kind }) => kind === 'sale');
const returns = deals.filter(({ kind }) => kind === 'return');

test('3 % of the deals are returns: later, negative, and never more than the sale they name', () => {
  expect(returns).toHaveLength(600);
  const byId = new Map(sales.map((sale) => [sale.id, sale]));
  expect(new Set(returns.map(({ returnOf }) => returnOf)).size).toBe(600);
  for (const each of returns) {
    const sale = byId.get(each.returnOf!)!;
    expect(each.date > sale.date).toBe(true);
    expect(each).toMatchObject({ currency: sale.currency, splits: sale.splits, customer: sale.customer });
    expect(decimal(each.amount).lt('0')).toBe(true);
    expect(decimal(each.amount).plus(decimal(sale.amount)).gte('0')).toBe(true);
  }
});

test('about 6 % are split, among different people, and the shares sum to exactly 100', () => {
  const split = deals.filter(({ splits }) => splits.length > 0);
  expect(split.length).toBeGreaterThanOrEqual(1100);
  expect(split.length).toBeLessThanOrEqual(1300);
  for (const { participantId, splits } of split) {
    expect(sum(splits.map(({ sharePercent }) => decimal(sharePercent))).toFixed()).toBe('100');
    expect(new Set(splits.map((share) => share.participantId)).size).toBe(splits.length);
    expect(splits[0]!.participantId).toBe(participantId);
  }
});

test.each(tenants)('everybody credited by a deal of $name is employed on its date', (tenant) => {
  const byId = new Map(tenant.participants.map((participant) => [participant.id, participant]));
  for (const deal of [...tenant.deals, ...tenant.results]) {
    for (const id of [deal.participantId, ...deal.splits.map((share) => share.participantId)]) {
      expect(isEmployed(byId.get(id)!, deal.date), `${id} in ${deal.id}`).toBe(true);
    }
  }
});

test('a sale is made in the territory its seller works on that day', () => {
  const byPerson = Map.groupBy(territoryAssignments, ({ participantId }) => participantId);
  for (const sale of sales) {
    const worked = byPerson.get(sale.participantId)!.filter((span) => covers(span, sale.date));
    expect(worked.map(({ territory }) => territory)).toEqual([sale.territory]);
  }
});

test('deals are unique, in date order, on weekdays, and pile up at the end of each quarter', () => {
  expect(new Set([...deals, ...results].map(({ id }) => id)).size).toBe(deals.length + results.length);
  expect(deals.map(({ date }) => date)).toEqual(deals.map(({ date }) => date).sort());
  for (const { date } of deals) expect(isWeekday(dayNumber(date))).toBe(true);
  const ofYear = sales.filter(({ date }) => date <= FISCAL_YEAR.to);
  const months = Map.groupBy(ofYear, ({ date }) => Number(date.slice(5, 7)));
  for (const last of [3, 6, 9, 12]) {
    expect(months.get(last)!.length).toBeGreaterThan(1.5 * months.get(last - 1)!.length);
    expect(months.get(last)!.length).toBeGreaterThan(1.7 * months.get(last - 2)!.length);
  }
});

test('sizes are skewed like real ones: the mean well above the median, the largest far above both', () => {
  const cents = sales.map(({ amount }) => Number(amount.replace('.', ''))).sort((x, y) => x - y);
  const median = cents[Math.floor(cents.length / 2)]!;
  expect(cents.reduce((all, each) => all + each, 0) / cents.length).toBeGreaterThan(2 * median);
  expect(cents.at(-1)!).toBeGreaterThan(50 * median);
  expect(cents[0]!).toBeGreaterThanOrEqual(4_900);
});

test('every deal in foreign money finds a rate of eight decimals on or before its date, in both directions', () => {
  const currencies = new Set(deals.map(({ currency }) => currency));
  expect(currencies).toEqual(new Set(['USD', 'EUR']));
  const first = deals[0]!.date;
  for (const [from, to] of [
    ['EUR', 'USD'],
    ['USD', 'EUR'],
  ]) {
    const dates = exchangeRates
      .filter((rate) => rate.from === from && rate.to === to)
      .map(({ date }) => date);
    expect(dates.length).toBe(297);
    expect(dates.at(-1)).toBe(SAMPLE_DAY);
    expect(dates.some((date) => date <= first)).toBe(true);
    expect(dates.every((date) => isWeekday(dayNumber(date)))).toBe(true);
  }
  for (const { rate } of exchangeRates) expect(rate).toMatch(/^[01]\.\d{8}$/);
});

test('scores and counts come once a month for each rep who is measured', () => {
  const keys = results.map(({ participantId, unit, date }) => `${participantId} ${unit} ${date.slice(0, 7)}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(results.map(({ unit }) => unit))).toEqual(new Set(['Score', 'Count']));
  const whole = participants.filter(({ hiredOn, leftOn }) => hiredOn! < '2025-01-01' && leftOn === null);
  const measured = new Set(results.map(({ participantId }) => participantId));
  const full = whole.filter(
    ({ id }) =>
      measured.has(id) &&
      results.filter((each) => each.participantId === id && each.date <= FISCAL_YEAR.to).length === 24,
  );
  expect(full.length).toBeGreaterThan(55);
});

test('the first quarter of the next year has begun: people who are there sell on all of its days up to the sample’s day', () => {
  const begun = deals.filter(({ date }) => date > FISCAL_YEAR.to);
  expect(begun.length).toBeGreaterThan(1500);
  expect(begun.every(({ kind, date }) => kind === 'sale' && date < SAMPLE_DAY)).toBe(true);
  expect(begun.at(-1)!.date).toBe('2026-02-02');
  const { quotas } = tenants[0]!;
  const withQuota = new Set(
    quotas.filter(({ from }) => from === '2026-01-01').map((one) => one.participantId),
  );
  const selling = new Set(begun.map(({ participantId }) => participantId));
  expect([...withQuota].filter((id) => !selling.has(id)).length).toBeLessThan(withQuota.size / 20);
});
