import { type Period, periodContaining, periodsOf } from '@attain/domain/base/period';
import { spanOfWindows } from '@attain/domain/findings/pay-history';
import type { Plan } from '@attain/domain/plans/plan';
import { asDesigned } from '@attain/domain/suggestions/designed';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { newestDeal } from '../findings/plan-histories.ts';
import { planDetail } from '../plans/plan-document.ts';
import { selectPeopleOf } from './analyses-store.ts';

/** A plan with everything that an analysis or a what-if is about. */
export interface AnalysedSubject {
  readonly document: Plan;
  readonly documentHash: string;
  readonly isActive: boolean;
  /** As designed (SGR-16). */
  readonly plan: Plan;
  readonly span: Period;
  /** The plan whose payees it is computed on. */
  readonly people: string;
}

/** The newest version of a plan with the days and the payees to compute it on. Throws NOT_FOUND, and NOT_CALCULABLE without deals. */
export async function analysedSubject(tx: TenantTx, planId: string, today: string): Promise<AnalysedSubject> {
  const { document, documentHash, activeVersion } = await planDetail(tx, planId, { today });
  const plan = asDesigned(document);
  const span = await analysedSpan(tx, plan, today);
  return {
    document,
    documentHash,
    isActive: activeVersion !== null,
    plan,
    span,
    people: await selectPeopleOf(tx, planId, span),
  };
}

/**
 * The last year of whole periods up to the one with the newest deal, without the period that is not over yet; from where the plan's
 * windows begin (SIM-1).
 */
async function analysedSpan(tx: TenantTx, plan: Plan, today: string): Promise<Period> {
  const { calendar } = plan;
  const newest = await newestDeal(tx);
  if (newest === null)
    throw new ApiError('NOT_CALCULABLE', 'There are no deals yet. Import deals to analyze a plan.');
  const last = periodContaining(calendar, newest < today ? newest : today);
  const year = Number(last.to.slice(0, 4));
  const count = { week: 52, month: 12, quarter: 4, year: 1 }[calendar.period];
  const past = [year - 2, year - 1, year, year + 1]
    .flatMap((one) => periodsOf(calendar, one))
    .filter(({ to }) => to <= last.to && to < today)
    .slice(-count);
  const [first, end] = [past[0], past.at(-1)];
  if (first === undefined || end === undefined) {
    throw new ApiError('NOT_CALCULABLE', `No ${calendar.period} with deals is over yet.`);
  }
  return spanOfWindows([plan], { key: `${first.from}..${end.to}`, from: first.from, to: end.to });
}
