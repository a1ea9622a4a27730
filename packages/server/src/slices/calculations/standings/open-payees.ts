import type { Period } from '@attain/domain/base/period';
import type { EarlierPay } from '@attain/domain/payouts/payout';
import type { Plan } from '@attain/domain/plans/plan';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import type { TenantTx } from '../../../db/database.ts';
import { idsWithin, reachOf } from '../../participants/visible-participants.ts';
import { recordsKnown } from '../earlier-pay.ts';
import { selectPayees } from '../payee-store.ts';
import { selectActivePlan } from '../runs-store.ts';
import { payOf, type StandingsQuery } from './read-standings.ts';
import { selectTracked, selectWanted } from './standings-store.ts';
import { openPeriod, trackedDay } from './tracked-period.ts';

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
}

/** Without a period: of the open one. Throws NOT_FOUND for a plan without payees in reach. */
export async function readOpenPayees(
  tx: TenantTx,
  actor: Actor,
  {
    planId,
    today,
    ...asked
  }: Pick<StandingsQuery, 'planId' | 'period' | 'participantId'> & { readonly today: string },
): Promise<OpenPayees> {
  const reach = await reachOf(tx, actor, 'read:attainment');
  const [row] = await selectTracked(tx, { reach, today, planId });
  const { document: plan } = found(row ? await selectActivePlan(tx, planId) : null, 'plan');
  const open = await openPeriod(tx, found(row ?? null, 'plan'), today);
  const { period, asOf } = trackedDay(plan, { period: asked.period, asOf: undefined }, { open, today });
  const { needed, earlier, missing } = await recordsKnown(tx, { planId, plan, period });
  const keys = [...new Set(missing.map((one) => one.period.key))];
  const { hidden, seesPay } = await payOf(tx, actor, { planId, period, today, missing: keys });
  const wanted = await selectWanted(tx, {
    visible: idsWithin(reach, period),
    participantId: asked.participantId ?? null,
    search: null,
  });
  const scope = { planId, period, ...(wanted && { participantIds: wanted }) };
  const payees = hidden === null ? await selectPayees(tx, scope, []) : [];
  const ids = payees.map(({ id }) => id).filter(seesPay);
  return { plan, period, asOf, hidden, ids, earlier, from: needed.from };
}
