import type { Period } from '@attain/domain/base/period';
import { ok, type Result } from '@attain/domain/base/result';
import { ENGINE_VERSION } from '@attain/domain/payouts/calculate';
import { calculateFigures } from '@attain/domain/payouts/kernel/lines/calculate-figures';
import { type CheckedPlan, checkedPlan } from '@attain/domain/payouts/kernel/lines/calculate-in-columns';
import type { ColumnLine } from '@attain/domain/payouts/kernel/lines/credit-columns';
import type { Plan } from '@attain/domain/plans/plan';
import { canonicalText } from '@attain/domain/proofs/canonical';
import { figuresHash, statementLeaf } from '@attain/domain/proofs/statement-file';
import { sha256Hex } from '../../audit/canonical.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import { inputText } from './input-text.ts';
import type { PayeeInput } from './payee-inputs.ts';
import type { PayHashes } from './payout-writer.ts';

/** One payee's pay and its hashes. */
interface PayeePay {
  readonly lines: readonly ColumnLine[];
  readonly total: string;
  readonly hashes: PayHashes;
}

/** Pays payees of one plan and period, one after the other; fails with the calculation's problems. */
export function payeePayer({ plan, period }: { plan: Plan; period: Period }) {
  const planText = canonicalText(plan);
  const planHash = sha256Hex(planText);
  let checked: CheckedPlan | undefined;
  return (payee: PayeeInput): Result<PayeePay> => {
    const inputHash = sha256Hex(inputText(payee, planText));
    checked ??= checkedPlan(payee.input);
    const paid = calculateFigures(payee.input, checked);
    if (!paid.ok) return paid;
    const { id, name } = payee.participant;
    const about = { planName: plan.name, period, currency: plan.currency, participant: { id, name } };
    const figures = figuresHash(nodeDigest, { ...about, ...paid.value });
    const hashes = { plan: planHash, input: inputHash, figures };
    const leaf = statementLeaf(nodeDigest, { engineVersion: ENGINE_VERSION, hashes });
    const leafHash = Buffer.from(leaf).toString('hex');
    return ok({ ...paid.value, hashes: { inputHash, figuresHash: figures, leafHash } });
  };
}
