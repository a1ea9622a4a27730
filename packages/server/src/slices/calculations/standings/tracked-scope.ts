import type { Period } from '@attain/domain/base/period';
import type { EarlierPay } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { containing } from '../../../base/sql-text.ts';
import type { TenantTx } from '../../../db/database.ts';
import { idsWithin, reachOf } from '../../participants/visible-participants.ts';
import { recordsKnown } from '../earlier-pay.ts';
import { owedBy } from '../payee-inputs.ts';
import { selectPayees } from '../payee-store.ts';
import { selectActivePlan } from '../runs-store.ts';
import { payOf } from './seen-pay.ts';
import { selectFirstDeal, selectTracked, selectWanted } from './standings-store.ts';
import { openPeriod, trackedDay } from './tracked-period.ts';

export interface StandingsQuery {
  readonly planId: string;
  readonly period?: string | undefined;
  readonly asOf?: string | undefined;
  readonly participantId?: string | undefined;
  readonly search?: string | undefined;
}

/**
 * The plan, period and day to track: by default the open period as of today. `wanted` lists the IDs of the payees; null
 * means all. Throws NOT_FOUND for a plan without payees in reach.
 */
export async function trackedScope(ctx: AppContext, tx: TenantTx, actor: Actor, asked: StandingsQuery) {
  const { planId } = asked;
  const today = ctx.today(actor);
  const reach = await reachOf(tx, actor, 'read:attainment');
  const [row] = await selectTracked(tx, { reach, today, planId });
  const { document: plan, version } = found(row ? await selectActivePlan(tx, planId) : null, 'plan');
  const open = await openPeriod(tx, found(row ?? null, 'plan'), today);
  const days = trackedDay(plan, { period: asked.period, asOf: asked.asOf }, { open, today });
  const wanted = await selectWanted(tx, {
    visible: idsWithin(reach, days.period),
    participantId: asked.participantId ?? null,
    search: containing(asked.search),
  });
  return { planId, plan, version, ...days, today, wanted };
}

/** Payees of a plan's period whose pay the actor may see, and what was paid before that decides it. */
export interface OpenPayees {
  readonly plan: Plan;
  readonly period: Period;
  /** Today, or the last day of a past period. */
  readonly asOf: string;
  /** Why there is no pay to see; null: there is. */
  readonly hidden: string | null;
  readonly ids: readonly string[];
  readonly earlier: readonly EarlierPay[];
  /** The first day that the period measures. */
  readonly from: string;
  /** The day of the workspace's first deal; null: there are no deals. */
  readonly firstDeal: string | null;
}

/** Of the open period, unless another is asked for. Throws NOT_FOUND as above. */
export async function readOpenPayees(
  ctx: AppContext,
  tx: TenantTx,
  actor: Actor,
  asked: Pick<StandingsQuery, 'planId' | 'period' | 'participantId'>,
): Promise<OpenPayees> {
  const { planId, plan, period, asOf, today, wanted } = await trackedScope(ctx, tx, actor, asked);
  const { needed, earlier, missing } = await recordsKnown(tx, { planId, plan, period });
  const keys = [...new Set(missing.map((one) => one.period.key))];
  const { hidden, seesPay } = await payOf(tx, actor, { planId, period, today, missing: keys });
  const scope = { planId, period, ...(wanted && { participantIds: wanted }) };
  const payees = hidden === null ? await selectPayees(tx, scope, owedBy(earlier)) : [];
  const ids = payees.map(({ id }) => id).filter(seesPay);
  const firstDeal = await selectFirstDeal(tx);
  return { plan, period, asOf, hidden, ids, earlier, from: needed.from, firstDeal };
}
