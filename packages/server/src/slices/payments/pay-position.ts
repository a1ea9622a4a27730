import type { PayPosition } from '@attain/contract/payments';
import { decimal, HUNDRED, plain, sum } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { monthOf } from '@attain/domain/closes/close-steps';
import { isOwnPeriod } from '@attain/domain/payments/payable-periods';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { payableSources } from './payable-sources.ts';
import { selectCalculatedPay, selectClosing, selectUnpaid, selectUntaken } from './position-store.ts';
import { selectFirstDay, selectNewest } from './sources-store.ts';

interface Sum {
  readonly currency: string;
  readonly amount: string;
}

/** What pay of the newest month costs against its target, and what is owed and not paid yet (PAYM-33). */
export function readPayPosition(ctx: AppContext, actor: Actor): Promise<PayPosition> {
  mustAllow(actor, 'approve:payments');
  return ctx.read(
    actor,
    async (tx) => {
      const today = ctx.clock.today();
      const closing = await selectClosing(tx);
      const { unposted, problems } = await unpostedPay(tx, today);
      const parts = {
        unposted,
        unpaid: byCurrency(await selectUnpaid(tx)),
        held: byCurrency(closing.map(({ currency, held: amount }) => ({ currency, amount }))),
        adjustments: byCurrency(await selectUntaken(tx)),
      };
      return {
        ...(await expenseOf(tx, today)),
        owed: byCurrency(Object.values(parts).flat()),
        parts,
        receivable: byCurrency(
          closing.flatMap(({ currency, draw, carried }) => [
            { currency, amount: draw },
            { currency, amount: carried },
          ]),
        ),
        problems,
      };
    },
    { snapshot: true },
  );
}

/** Pay of the periods that end in the newest month that is over. */
async function expenseOf(tx: TenantTx, today: string): Promise<Pick<PayPosition, 'month' | 'expense'>> {
  const own = (await selectNewest(tx)).filter(isOwnPeriod);
  const over = own.map(({ period }) => period.to.slice(0, 7)).filter((month) => monthOf(month).to < today);
  const month = over.sort().at(-1) ?? null;
  if (month === null) return { month, expense: [] };
  const ids = own.filter(({ period }) => period.to.startsWith(month)).map(({ id }) => id);
  const expense = (await selectCalculatedPay(tx, ids)).map((row) => ({
    ...row,
    pay: moneyText(decimal(row.pay), row.currency),
    percent: percentOf(row.payOnTarget, row.target),
  }));
  return { month, expense };
}

function percentOf(pay: string, target: string | null): string | null {
  if (target === null || decimal(target).lte('0')) return null;
  return plain(decimal(pay).times(HUNDRED).div(decimal(target)).round(1, 1));
}

/** Everything a payment run of today would pay (PAYM-20): new periods, and what changed in paid ones. */
async function unpostedPay(tx: TenantTx, today: string): Promise<{ unposted: Sum[]; problems: string[] }> {
  const from = (await selectFirstDay(tx)) ?? '1900-01-01';
  const payable = await payableSources(tx, { key: `${from}..${today}`, from, to: today });
  if (!payable.ok) return { unposted: [], problems: payable.problems.map(({ message }) => message) };
  const originals = payable.value.flatMap(({ originalId }) => originalId ?? []);
  const pay = await selectCalculatedPay(
    tx,
    payable.value.map(({ calculationId }) => calculationId),
  );
  const before = await selectCalculatedPay(tx, originals);
  return {
    unposted: byCurrency([
      ...pay.map((row) => ({ currency: row.currency, amount: row.pay })),
      ...before.map((row) => ({ currency: row.currency, amount: plain(decimal(row.pay).neg()) })),
    ]),
    problems: [],
  };
}

function byCurrency(all: readonly Sum[]): Sum[] {
  return [...Map.groupBy(all, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, total: sum(some.map(({ amount }) => decimal(amount))) }))
    .filter(({ total }) => !total.eq(0))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
    .map(({ currency, total }) => ({ currency, amount: moneyText(total, currency) }));
}
