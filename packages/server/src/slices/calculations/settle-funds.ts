import type { Problem } from '@attain/domain/base/result';
import { claimsOnFunds } from '@attain/domain/payouts/calculate';
import { type FundClaim, fundedComponents, fundsLeft } from '@attain/domain/payouts/limits/fund';
import type { FundLeft } from '@attain/domain/payouts/payout';
import type { TenantTx } from '../../db/database.ts';
import { type PayeeScope, payeeInputs } from './payee-inputs.ts';

/**
 * Rest of the SPIFF funds at each claim, settled over all payees in a separate pass; undefined if the plan has no fund.
 * `each` is called after every payee and may throw to stop. Problems are added to `problems`.
 */
export async function settleFunds(
  tx: TenantTx,
  scope: PayeeScope,
  problems: Problem[],
  each: () => Promise<void>,
): Promise<readonly FundLeft[] | undefined> {
  if (fundedComponents(scope.plan).length === 0) return undefined;
  const claims: FundClaim[] = [];
  for await (const { input } of payeeInputs(tx, scope)) {
    const asked = claimsOnFunds(input);
    if (asked.ok) claims.push(...asked.value);
    else problems.push(...asked.problems);
    await each();
  }
  return fundsLeft(scope.plan, claims, scope.earlier);
}
