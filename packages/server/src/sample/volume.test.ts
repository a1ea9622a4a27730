import { createHash } from 'node:crypto';
import { calculate } from '@attain/domain/payouts/calculate';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { expect, test } from 'vitest';
import { VOLUME_PLAN, volumeDeals, volumeParticipants, volumeQuotas } from './volume.ts';

const volume = { deals: 10_000, payees: 100 };

test('the same volume gives the same rows, as many as asked for', () => {
  const deals = [...volumeDeals(volume)];
  const rows = [deals, [...volumeParticipants(volume)], [...volumeQuotas(volume)]];
  expect(rows.map((each) => each.length)).toEqual([10_000, 100, 1_200]);
  expect(createHash('sha256').update(canonicalText(rows)).digest('hex')).toBe(
    '3f29e862789fdb72747ad62c6a218b878bce5341166da3cedf47d671c27bec27',
  );
  expect(new Set(deals.map(({ id }) => id)).size).toBe(10_000);
  expect([...volumeDeals({ ...volume, seed: 'other' })][0]).not.toEqual(deals[0]);
});

test('it measures three components, with returns and shared deals', () => {
  const deals = [...volumeDeals(volume)];
  const count = (fits: (deal: (typeof deals)[number]) => boolean) => deals.filter(fits).length;
  expect(count(({ unit }) => unit === '$')).toBe(7_600);
  expect(count(({ unit }) => unit === 'Score')).toBe(1_200);
  expect(count(({ unit }) => unit === 'Count')).toBe(1_200);
  expect(count(({ kind }) => kind === 'return')).toBeGreaterThan(180);
  expect(count(({ splits }) => splits.length === 2)).toBeGreaterThan(380);
});

test('deals come one by one: the first of a billion costs nothing', () => {
  const first = volumeDeals({ deals: 1_000_000_000, payees: 10_000 }).next();
  expect(first.value).toMatchObject({ id: 'V-D0000000001', participantId: 'V-000001' });
});

test('the volume can be paid, at about the target', () => {
  expect(checkPlan(VOLUME_PLAN)).toEqual([]);
  const paid = calculate({
    plan: VOLUME_PLAN,
    period: { key: '2025-Q3', from: '2025-07-01', to: '2025-09-30' },
    participants: [...volumeParticipants(volume)],
    quotas: [...volumeQuotas(volume)],
    deals: [...volumeDeals(volume)],
    exchangeRates: [],
  });
  if (!paid.ok) throw new Error(JSON.stringify(paid.problems.slice(0, 3)));
  expect(paid.value.lines).toHaveLength(300);
  const target =
    [...volumeParticipants(volume)].reduce((all, each) => all + Number(each.targetVariableAnnual), 0) / 4;
  expect(Number(paid.value.total) / target).toBeGreaterThan(0.75);
  expect(Number(paid.value.total) / target).toBeLessThan(1.25);
});
