import { expect, test } from 'vitest';
import { openPipelines, type StageTotal, winRate } from './pipeline.ts';

const total = (wanted: Partial<StageTotal>): StageTotal => ({
  currency: 'USD',
  stage: 'Proposal',
  status: 'open',
  opportunities: 1,
  amount: '0',
  withoutAmount: 0,
  stated: '0',
  unstated: '0',
  withoutChance: 0,
  ...wanted,
});

test('[FC-7] the win rate is won ÷ decided from ten decided ones on', () => {
  const won = total({ status: 'won', opportunities: 4 });
  expect(winRate([won, total({ status: 'lost', opportunities: 5 })])).toEqual({
    won: 4,
    lost: 5,
    percent: null,
  });
  expect(winRate([won, total({ status: 'lost', opportunities: 6 })]).percent).toBe(40);
});

test('[FC-7] open amounts are weighed by their chance, by the win rate without one, and not at all without both', () => {
  const rows = [
    // 100,000 at 60 % and 50,000 without a chance
    total({ opportunities: 2, amount: '150000', stated: '60000', unstated: '50000', withoutChance: 1 }),
    total({ stage: 'Negotiation', amount: '200000.01', stated: '150000.0075' }),
    total({ stage: 'Discovery', withoutAmount: 1, withoutChance: 1 }),
    total({ status: 'won', opportunities: 9, amount: '1' }),
    total({ currency: 'EUR', amount: '10', unstated: '10', withoutChance: 1 }),
  ];
  const [usd, eur] = openPipelines(rows, { percent: 40 });
  expect(usd).toMatchObject({
    opportunities: 4,
    amount: '350000.01',
    withoutAmount: 1,
    expected: '230000.01',
    withoutChance: 0,
  });
  expect(usd?.stages.map(({ stage }) => stage)).toEqual(['Negotiation', 'Proposal', 'Discovery']);
  expect(eur).toMatchObject({ currency: 'EUR', expected: '4' });
  const unknown = openPipelines(rows, { percent: null });
  expect(unknown.map(({ expected, withoutChance }) => [expected, withoutChance])).toEqual([
    ['210000.01', 2],
    [null, 1],
  ]);
});
