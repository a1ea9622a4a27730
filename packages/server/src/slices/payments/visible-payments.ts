import type { PaymentRun } from '@attain/contract/payments';
import { type Actor, ATTAIN_ID } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { idsWithin, reachOf } from '../participants/visible-participants.ts';
import { withNewCalculations } from './payable-sources.ts';
import { selectPaymentRun } from './payment-runs-store.ts';
import { recordedPayments } from './recorded-payments.ts';

/**
 * The run as the actor may see it, and whose payments in it; null: everyone's. Throws NOT_FOUND in other workspaces,
 * and before it is posted for users who see only some people's pay.
 */
export async function visibleRun(tx: TenantTx, wanted: { actor: Actor; id: string }) {
  const reach = await reachOf(tx, wanted.actor, 'read:payments');
  const run = await selectPaymentRun(tx, wanted.id, wanted.actor.userId);
  const shown = reach !== null && run?.posted === null ? null : run;
  if (shown) await recordedPayments(tx, wanted.id, []);
  const current = await withNewCalculations(tx, found(shown, 'payment run'));
  const visible = idsWithin(reach, current.period);
  return { run: asSeen(current, reach === null), visible };
}

/** Users who see only some people's pay get neither totals over everyone nor problems of others' pay. */
export function asSeen(run: PaymentRun, seesAll: boolean): PaymentRun {
  return seesAll
    ? run
    : { ...run, totals: null, reporting: null, paymentCount: null, problems: [], stale: [], outdated: null };
}

/** The period that a payment run pays; null: there is no such run. The caller decides who may read it. */
export async function paidPeriod(tx: TenantTx, id: string): Promise<string | null> {
  return (await selectPaymentRun(tx, id, ATTAIN_ID))?.period.key ?? null;
}
