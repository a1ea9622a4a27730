import { createHash } from 'node:crypto';
import { type Decimal, decimal, ZERO } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import type { Period } from '@attain/domain/base/period';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { batchEvidence, batchTree } from '@attain/domain/proofs/merkle-batch';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { PayHashes } from './payout-writer.ts';

/** Input and result hashes of a run, and the totals on its page. */
export interface TalliedRun {
  readonly inputHash: string;
  readonly resultHash: string;
  /** Vouches for the statements of all payees, in the order of their ids; each can show its place among them. */
  readonly batchEvidence: readonly string[];
  readonly total: string;
  readonly payees: number;
}

/** Sums a run up, payee by payee in the order of their ids, whether they were paid now or are taken over as they were. */
export function runTally(header: { documentHash: string; period: Period }) {
  const { documentHash, period } = header;
  const inputs = createHash('sha256').update(
    canonicalText({ documentHash, period, engineVersion: ENGINE_VERSION }),
  );
  const results = createHash('sha256');
  const leaves: Uint8Array[] = [];
  let total: Decimal = ZERO;
  return {
    add: (id: string, { inputHash, figuresHash, leafHash }: PayHashes, paid: string): void => {
      inputs.update(`\n${id} ${inputHash}`);
      results.update(`${id} ${figuresHash}\n`);
      leaves.push(Buffer.from(leafHash, 'hex'));
      total = total.plus(decimal(paid));
    },
    /** Call once, after all payees were added. */
    end: (currency: string): TalliedRun => ({
      inputHash: inputs.digest('hex'),
      resultHash: results.digest('hex'),
      batchEvidence: batchEvidence(nodeDigest, batchTree(nodeDigest, leaves)),
      total: moneyText(total, currency),
      payees: leaves.length,
    }),
  };
}
