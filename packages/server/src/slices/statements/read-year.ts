import type { YearOfPay } from '@attain/contract/payouts';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { periodContaining } from '@attain/domain/base/period';
import { ownPeriods } from '@attain/domain/payments/payable-periods';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { amountsDue } from './next-pay-day.ts';
import { selectUnpaid } from './unpaid-store.ts';
import { selectHeldNow, selectPaidIn, selectPublishedPay } from './year-store.ts';

type Amount = YearOfPay['earned'][number];

/**
 * What the actor earned and was paid in the fiscal year of their newest published pay, and what is held and owed (CLOSE-20); null
 * for users who are not paid, or have no published pay.
 */
export function readYear(ctx: AppContext, actor: Actor): Promise<YearOfPay | null> {
  return ctx.read(actor, async (tx) => {
    mustAllow(actor, 'read:statements');
    const { participantId } = actor;
    if (participantId === null) return null;
    const published = ownPeriods(await selectPublishedPay(tx, { participantId }));
    const [newest] = published;
    if (newest === undefined) return null;
    const { key, from, to } = periodContaining({ ...newest.calendar, period: 'year' }, newest.period.to);
    const inYear = published.filter(({ period }) => period.to >= from && period.to <= to);
    const within = { participantId, from, to };
    return {
      year: key,
      from,
      to,
      isOver: to < ctx.today(actor),
      earned: added(inYear.map(({ currency, total }) => ({ currency, amount: total }))),
      paid: added(await selectPaidIn(tx, within)),
      held: added(await selectHeldNow(tx, { participantId })),
      owed: amountsDue(await selectUnpaid(tx, { participantId })),
    };
  });
}

/** Sums by currency. */
function added(all: readonly Amount[]): Amount[] {
  return [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amount: moneyText(sum(some.map(({ amount }) => decimal(amount))), currency),
  }));
}
