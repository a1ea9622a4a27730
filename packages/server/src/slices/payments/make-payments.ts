import type { PaymentRun } from '@attain/contract/payments';
import type { Period } from '@attain/domain/base/period';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { holdTurn } from '../../db/turns.ts';
import { valueHash } from '../../db/write.ts';
import { closeRequest } from '../approvals/request-approval.ts';
import { payableSources } from './payable-sources.ts';
import {
  giveBack,
  hasAdjustmentsToPay,
  insertPaymentRun,
  lockPaymentRun,
  selectPaymentRun,
} from './payment-runs-store.ts';
import { outdatedOf, periodOf, placeOf, sourcesWithPay } from './preview-payments.ts';

/**
 * Starts creating the payments of a period in the background, from the newest calculations that end in it. A calculated
 * run of the same period is withdrawn and replaced. Throws CONFLICT while other payments are open or if the period or a
 * later one is closed; BAD_INPUT for an invalid period or one with different dates in different calendars; CONFLICT
 * with calculations that are out of date and not confirmed with a reason; NOT_CALCULABLE if there is nothing to pay.
 */
export async function makePayments(
  ctx: AppContext,
  actor: Actor,
  input: { period: string; outdated?: string[] | undefined; reason?: string | undefined },
): Promise<PaymentRun> {
  mustAllow(actor, 'make:payments');
  const run = await ctx.write(actor, async (tx) => {
    const period = await periodOf(tx, input.period);
    // two people pressing the button at once: balances go from one run to the next, so there is one at a time
    await holdTurn(tx, 'payments', tx.tenantId);
    const replaced = await mustBeNext(tx, period);
    if (!(await hasSomethingToPay(tx, period))) {
      throw new ApiError(
        'NOT_CALCULABLE',
        `There is nothing to pay for ${period.key}: no calculation ends in it, and there are no draws, releases or other adjustments. Calculate a plan first.`,
      );
    }
    const outdated = acknowledged(outdatedOf(await sourcesWithPay(tx, period)), input);
    if (replaced !== null) await withdraw(tx, replaced);
    const id = newId();
    await insertPaymentRun(tx, { id, period, createdBy: actor.userId, outdated });
    tx.record({
      action: 'payment.ordered',
      object: { type: 'payment', id },
      ...(outdated
        ? { reason: { code: 'outdated', text: outdated.reason }, evidence: [valueHash(outdated)] }
        : replaced === null
          ? {}
          : { reason: { code: 'replaces', text: replaced } }),
    });
    return found(await selectPaymentRun(tx, id, actor.userId), 'payment run');
  });
  await ctx.jobs.order('payment', { tenantId: actor.tenantId, id: run.id });
  return run;
}

type Outdated = NonNullable<PaymentRun['outdated']>;

/** Out-of-date calculations to pay anyway; null: none. Throws unless each was named, with a reason (PAYM-25). */
function acknowledged(
  calculations: Outdated['calculations'],
  { outdated = [], reason }: { outdated?: string[] | undefined; reason?: string | undefined },
): Outdated | null {
  if (calculations.length === 0) return null;
  const missing = calculations.filter(({ calculationId }) => !outdated.includes(calculationId));
  if (missing.length === 0 && reason !== undefined) return { reason, calculations };
  const named = (missing.length === 0 ? calculations : missing).map(
    ({ planName, periodKey }) => `${planName} (${periodKey})`,
  );
  throw new ApiError(
    'CONFLICT',
    `Out of date: ${named.join(', ')}. Recalculate them, or confirm each one and give a reason.`,
    {
      problems: calculations.map(({ calculationId, changes }) => ({
        rule: 'PAYM-25',
        path: `outdated.${calculationId}`,
        message: changes.join(' '),
      })),
    },
  );
}

/** Calculations that fail together also count: the run then reports why. */
async function hasSomethingToPay(tx: TenantTx, period: Period): Promise<boolean> {
  const sources = await payableSources(tx, period);
  return !sources.ok || sources.value.length > 0 || (await hasAdjustmentsToPay(tx, period));
}

/** The calculated run of the same period to replace; null: none is open. Throws if balances would get out of order. */
async function mustBeNext(tx: TenantTx, period: Period): Promise<string | null> {
  const { replaces, blocked } = await placeOf(tx, period);
  if (blocked !== null) throw new ApiError('CONFLICT', blocked);
  if (replaces === null) return null;
  // Locked, so that no one approves it while it is withdrawn; if someone just did, it stays approved.
  const held = await lockPaymentRun(tx, replaces);
  return held?.status === 'calculated' ? replaces : mustBeNext(tx, period);
}

async function withdraw(tx: TenantTx, id: string): Promise<void> {
  await giveBack(tx, id);
  await closeRequest(tx, { kind: 'payment-run', subjectId: id, status: 'void' });
  await tx.client.query(`UPDATE payment_runs SET status = 'withdrawn' WHERE id = $1`, [id]);
}
