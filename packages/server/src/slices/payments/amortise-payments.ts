import { amortise, mayExpenseAtOnce } from '@attain/domain/payments/amortise';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { mustAllow } from '../../base/actor.ts';
import { found, must } from '../../base/api-error.ts';
import { selectPaymentRun } from './payment-runs-store.ts';
import { selectCosts } from './payments-store.ts';

/**
 * What was earned in a run, by currency, spread over months from the period's first on (PAYM-18). A currency in which
 * nothing or less was earned has no cost to spread and is left out. Refuses NOT_FOUND for a run that is not there.
 */
export function amortisePayments(ctx: AppContext, actor: Actor, input: { runId: string; months: number }) {
  mustAllow(actor, 'make:payments');
  return ctx.read(actor, async (tx) => {
    const { period } = found(await selectPaymentRun(tx, input.runId, actor.userId), 'payment run');
    return (await selectCosts(tx, input.runId)).map(({ currency, cost }) => {
      const capitalised = { cost, currency, from: period.from, months: input.months };
      const months = must(amortise(capitalised), 'BAD_INPUT', 'This cost cannot be spread.');
      return { currency, cost, mayExpenseAtOnce: mayExpenseAtOnce(capitalised), months: [...months] };
    });
  });
}
