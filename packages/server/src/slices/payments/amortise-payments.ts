import { amortise, mayExpenseAtOnce } from '@attain/domain/payments/amortise';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { mustAllow } from '../../base/actor.ts';
import { found, must } from '../../base/api-error.ts';
import { selectPaymentRun } from './payment-runs-store.ts';
import { selectCosts } from './payments-store.ts';

/**
 * Positive earnings of a run by currency, amortized over months from the first month of the period (PAYM-18). Throws
 * NOT_FOUND for an unknown run.
 */
export function amortisePayments(ctx: AppContext, actor: Actor, input: { runId: string; months: number }) {
  mustAllow(actor, 'make:payments');
  return ctx.read(actor, async (tx) => {
    const { period } = found(await selectPaymentRun(tx, input.runId, actor.userId), 'payment run');
    return (await selectCosts(tx, input.runId)).map(({ currency, cost }) => {
      const capitalised = { cost, currency, from: period.from, months: input.months };
      const months = must(amortise(capitalised), 'BAD_INPUT', 'This cost can’t be amortized.');
      return { currency, cost, mayExpenseAtOnce: mayExpenseAtOnce(capitalised), months: [...months] };
    });
  });
}
