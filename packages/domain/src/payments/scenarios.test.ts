import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Course, paymentsOf } from './scenarios/course.fixture.ts';

const folder = new URL('./scenarios/', import.meta.url);

/** Everything is read as text, so that no amount ever passes through a binary number. */
function coursesIn(file: string): readonly Course[] {
  return parse(readFileSync(new URL(file, folder), 'utf8'), { schema: 'failsafe' }) as readonly Course[];
}

describe.each(readdirSync(folder).filter((file) => file.endsWith('.yaml')))('%s', (file) => {
  test.each(coursesIn(file).map((course) => [course.scenario, course] as const))('%s', (_, course) => {
    const payments = paymentsOf(course);
    expect(payments).toHaveLength(course.periods.length);
    for (const [i, payment] of payments.entries()) {
      const { net, paid, lines, rules, ...balances } = course.periods[i]!.expect;
      expect(payment.net, payment.periodKey).toBe(net);
      expect(payment.closing, payment.periodKey).toMatchObject(balances);
      if (paid !== undefined) expect(payment.paid.amount).toBe(paid);
      if (lines !== undefined)
        expect(payment.ledger.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(lines);
      const said = payment.ledger.map(({ rule }) => rule);
      expect(said).toEqual(expect.arrayContaining([...(rules ?? [])]));
    }
  });
});
