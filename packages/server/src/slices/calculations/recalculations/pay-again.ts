import { setImmediate } from 'node:timers/promises';
import type { Problem } from '@attain/domain/base/result';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Participant } from '@attain/domain/quotas/participant';
import { hashOf } from '../../../audit/canonical.ts';
import { ApiError } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { type PaidAhead, recordsNeeded } from '../earlier-pay.ts';
import { payeeInputs } from '../payee-inputs.ts';
import { settleFunds } from '../settle-funds.ts';
import { type ChangedPayee, payeeNoLongerPaid, payeePaidAgain } from './changed-payee.ts';
import { type PaidRun, selectKeptHashes, selectPayeesThen } from './recalculation-store.ts';

/** Pay on the records in this transaction, where it differs from the stored results. */
export interface PaidAgainst {
  readonly changed: readonly ChangedPayee[];
  /** Payees whose inputs were read. */
  readonly payeesRead: number;
}

/**
 * Reads inputs with the code of a calculation and recalculates payees whose inputs differ from the stored ones; so the
 * result equals a full run as long as other inputs are unchanged. `ahead`: current pay of earlier runs. Throws
 * NOT_CALCULABLE as the calculation would, with every problem.
 */
export async function payAgain(
  tx: TenantTx,
  run: PaidRun,
  people: readonly string[] | null,
  ahead?: PaidAhead,
): Promise<PaidAgainst> {
  const { planId, plan, period } = run;
  const records = await recordsNeeded(tx, { planId, plan, period }, ahead);
  const scope = { planId, plan, period, ...records };
  const problems: Problem[] = [];
  // other requests of this process get their turn between two payees
  const fundLeft = await settleFunds(tx, scope, problems, async () => void (await setImmediate()));
  if (problems.length > 0)
    throw new ApiError('NOT_CALCULABLE', 'Pay can’t be calculated with these records.', { problems });
  const kept = await selectKeptHashes(tx, run.id, people);
  const now: { participant: Participant; input: CalculationInput; inputHash: string }[] = [];
  const gone = new Set(kept.keys());
  let payeesRead = 0;
  const wanted = { ...scope, ...(fundLeft && { fundLeft }), ...(people && { participantIds: people }) };
  for await (const { input, participant } of payeeInputs(tx, wanted)) {
    payeesRead += 1;
    gone.delete(participant.id);
    const inputHash = hashOf(input);
    if (kept.get(participant.id) !== inputHash) now.push({ participant, input, inputHash });
    await setImmediate();
  }
  const ids = [...now.map(({ participant }) => participant.id), ...gone];
  const then = new Map((await selectPayeesThen(tx, run, ids)).map((payee) => [payee.participant.id, payee]));
  const paid = now.map((payee) => payeePaidAgain(run, then.get(payee.participant.id) ?? null, payee));
  const left = [...gone].flatMap((id) => then.get(id) ?? []).map((payee) => payeeNoLongerPaid(run, payee));
  const changed = [...paid, ...left].sort((a, b) => (a.participantId < b.participantId ? -1 : 1));
  return { changed, payeesRead: payeesRead + gone.size };
}
