import { type Period, parsePeriod, periodContaining } from '@attain/domain/base/period';
import type { Deal } from '@attain/domain/crediting/deal';
import { claimsOnFunds } from '@attain/domain/payouts/calculate';
import { type FundClaim, fundedComponents } from '@attain/domain/payouts/limits/fund';
import { type FundUse, fundUseBeside, withFundsLeft } from '@attain/domain/payouts/limits/fund-use';
import type { CalculationInput } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import { whatIf } from '@attain/domain/simulations/what-if';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { ApiError, must } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { recordsNeeded } from '../calculations/earlier-pay.ts';
import { type PayeeScope, payeeInputs } from '../calculations/payee-inputs.ts';
import { readerOf, seesPeriodPay } from '../calculations/publications.ts';
import { newestDeal } from '../findings/plan-histories.ts';
import { idsWithin, mustSee, reachOf } from '../participants/visible-participants.ts';
import { planDetail } from '../plans/plan-document.ts';

/** A deal that has not happened. */
export type FurtherDeal = Pick<Deal, 'amount' | 'unit' | 'kind' | 'product' | 'territory' | 'customer'> & {
  readonly date?: string | undefined;
  readonly currency?: string | undefined;
  readonly ownFields?: Deal['ownFields'] | undefined;
};

/**
 * One payee's pay in a period, and with further deals, by the plan's active version, with the inputs for continuing in
 * the browser. Stores nothing. Throws NOT_FOUND outside the actor's reach and for people the plan does not pay in the
 * period, and NOT_CALCULABLE without an active version, without deals, and with every problem if pay can't be
 * calculated.
 */
export function tryWhatIf(
  ctx: AppContext,
  actor: Actor,
  wanted: {
    planId: string;
    participantId: string;
    period?: string | undefined;
    furtherDeals: readonly FurtherDeal[];
  },
) {
  return ctx.read(
    actor,
    async (tx) => {
      const { plan, input, fundUse } = await payeeNow(tx, actor, { ...wanted, today: ctx.today(actor) });
      const further = wanted.furtherDeals.map((deal, i) => dealOf(deal, i, input));
      const message = 'Pay can’t be calculated with these deals.';
      const { before, after, difference } = must(
        whatIf(input, further, {}, fundUse),
        'NOT_CALCULABLE',
        message,
      );
      const names = new Map(plan.components.map((component) => [component.id, component.name]));
      const old = new Map(before.lines.map((line) => [line.componentId, line]));
      return {
        input,
        fundUse,
        currency: after.currency,
        before: before.total,
        after: after.total,
        delta: difference.delta,
        lines: after.lines.map((line) => ({
          componentId: line.componentId,
          componentName: names.get(line.componentId) ?? line.componentId,
          before: old.get(line.componentId)?.amount ?? '0',
          after: line.amount,
          delta: difference.lines.find((one) => one.componentId === line.componentId)?.delta ?? '0',
          message: line.message,
        })),
      };
    },
    { snapshot: true },
  );
}

/**
 * What a payee is paid by in a period: the plan's active version and the inputs of now. Throws NOT_FOUND, NOT_ALLOWED and
 * NOT_CALCULABLE like `tryWhatIf`.
 */
export async function payeeNow(
  tx: TenantTx,
  actor: Actor,
  wanted: { planId: string; participantId: string; period?: string | undefined; today: string },
) {
  const { planId, participantId, today } = wanted;
  const reach = await reachOf(tx, actor, 'read:payouts');
  const { activeVersion, name } = await planDetail(tx, planId, { today });
  if (activeVersion === null)
    throw new ApiError('NOT_CALCULABLE', `“${name}” has no active version, so it pays no one.`);
  const { document: plan } = await planDetail(tx, planId, { today, version: activeVersion });
  const period = await periodOf(tx, plan, wanted.period);
  mustSee(idsWithin(reach, period), participantId);
  if (!(await seesPeriodPay(tx, readerOf(actor, 'read:payouts'), { planId, period, today })))
    throw new ApiError('NOT_ALLOWED', `Pay for ${period.key} isn’t published yet. Ask your administrator.`);
  return { plan, period, ...(await inputOf(tx, { planId, participantId, plan, period })) };
}

/** The period asked for; else the one with the newest deal. */
async function periodOf(tx: TenantTx, plan: Plan, asked: string | undefined): Promise<Period> {
  if (asked !== undefined)
    return must(parsePeriod(asked, plan.calendar), 'BAD_INPUT', 'The period is not valid.');
  const newest = await newestDeal(tx);
  if (newest === null) throw new ApiError('NOT_CALCULABLE', 'There are no deals yet. Choose a period.');
  return periodContaining(plan.calendar, newest);
}

async function inputOf(
  tx: TenantTx,
  wanted: { planId: string; participantId: string; plan: Plan; period: Period },
): Promise<{ input: CalculationInput; fundUse: FundUse | null }> {
  const { planId, participantId, plan, period } = wanted;
  const records = await recordsNeeded(tx, { planId, plan, period });
  if (fundedComponents(plan).length > 0) {
    const beside = await besideOthers(tx, { planId, plan, period, ...records }, participantId);
    if (beside !== null) return beside;
  } else {
    for await (const { input } of payeeInputs(tx, {
      planId,
      plan,
      period,
      participantIds: [participantId],
      ...records,
    }))
      return { input, fundUse: null };
  }
  throw new ApiError('NOT_FOUND', `The plan does not pay this participant in ${period.key}.`);
}

/** One payee's inputs, and all others' claims on the plan's funds; null if the plan does not pay them. */
async function besideOthers(tx: TenantTx, scope: PayeeScope, participantId: string) {
  const claims: FundClaim[] = [];
  let own: CalculationInput | null = null;
  for await (const { input, participant } of payeeInputs(tx, scope)) {
    const message =
      'The rest of the SPIFF fund can’t be calculated, because the plan can’t pay one of the payees.';
    claims.push(...must(claimsOnFunds(input), 'NOT_CALCULABLE', message));
    if (participant.id === participantId) own = input;
  }
  if (own === null) return null;
  const fundUse = fundUseBeside({ id: participantId, deals: own.deals }, claims, scope.earlier);
  const message = 'Pay can’t be calculated with these deals.';
  return { input: must(withFundsLeft(own, fundUse), 'NOT_CALCULABLE', message), fundUse };
}

function dealOf(deal: FurtherDeal, i: number, { plan, period, payeeIds }: CalculationInput): Deal {
  const { date = period.to, currency = plan.currency, ownFields = {}, ...rest } = deal;
  const participantId = payeeIds?.[0] ?? '';
  const money = deal.unit === '$' ? currency : null;
  return { ...rest, ownFields, id: `what-if-${i + 1}`, date, currency: money, participantId, splits: [] };
}
