import type { PayPosition } from '@attain/contract/payments';
import { isSmallGroup, seesSinglePay } from '@attain/domain/access/small-groups';
import { dayBefore } from '@attain/domain/base/day';
import { decimal, HUNDRED, plain, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { type Days, daysOf } from '@attain/domain/base/period';
import { monthOf } from '@attain/domain/closes/close-steps';
import {
  isOwnPeriod,
  type NewestCalculation,
  payableCalculations,
} from '@attain/domain/payments/payable-periods';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { deferredPosition } from './benefit-period.ts';
import {
  type PaySum,
  selectCalculatedPay,
  selectClosing,
  selectUnpaid,
  selectUnposted,
  selectUntaken,
} from './position-store.ts';
import { selectFirstDay, selectNewest } from './sources-store.ts';

/**
 * What pay of the newest month that is over costs against its target, and what is owed and not paid yet (PAYM-33). Sums of few
 * payees are hidden from users who do not see single pay (ACCESS-10).
 */
export function readPayPosition(ctx: AppContext, actor: Actor): Promise<PayPosition> {
  mustAllow(actor, 'approve:payments');
  return ctx.read(
    actor,
    async (tx) => {
      const today = ctx.today(actor);
      const newest = await selectNewest(tx);
      const month = newestMonth(newest, today);
      const first = await selectFirstDay(tx);
      const closing = await selectClosing(tx);
      const { unposted, problems } = await unpostedPay(tx, newest, owedDays({ first, month, today }));
      const parts = {
        unposted,
        unpaid: await selectUnpaid(tx),
        held: closing.map(({ currency, held, holders }) => ({ currency, amount: held, payees: holders })),
        adjustments: await selectUntaken(tx),
      };
      const receivable = closing.map(({ currency, receivable: amount, owing: payees }) => ({
        ...{ currency, amount, payees },
      }));
      const expense = month === null ? [] : await expenseOf(tx, newest, month);
      const { deferred, payees } = await deferredPosition(tx, today);
      const owed = Object.values(parts).flat();
      const sees = (sums: readonly { payees: number }[]) =>
        seesSinglePay(actor.roles) || !sums.some(({ payees }) => isSmallGroup(payees));
      return {
        month,
        expense: sees(expense) ? expense.map(({ payees, ...row }) => row) : null,
        isFirst: first === null,
        owed: sees(owed) ? byCurrency(owed) : null,
        parts: sees(owed)
          ? {
              unposted: byCurrency(parts.unposted),
              unpaid: byCurrency(parts.unpaid),
              held: byCurrency(parts.held),
              adjustments: byCurrency(parts.adjustments),
            }
          : null,
        receivable: sees(receivable) ? byCurrency(receivable) : null,
        deferred: { ...deferred, amounts: sees(payees) ? deferred.amounts : null },
        problems,
      };
    },
    { snapshot: true },
  );
}

/** The newest month that is over in which a calculated period of a plan's calendar ends; null: none. */
function newestMonth(newest: readonly NewestCalculation[], today: string): string | null {
  const ends = newest.filter(isOwnPeriod).map(({ period }) => period.to.slice(0, 7));
  return (
    ends
      .filter((month) => monthOf(month).to < today)
      .sort()
      .at(-1) ?? null
  );
}

async function expenseOf(tx: TenantTx, newest: readonly NewestCalculation[], month: string) {
  const ids = newest.filter((one) => isOwnPeriod(one) && one.period.to.startsWith(month)).map(({ id }) => id);
  return (await selectCalculatedPay(tx, ids)).map((row) => ({
    ...row,
    pay: moneyText(decimal(row.pay), row.currency),
    percent: percentOf(row.payOnTarget, row.target),
  }));
}

function percentOf(pay: string, target: string | null): string | null {
  if (target === null || decimal(target).lte('0')) return null;
  return plain(decimal(pay).times(HUNDRED).div(decimal(target)).round(1, 1));
}

/** Periods that end on these days are owed: all that are over since the first posted payments, before them those of the month. */
function owedDays({ first, month, today }: { first: string | null; month: string | null; today: string }) {
  if (first !== null) return { from: first, to: dayBefore(today) };
  return month === null ? null : monthOf(month);
}

/** What a payment run of these days would pay (PAYM-20): new periods, and what changed in paid ones. Trials are not paid. */
async function unpostedPay(
  tx: TenantTx,
  newest: readonly NewestCalculation[],
  days: Days | null,
): Promise<{ unposted: PaySum[]; problems: string[] }> {
  if (days === null) return { unposted: [], problems: [] };
  const own = newest.filter((one) => one.paidId !== null || isOwnPeriod(one));
  const period = { key: daysOf(days), ...days };
  const payable = payableCalculations(own, { period, since: days.from });
  if (!payable.ok) return { unposted: [], problems: payable.problems.map(({ message }) => message) };
  const runIds = payable.value.map(({ calculationId }) => calculationId);
  const originals = payable.value.flatMap(({ originalId }) => originalId ?? []);
  return { unposted: await selectUnposted(tx, { runIds, originals }), problems: [] };
}

function byCurrency(all: readonly PaySum[]) {
  return [...Map.groupBy(all, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, total: sum(some.map(({ amount }) => decimal(amount))) }))
    .filter(({ total }) => !total.eq(0))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
    .map(({ currency, total }) => ({ currency, amount: moneyText(total, currency) }));
}
