import { describe, expect, test } from 'vitest';
import { checkWorkflow } from '../../workflows/check-workflow.ts';
import { evaluate } from '../../workflows/expressions/evaluate.ts';
import { parseExpression } from '../../workflows/expressions/parse-expression.ts';
import type { JsonValue } from '../../workflows/json-value.ts';
import { parseWorkflow } from '../../workflows/parse-workflow.ts';
import { GALLERY } from './gallery.ts';
import { GALLERY_CATEGORIES } from './gallery-agent.ts';

const ids = {
  'GAL-30': 'plan-structure-designer',
  'GAL-31': 'territory-plan-optimizer',
  'GAL-32': 'quota-plan-architect',
  'GAL-33': 'commission-calculator',
  'GAL-34': 'payout-validator',
  'GAL-35': 'attainment-calculator',
  'GAL-36': 'dispute-resolver',
  'GAL-37': 'spiff-experimenter',
};

/** What an end gives out when the steps before it gave these. */
function given(agentId: string, nodes: Record<string, JsonValue>): JsonValue {
  const end = GALLERY.find((one) => one.agentId === agentId)?.workflow.nodes.find(({ id }) => id === 'end');
  const read = parseExpression(String(end?.config.result));
  if (!read.ok) throw new Error(read.problems[0].message);
  const value = evaluate(read.value, { named: () => undefined, node: (id) => nodes[id] });
  return value.ok ? value.value : value.problems[0].message;
}

const tried = (name: string, savings: string) => ({
  name,
  savings,
  simulation: name,
  confidence: '0.8',
  deals: 7,
});
const chosen = (currency: string) => ({ currency: 'USD', rows: [{ name: 'Field', currency }] });

describe('[GALL-1] outputs of a run', () => {
  test.each([
    ['USD', '125.5'],
    ['EUR', null],
  ])('[GALL-3] of a plan in %s is saved %s in a workspace of dollars', (currency, savings) => {
    const nodes = {
      chosen: chosen(currency),
      each: [tried('caps', '125.5'), tried('tiers', '-3'), { error: 'no' }],
    };
    expect(
      given('plan-structure-designer', { ...nodes, best: { rows: [tried('caps', '125.5')] } }),
    ).toMatchObject({
      processed: 7,
      accuracy: '0.8',
      savings,
      summary: `2 structures of “Field” tested: caps saves 125.50 ${currency}, tiers costs 3.00 ${currency}. A suggestion waits for a decision.`,
    });
  });

  test('[GALL-2] accuracy is cut, never rounded up, and null without lines', () => {
    const calculated = (right: number, lines: number) => ({
      run: 'r',
      planName: 'Field',
      period: '2024-Q1',
      total: '9.00',
      currency: 'USD',
      deals: 3,
      right,
      lines,
    });
    const of = (...each: JsonValue[]) => given('commission-calculator', { each });
    expect(of(calculated(2, 3), calculated(3, 3))).toMatchObject({ accuracy: '0.8333', processed: 6 });
    expect(of({ ...calculated(3, 3), total: '826007.98' })).toMatchObject({
      summary: '1 of 1 plans calculated: Field 2024-Q1 826,007.98 USD.',
    });
    expect(of({ planName: 'Field', error: 'No deals.' })).toMatchObject({
      accuracy: null,
      processed: 0,
      summary: '0 of 1 plans calculated. Field: No deals.',
    });
  });

  test('[GALL-5] dismissed claims were not paid; other currencies and claims below the pay do not count', () => {
    const answer = (outcome: string, expected: string | null, currency = 'USD') => ({
      outcome,
      expected,
      paid: '100.00',
      currency,
      right: 1,
      lines: 1,
      deals: 2,
    });
    const each = [
      answer('dismissed', '130.50'),
      answer('dismissed', '90'),
      answer('dismissed', null),
      answer('dismissed', '999', 'EUR'),
      answer('upheld', '500'),
    ];
    expect(given('dispute-resolver', { each, plans: { currency: 'USD' } })).toMatchObject({
      savings: '30.5',
      processed: 10,
      accuracy: '1',
    });
    expect(
      given('dispute-resolver', { each: [answer('upheld', '500')], plans: { currency: 'USD' } }),
    ).toMatchObject({
      savings: null,
    });
  });
});

describe('[GAL-27] [GAL-42] the gallery', () => {
  test('has the eight stated agents', () => {
    expect(GALLERY.map(({ agentId }) => agentId)).toEqual(Object.values(ids));
    expect(new Set(GALLERY.map(({ name }) => name)).size).toBe(8);
  });

  test('[GAL-38] [GAL-39] [GAL-40] [GAL-41] fills every category, those of design and calculation with several', () => {
    const counts = GALLERY_CATEGORIES.map((one) => GALLERY.filter(({ category }) => category === one).length);
    expect(counts).toEqual([3, 3, 1, 1]);
  });

  test.each(GALLERY.map((agent) => [agent.agentId, agent] as const))(
    '%s is a workflow that the canvas takes as it is, with nothing wrong',
    (_, { workflow }) => {
      expect(checkWorkflow(workflow)).toEqual([]);
      expect(parseWorkflow(JSON.parse(JSON.stringify(workflow)))).toEqual({ ok: true, value: workflow });
      const places = workflow.nodes.map(({ position }) => `${position.x} ${position.y}`);
      expect(new Set(places).size).toBe(workflow.nodes.length);
    },
  );

  test.each(GALLERY.map((agent) => [agent.agentId, agent] as const))(
    '[GALL-1] every end of %s says what was processed, saved, how accurate, in a sentence',
    (_, { workflow }) => {
      const ends = workflow.nodes.filter(({ type }) => type === 'end');
      expect(ends.length).toBeGreaterThan(1);
      for (const { config } of ends)
        for (const field of ['processed', 'savings', 'accuracy', 'summary'])
          expect(String(config.result)).toContain(`"${field}": `);
    },
  );
});
