import type { NextPayDay } from '@attain/contract/payouts';
import { decimal, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { payDayOf } from '@attain/domain/closes/close-steps';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { holidaysOf } from '../../db/workspace-days.ts';
import { trackedPlans } from '../calculations/standings/read-standings.ts';
import { selectUnpaid, type UnpaidStatement } from './unpaid-store.ts';

/** When the actor is paid next and what for (CLOSE-17); null for users who are not paid or have nothing to be paid. */
export function readNextPayDay(ctx: AppContext, actor: Actor): Promise<NextPayDay | null> {
  return ctx.read(actor, async (tx) => {
    mustAllow(actor, 'read:statements');
    const { participantId } = actor;
    if (participantId === null) return null;
    const today = ctx.today(actor);
    const holidays = await holidaysOf(tx);
    const unpaid = await selectUnpaid(tx, { participantId });
    const byDay = Map.groupBy(unpaid, ({ period }) => payDayOf(period.to, holidays));
    const days = [...byDay.keys()].sort();
    const day = days.find((one) => one >= today) ?? days.at(-1);
    if (day !== undefined) return { day, isLate: day < today, ...dueOf(byDay.get(day) ?? []) };
    const onToday = new Map([[participantId, [{ from: today, to: today }]]]);
    const plans = await trackedPlans(tx, { today, reach: onToday });
    const [open] = plans
      .flatMap(({ periods }) => periods[0]?.to ?? [])
      .map((to) => payDayOf(to, holidays))
      .sort();
    return open === undefined ? null : { day: open, isLate: false, ...dueOf([]) };
  });
}

const stages = ['calculated', 'approved', 'posted', 'paid'] as const;

function dueOf(unpaid: readonly UnpaidStatement[]): Omit<NextPayDay, 'day' | 'isLate'> {
  const status = stages.find((stage) => unpaid.some((one) => one.status === stage));
  return {
    periods: [...new Set(unpaid.map(({ period }) => period.key))],
    status: status ?? null,
    amounts: amountsDue(unpaid),
  };
}

/** What is due of these statements, by currency. */
export function amountsDue(unpaid: readonly UnpaidStatement[]): NextPayDay['amounts'] {
  // a posted payment run holds one payment for all statements it pays
  const nets = new Map(unpaid.flatMap(({ payments }) => payments).map((one) => [JSON.stringify(one), one]));
  const owed = unpaid.filter(({ payments }) => payments.length === 0);
  const all = [
    ...owed.map(({ currency, total }) => ({ currency, amount: total })),
    ...[...nets.values()].map(({ currency, net }) => ({ currency, amount: net })),
  ];
  return [...Map.groupBy(all, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amount: moneyText(sum(some.map(({ amount }) => decimal(amount))), currency),
  }));
}
