import { createHash } from 'node:crypto';
import { calculate, ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import { figuresHash, statementLeaf } from '@attain/domain/proofs/statement-file';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf } from '../../audit/canonical.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { insertRecords } from '../../testing/insert-records.ts';
import { startTestContext, type TestContext } from '../../testing/start-test-context.ts';
import { explainedLines } from '../payouts/explained-lines.ts';
import { paidWorkspace, tieredPlan } from '../payouts/paid-workspace.fixture.ts';
import { selectInputs } from '../payouts/stored-inputs.ts';
import { partnersOf } from './payee-inputs.ts';
import { paying, planOf, termWorkspace } from './term-workspace.fixture.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await startTestContext();
});
afterAll(() => ctx?.stop());

const deal = fc.record({
  date: fc.integer({ min: 1, max: 28 }).map((day) => `2024-02-${String(day).padStart(2, '0')}`),
  amount: fc.integer({ min: -900_000, max: 6_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  participantId: fc.constantFrom('ann', 'bob', 'cid', 'mia'),
  product: fc.constantFrom('Bikes', 'Boats'),
  share: fc.constantFrom(null, null, '33.33'),
});

/** The paid workspace with eighty more deals. */
async function randomWorkspace() {
  const paid = await paidWorkspace(ctx);
  const [deals = []] = fc.sample(fc.array(deal, { minLength: 80, maxLength: 80 }), { numRuns: 1 });
  await insertRecords(ctx.ctx.db, paid.tenant.tenantId, {
    deals: deals.map(({ share, ...one }, i) => ({
      ...one,
      id: `random-${i}`,
      splits:
        share === null
          ? []
          : [
              { participantId: 'ann', sharePercent: share },
              { participantId: 'bob', sharePercent: '66.67' },
            ],
    })),
  });
  return paid;
}

test('[KERNEL-12] [KERNEL-13] [KERNEL-14] what a run stores, in lines, credits and hashes, and what is told of it, is what the reference says on the stored inputs', async () => {
  const paid = await randomWorkspace();
  const run = await paid.calculate();
  expect(run.status).toBe('completed');
  const { rows } = await ctx.ctx.db.owner.query(
    `SELECT i.participant, i.quotas, i.exchange_rates AS "exchangeRates", i.input_hash AS "inputHash", i.leaf_hash AS "leafHash",
            (SELECT json_agg(json_build_object('componentId', l.component_id, 'credited', l.credited::text, 'amount', l.amount::text, 'credits', (SELECT coalesce(json_agg(json_build_object('dealId', c.deal_id, 'credited', c.credited::text, 'role', c.role, 'earned', c.earned::text) ORDER BY c.seq), '[]')
                       FROM payout_credits c WHERE c.run_id = l.run_id AND c.participant_id = l.participant_id AND c.component_id = l.component_id)) ORDER BY l.seq)
               FROM payout_lines l WHERE l.run_id = i.run_id AND l.participant_id = i.participant_id) AS lines
       FROM payout_inputs i WHERE i.run_id = $1 ORDER BY i.participant_id COLLATE "C"`,
    [run.id],
  );
  const results = createHash('sha256');
  let credits = 0;
  for (const { participant, quotas, exchangeRates, inputHash, leafHash, lines } of rows) {
    const stored = await ctx.ctx.db.within(paid.tenant.tenantId, (tx) =>
      selectInputs(tx, run.id, participant.id),
    );
    if (stored === null) throw new Error('no inputs');
    const partners = partnersOf(participant.id, stored.deals);
    const { period } = run;
    const input: CalculationInput = {
      plan: tieredPlan,
      period,
      participants: [participant, ...partners],
      payeeIds: [participant.id],
      quotas,
      deals: stored.deals,
      exchangeRates,
    };
    expect(hashOf(input)).toBe(inputHash);
    const reference = calculate(input);
    if (!reference.ok) throw new Error(JSON.stringify(reference.problems));
    const { currency, total } = reference.value;
    expect(lines).toEqual(
      reference.value.lines.map(({ componentId, credited, amount, ...line }) => ({
        componentId,
        credited,
        amount,
        credits: line.credits.map((one) => ({
          dealId: one.dealId,
          credited: one.credited,
          role: one.role,
          earned: one.earned,
        })),
      })),
    );
    const withoutWords = await ctx.ctx.db.within(paid.tenant.tenantId, async (tx) => {
      const inputs = await selectInputs(tx, run.id, participant.id);
      return inputs && explainedLines(tx, run.id, inputs);
    });
    expect(
      withoutWords?.map(({ message, steps, rules, nextTier }) => ({ message, steps, rules, nextTier })),
    ).toEqual(
      reference.value.lines.map(({ message, steps, rules, nextTier }) => ({
        message,
        steps,
        rules,
        nextTier,
      })),
    );
    credits += lines.flatMap((line: { credits: unknown[] }) => line.credits).length;
    const { id, name } = participant;
    const about = { participant: { id, name }, planName: tieredPlan.name, period, currency };
    const figures = figuresHash(nodeDigest, { ...about, lines: reference.value.lines, total });
    const hashes = { plan: hashOf(tieredPlan), input: inputHash, figures };
    const leaf = Buffer.from(statementLeaf(nodeDigest, { engineVersion: ENGINE_VERSION, hashes })).toString(
      'hex',
    );
    expect(leaf).toBe(leafHash);
    results.update(`${id} ${figures}\n`);
  }
  expect(credits).toBeGreaterThan(20);
  expect(results.digest('hex')).toBe(run.resultHash);
});

test('[CREDIT-17] what of a deal counts is stored with its credit, told with the line, the deal and the statement, and proven', async () => {
  const creditFactors = [
    { where: [{ field: 'product', in: ['Renewal'] }], percent: '50' },
    { where: [{ field: 'product', in: ['Strategic'] }], percent: '150' },
  ] as const;
  const there = await termWorkspace(
    ctx,
    planOf([paying({ rate: { kind: 'flat', ratePercent: '1' }, creditFactors })]),
    {
      participants: [{ id: 'ann' }, { id: 'bob' }],
      deals: [
        { id: 'd1', date: '2024-02-01', amount: '10000', participantId: 'ann', product: 'Renewal' },
        { id: 'd2', date: '2024-02-02', amount: '4000', participantId: 'ann', product: 'New' },
        {
          id: 'd3',
          date: '2024-02-03',
          amount: '1000',
          participantId: 'ann',
          product: 'Strategic',
          splits: [
            { participantId: 'ann', sharePercent: '40' },
            { participantId: 'bob', sharePercent: '60' },
          ],
        },
      ],
    },
  );
  const run = await there.pay('2024-Q1');
  expect(await there.amounts(run)).toEqual({ ann: '96.00', bob: '9.00' });
  const half = { percent: '50', of: '10000', where: 'product Renewal' };
  const { body: credits } = await there.admin.get(`/api/calculations/${run.id}/payouts/ann/sales/credits`);
  expect(credits.rows).toMatchObject([
    { dealId: 'd1', sharePercent: '100', role: 'direct', credited: '5000', factor: half },
    { dealId: 'd2', credited: '4000', factor: null },
    { dealId: 'd3', sharePercent: '40', credited: '600', factor: { percent: '150', of: '400' } },
  ]);
  const { body: ofDeal } = await there.admin.get('/api/deals/d1/credits');
  expect(ofDeal.rows).toMatchObject([{ participantId: 'ann', credited: '5000', factor: half }]);
  const why = await there.why(run, 'ann', 'sales');
  expect(why.message).toContain('; 50% of 10,000.00 counts (product Renewal) and 1 more credit factor.');
  expect(why.steps).toMatchObject([
    { rule: 'CREDIT-17', formula: '10,000.00 × 50%', result: '5,000.00' },
    { rule: 'CREDIT-17', formula: '400.00 × 150%', result: '600.00' },
    { rule: 'CREDIT-3', result: '9,600.00' },
    { rule: 'PAY-1' },
  ]);
  const { body: csv } = await there.admin.get(`/api/statements/${run.id}/ann.csv`);
  expect(csv).toContain('Share %,Credit factor %,Credited');
  expect(csv).toContain(',100,50,5000,50.00,USD,');
  expect(csv).toContain('"own deal, 50% counts (product Renewal)"');
  for (const id of ['ann', 'bob']) expect(await there.unproven(run, id)).toEqual([]);
  // the same deal of another product counts in full: only its own line is paid again
  const after = {
    date: '2024-02-01',
    amount: '10000',
    currency: 'USD',
    participantId: 'ann',
    product: 'New',
  };
  const { body: made } = await there.admin.post(`/api/calculations/${run.id}/recalculations`, {
    change: { of: 'deal', id: 'd1', after },
    reason: 'It was no renewal.',
  });
  expect(made).toMatchObject({ lines: [{ participantId: 'ann', kind: 'changed', delta: '50.00' }] });
});
