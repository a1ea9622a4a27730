import type { Deal } from '@attain/domain/crediting/deal';
import { calculate } from '@attain/domain/payouts/calculate';
import type { Calculation, CalculationInput } from '@attain/domain/payouts/payout';
import type { Component, Rate } from '@attain/domain/plans/plan';
import { toBase64 } from '@attain/domain/proofs/bytes';
import { writeLogProof } from '@attain/domain/proofs/log-proof';
import { emptyHead, type TreeHead } from '@attain/domain/proofs/merkle';
import { batchEvidence, batchTree } from '@attain/domain/proofs/merkle-batch';
import { inclusionProof } from '@attain/domain/proofs/merkle-proof';
import {
  buildStatementFile,
  type Statement,
  type StatementFile,
  statementLeaf,
} from '@attain/domain/proofs/statement-file';
import { signCheckpoint } from './checkpoint.ts';
import type { EntryFacts } from './entry.ts';
import { bodyOf, factsOf } from './log.fixture.ts';
import { extendLog } from './log-append.ts';
import type { LogSigner } from './log-key.ts';
import { narrowInput } from './narrow-input.ts';
import { nodeDigest } from './node-digest.ts';

const component = (id: string, weight: number, rate: Rate): Component => ({
  id,
  name: `Component ${id}`,
  status: 'Active',
  measure: { unit: '$', of: 'amount' },
  filter: [],
  weight,
  rate,
  cap: null,
  accelerator: null,
  gate: null,
});

/** A plan of three kinds of pay for one quarter, paid in dollars. */
export const somePlan: CalculationInput['plan'] = {
  name: 'Field sales 2026',
  type: 'sales-commission',
  currency: 'USD',
  calendar: { period: 'quarter', fiscalYearStartMonth: 1 },
  rounding: { mode: 'HALF_UP' },
  order: ['gate', 'cap', 'weight'],
  acceleratorReading: 'incremental',
  undefinedAttainment: 'refuse',
  components: [
    component('flat', 30, { kind: 'flat', ratePercent: '1.25' }),
    component('own', 30, { kind: 'individual' }),
    component('tiers', 40, {
      kind: 'marginal',
      thresholds: 'percent-of-quota',
      per: 'period',
      tiers: [
        { from: '0', to: '80', ratePercent: '1' },
        { from: '80', to: null, ratePercent: '3.5' },
      ],
    }),
  ],
};

/** The first quarter of 2026 for five people, with whatever deals are given. */
export function someInput(deals: readonly Deal[]): CalculationInput {
  const people = ['ada', 'ben', 'cyd', 'dee', 'eve'];
  return {
    plan: somePlan,
    period: { key: '2026-Q1', from: '2026-01-01', to: '2026-03-31' },
    participants: people.map((id, at) => ({
      id,
      name: `${id[0]!.toUpperCase()}${id.slice(1)} Example`,
      hiredOn: '2020-01-01',
      leftOn: null,
      targetVariableAnnual: '40000.00',
      commissionRatePercent: `${1 + at}.5`,
    })),
    quotas: people.map((participantId, at) => ({
      participantId,
      componentId: null,
      unit: '$',
      from: '2026-01-01',
      to: '2026-03-31',
      amount: `${10_000 * (at + 1)}`,
    })),
    deals,
    exchangeRates: [
      ...['2025-12-01', '2025-12-31', '2026-02-01', '2026-04-01'].map((date, at) => ({
        from: 'EUR',
        to: 'USD',
        date,
        rate: `1.0${at + 5}13`,
        source: 'central bank',
      })),
      { from: 'USD', to: 'GBP', date: '2025-06-30', rate: '0.8', source: 'central bank' },
      { from: 'JPY', to: 'USD', date: '2025-06-30', rate: '0.0065', source: 'central bank' },
    ],
  };
}

/** A deal with the usual members; the rest is given. */
export function someDeal(given: Partial<Deal> & Pick<Deal, 'id'>): Deal {
  const usual = {
    date: '2026-01-15',
    amount: '1000.00',
    unit: '$',
    currency: 'USD',
    participantId: 'ada',
  } as const;
  return {
    ...usual,
    splits: [],
    kind: 'sale',
    product: null,
    territory: null,
    customer: 'A customer',
    ...given,
  };
}

/** Deals in three currencies, one shared by two, one returned, one outside the quarter. */
export const someDeals: readonly Deal[] = [
  someDeal({ id: 'd1', amount: '8000.00' }),
  someDeal({ id: 'd2', amount: '1234.56', currency: 'EUR', date: '2026-02-14' }),
  someDeal({ id: 'd3', amount: '-200.10', kind: 'return' }),
  someDeal({
    id: 'd4',
    amount: '5000',
    splits: [
      { participantId: 'ada', sharePercent: '62.5' },
      { participantId: 'ben', sharePercent: '37.5' },
    ],
  }),
  someDeal({ id: 'd5', amount: '999.99', currency: 'GBP', participantId: 'ben', date: '2026-03-31' }),
  someDeal({ id: 'd6', date: '2026-04-01' }),
];

/** The calculation, which must succeed. */
export function calculated(input: CalculationInput): Calculation {
  const result = calculate(input);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/**
 * The statements of everybody in a calculation, sealed as one batch into a log of some other acts. `release` 0.1 names the
 * root of the batch only.
 */
export function sealedStatements(
  input: CalculationInput,
  signer: LogSigner,
  release: '0.1' | 'present' = 'present',
): readonly StatementFile[] {
  const calculation = calculated(input);
  const narrow = narrowInput(input);
  const plain = input.participants.map(({ id, name }) => {
    const narrowed = narrow(id);
    const { lines, total, currency } = calculated(narrowed);
    const planName = input.plan.name;
    const statement: Statement = {
      participant: { id, name },
      planName,
      period: input.period,
      currency,
      lines,
      total,
    };
    return buildStatementFile(nodeDigest, {
      statement,
      input: narrowed,
      engineVersion: calculation.engineVersion,
      audit: null,
    });
  });
  const batch = batchTree(
    nodeDigest,
    plain.map((file) => statementLeaf(nodeDigest, file)),
  );
  const evidence = batchEvidence(nodeDigest, batch).slice(0, release === '0.1' ? 1 : 2);
  const entry = { ...factsOf(2, signer.origin), evidence };
  const { body, proof } = loggedThird(entry, signer);
  return plain.map((file, index) => ({
    ...file,
    audit: {
      key: signer.line,
      entry: body,
      proof,
      batch: { index, size: batch.size, path: batch.proof(index).map(toBase64) },
    },
  }));
}

/** Writes an act as the third of five into a log and proves it. */
export function loggedThird(
  facts: EntryFacts,
  signer: LogSigner,
): { readonly body: string; readonly proof: string } {
  let head: TreeHead = emptyHead(nodeDigest);
  const bodies: string[] = [];
  const stored = new Map<string, Uint8Array>();
  for (let at = 0; at < 5; at += 1) {
    const body = bodyOf(at === 2 ? facts : factsOf(at, signer.origin), at);
    const added = extendLog(head, [body]);
    head = added.newHead;
    bodies.push(body);
    stored.set(`0/${at}`, added.leafHashes[0]!);
    for (const node of added.newNodes) stored.set(`${node.level}/${node.index}`, node.hash);
  }
  const path = inclusionProof(nodeDigest, 5, 2, ({ level, index }) => stored.get(`${level}/${index}`)!);
  return {
    body: bodies[2]!,
    proof: writeLogProof({ index: 2, path, checkpoint: signCheckpoint(signer, head) }),
  };
}
