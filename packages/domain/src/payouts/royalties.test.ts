import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decimal } from '../base/decimal.ts';
import { sampleDeal } from '../crediting/sample-deal.fixture.ts';
import { sampleComponent, samplePlan } from '../plans/sample-plan.fixture.ts';
import type { Tier } from '../plans/tier.ts';
import { calculate } from './calculate.ts';
import { sampleInput } from './scenarios/sample-input.fixture.ts';

const folder = new URL('../../../../../shared/data/pubs/', import.meta.url);
const there = existsSync(folder);
if (!there) console.warn(`SKIPPED: the publishers' tables are not here (${folder.pathname})`);

/** The rows of a file without its heading; a field in quotes may hold commas. */
function rows(file: string): readonly (readonly string[])[] {
  const lines = readFileSync(new URL(file, folder), 'utf8').trim().split(/\r?\n/).slice(1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
  );
}

/** The royalty schedule of a title: its ranges of whole copies, both ends included, as tiers; the last one open. */
function schedule(title: string): readonly Tier[] {
  const ranges = rows('roysched.csv').filter(([id]) => id === title);
  return ranges.map(([, low = '', , percent = ''], i) => ({
    from: low,
    to: ranges[i + 1]?.[1] ?? null,
    ratePercent: percent,
  }));
}

/** What a title's schedule pays on the copies sold, at the rate of the range they reach, and what the next range needs. */
function royalty(title: string, copies: string) {
  const rate = {
    kind: 'retroactive',
    per: 'period',
    thresholds: 'amount',
    tiers: schedule(title),
  } as const;
  const component = sampleComponent({ measure: { unit: 'Count', of: 'amount' }, rate });
  const deal = sampleDeal(title, copies, { unit: 'Count', currency: null });
  const paid = calculate(sampleInput({ plan: samplePlan({ components: [component] }), deals: [deal] }));
  if (!paid.ok) throw new Error(JSON.stringify(paid.problems));
  return paid.value.lines[0];
}

describe.skipIf(!there)('royalty schedules of publishers, with the rates they reached', () => {
  // the body of a skipped suite runs, too
  const titles = (there ? rows('titles.csv') : [])
    .map((row) => ({ title: row[0] ?? '', royalty: row[6] ?? '', copies: row[7] ?? '' }))
    .filter(({ copies }) => /^\d+$/.test(copies));

  test('[PAY-4] every one of the 16 titles that sold reaches the rate that its publisher has on record', () => {
    expect(titles).toHaveLength(16);
    for (const { title, royalty: percent, copies } of titles) {
      const expected = decimal(copies).times(decimal(percent)).times('0.01').toFixed(2);
      expect(royalty(title, copies)?.amount, `${copies} copies of ${title} at ${percent}%`).toBe(expected);
    }
  });

  test.each([
    ['PC1035', '8780', '1404.80'],
    ['MC3021', '22246', '5339.04'],
  ])('[PAY-4] [PAY-1] %s: %s copies pay %s for a price of one', (title, copies, amount) => {
    expect(royalty(title, copies)?.amount).toBe(amount);
  });

  test('[PAY-4] the last copy of a range is in it, and the first one of the next is shown as the next tier', () => {
    const line = royalty('PC1035', '10000');
    expect(line).toMatchObject({ amount: '1600.00', nextTier: { needed: '1', wouldPay: '1800.18' } });
  });
});
