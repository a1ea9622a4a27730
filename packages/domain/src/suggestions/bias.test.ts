import { expect, test } from 'vitest';
import { findBias, wilsonInterval } from './bias.ts';

const none = { votes: 0, rejected: 0 };
const found = (all: readonly [number, number], recent: readonly [number, number] = [0, 0]) =>
  findBias({
    all: { rejected: all[0], votes: all[1] },
    recent: { rejected: recent[0], votes: recent[1] },
  }).map(({ type, confidence }) => `${type} ${confidence}`);

test('[SGR-43] [ASSIST-BIAS-04] fewer than ten votes say nothing', () => {
  expect(found([9, 9], [9, 9])).toEqual([]);
  expect(found([10, 10])).toEqual(['High Rejection Rate 95']);
});

test('[ASSIST-BIAS-05] [ASSIST-BIAS-06] more than 40 % thumbs down is a high rejection rate', () => {
  expect(found([40, 100])).toEqual([]);
  expect(found([41, 100])).toEqual(['High Rejection Rate 82']);
  expect(found([45, 100])).toEqual(['High Rejection Rate 90']);
  expect(found([48, 100])).toEqual(['High Rejection Rate 95']);
});

test('[CONF-ASSIST-14] [ASSIST-BIAS-07] [ASSIST-BIAS-08] [ASSIST-BIAS-09] more than 60 % of more than five recent votes is declining trust', () => {
  expect(found([0, 20], [5, 5])).toEqual([]);
  expect(found([0, 20], [6, 10])).toEqual([]);
  expect(found([0, 20], [6, 9])).toEqual(['Declining Trust 90']);
  expect(found([0, 20], [4, 6])).toEqual(['Declining Trust 90']);
  // the stated formula never varies above its threshold
  for (const rejected of [61, 90]) expect(found([0, 100], [rejected, 100])).toEqual(['Declining Trust 90']);
});

test('[SGR-43] the interval of a rate is Wilson’s', () => {
  expect(wilsonInterval(none)).toBeNull();
  const { low, high } = wilsonInterval({ votes: 10, rejected: 5 }) ?? { low: 0, high: 0 };
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2366', '0.7634']);
});
