import type { PaymentPreview, PaymentRun } from '@attain/contract/payments';
import { plusDays } from '@attain/domain/base/day';
import { decimal, ZERO } from '@attain/domain/base/decimal';
import { moneyText } from '@attain/domain/base/money';
import { daysOf, type Period } from '@attain/domain/base/period';
import { meantPeriod } from '@attain/domain/payments/meant-period';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { findRun } from '../calculations/find-run.ts';
import { payableSources } from './payable-sources.ts';
import { hasAdjustmentsToPay, selectCarried, selectMeanings } from './payment-runs-store.ts';

/** What a payment run of the period would pay, as of now. Nothing is stored. Throws BAD_INPUT as creating it does. */
export function previewPayments(
  ctx: AppContext,
  actor: Actor,
  input: { period: string },
): Promise<PaymentPreview> {
  mustAllow(actor, 'make:payments');
  return ctx.read(actor, async (tx) => {
    const period = await periodOf(tx, input.period);
    const { blocked, replaces } = await placeOf(tx, period);
    const sources = await sourcesWithPay(tx, period);
    return {
      period,
      sources,
      totals: totalsOf(sources),
      hasAdjustments: await hasAdjustmentsToPay(tx, period),
      blocked,
      replaces,
    };
  });
}

/** The period that a text means, by the calendars in use. Throws BAD_INPUT if it means none, or several. */
export async function periodOf(tx: TenantTx, text: string): Promise<Period> {
  const meanings = await selectMeanings(tx, text);
  return must(meantPeriod(text, meanings), 'BAD_INPUT', 'The period is not valid.');
}

/** The calculations that payments of the period include, with what they add; none if they can't be paid together. */
export async function sourcesWithPay(tx: TenantTx, period: Period): Promise<PaymentPreview['sources']> {
  const sources = await payableSources(tx, period);
  if (!sources.ok) return [];
  const found: PaymentPreview['sources'] = [];
  for (const { calculationId, originalId, planName, periodKey } of sources.value) {
    const run = await findRun(tx, calculationId);
    const paid = originalId === null ? '0' : ((await findRun(tx, originalId)).total ?? '0');
    found.push({
      calculationId,
      planName,
      periodKey,
      currency: run.currency,
      version: run.version ?? 0,
      payees: run.participantCount ?? 0,
      amount: moneyText(decimal(run.total ?? '0').minus(decimal(paid)), run.currency),
      isDifference: originalId !== null,
      changes: run.stale.map(({ message }) => message),
    });
  }
  return found;
}

function totalsOf(sources: PaymentPreview['sources']): PaymentPreview['totals'] {
  return [...Map.groupBy(sources, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: moneyText(
      own.reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO),
      currency,
    ),
  }));
}

/** The out-of-date ones, as the run keeps them (PAYM-25). */
export function outdatedOf(
  sources: PaymentPreview['sources'],
): NonNullable<PaymentRun['outdated']>['calculations'] {
  return sources
    .filter(({ changes }) => changes.length > 0)
    .map(({ calculationId, planName, periodKey, version, changes }) => ({
      calculationId,
      planName,
      periodKey,
      version,
      changes,
    }));
}

/** The open run that payments of the period would replace, or why they can't be created now. */
export async function placeOf(
  tx: TenantTx,
  period: Period,
): Promise<{ replaces: string | null; blocked: string | null }> {
  const { open, closed } = await selectCarried(tx);
  const blockedBy = (blocked: string) => ({ replaces: null, blocked });
  if (closed !== null && closed.to >= period.from) {
    const rest =
      closed.to < period.to
        ? ` For later pay, create the payment run ${daysOf({ from: plusDays(closed.to, 1), to: period.to })}.`
        : '';
    return blockedBy(`${closed.periodKey} is closed, so later changes are paid in the next period.${rest}`);
  }
  if (open === null) return { replaces: null, blocked: null };
  if (open.status === 'calculated' && open.from === period.from && open.to === period.to)
    return { replaces: open.id, blocked: null };
  return blockedBy(
    `The payments of ${open.periodKey} are ${open.status}. Post or withdraw them first, because balances carry over.`,
  );
}
