/** A program that uses the client made of the API's description: what must compile, what must not, and what it asks for. */
export const clientUse = `
import { client, type Plan, type PlanTest, type Send } from './client.js';

const document: Plan = {
  name: 'By a client',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP', splits: 'largest-remainder' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: [
    {
      id: 'sales',
      name: 'Sales',
      status: 'Active',
      measure: { unit: '$', of: 'amount' },
      filter: [{ field: 'product', in: ['Bikes'] }],
      weight: 100,
      rate: { kind: 'flat', ratePercent: '10' },
      cap: null,
      accelerator: null,
      gate: null,
    },
  ],
};
const sale: PlanTest = {
  name: 'A bike',
  period: '2024-Q1',
  deals: [{ amount: '1000', product: 'Bikes' }],
  expect: { total: '100.00' },
};

export async function use(send: Send, planId: string) {
  const attain = client(send);
  const deals = await attain['records.deals']({ query: { limit: 2, sort: '-amount' } });
  const plan = await attain['plans.create']({ body: { name: 'By a client', type: 'sales-commission', document } });
  const id: string = plan.id;
  const test = await attain['planTests.create']({ path: { id }, body: { test: sale } });
  const run = await attain['planTests.run']({ path: { id }, body: {} });
  const furtherDeals = [{ amount: '1000', product: 'Bikes' }];
  const asked = { planId, participantId: 'ann', period: '2024-Q1', furtherDeals };
  const answer = await attain['simulations.whatIf']({ body: asked });
  return {
    largest: deals.rows.map(({ id, amount }) => id + ' ' + amount),
    components: plan.document.components.map(({ name }) => name),
    expects: test.test.expect.total ?? 'nothing',
    passed: run.results.map(({ passed }) => passed),
    delta: answer.delta,
    paidBy: answer.input.plan.name,
    known: answer.input.deals.length,
  };
}

export async function wrong(send: Send) {
  const attain = client(send);
  // @ts-expect-error an amount is a text, never a binary number
  const cap: Plan = { ...document, planCap: 1000 };
  // @ts-expect-error there is no such rounding
  const rounded: Plan = { ...document, rounding: { mode: 'DOWN' } };
  // @ts-expect-error a test says what it expects
  const test: PlanTest = { name: 'x', period: '2024-Q1' };
  // @ts-expect-error there is no such type of plan
  await attain['plans.create']({ body: { name: 'x', type: 'none' } });
  // @ts-expect-error a what-if is of one plan
  await attain['simulations.whatIf']({ body: { participantId: 'ann' } });
  // @ts-expect-error a page is a number of rows
  await attain['records.deals']({ query: { limit: 'many' } });
  return [cap, rounded, test];
}
`;
