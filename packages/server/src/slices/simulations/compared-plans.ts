import type { Plan } from '@attain/domain/plans/plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { comparable } from '@attain/domain/simulations/replay';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { planDetail, readDocument } from '../plans/plan-document.ts';
import type { PinnedPlan } from './simulation-store.ts';

/** Which plans are compared. */
export interface PlansAsked {
  readonly planId: string;
  readonly version?: number | undefined;
  readonly document?: Plan | undefined;
  readonly baselinePlanId?: string | undefined;
  readonly baselineVersion?: number | undefined;
}

/** The plan to judge: an unsaved document, or a version. Throws BAD_INPUT and NOT_FOUND. */
export async function pinnedDraft(tx: TenantTx, order: PlansAsked, today: string): Promise<PinnedPlan> {
  const wanted = order.document === undefined ? { today, version: order.version } : { today };
  const detail = await planDetail(tx, order.planId, wanted);
  if (order.document !== undefined) {
    const { plan, hash } = readDocument(order.document);
    return { planId: order.planId, version: null, document: plan, documentHash: hash };
  }
  const version = order.version ?? detail.version;
  return { planId: order.planId, version, document: detail.document, documentHash: detail.documentHash };
}

/** The plan people are on. Throws NOT_CALCULABLE without an active version. */
export async function pinnedBaseline(tx: TenantTx, order: PlansAsked, today: string): Promise<PinnedPlan> {
  const planId = order.baselinePlanId ?? order.planId;
  const { activeVersion, name } = await planDetail(tx, planId, { today });
  const version = order.baselineVersion ?? activeVersion;
  if (version === null) {
    const message = `“${name}” has no active version to compare with. Choose a version, or another plan, as the baseline.`;
    throw new ApiError('NOT_CALCULABLE', message);
  }
  const { document, documentHash } = await planDetail(tx, planId, { today, version });
  return { planId, version, document, documentHash };
}

/** Throws BAD_INPUT for plans of two currencies, and PLAN_INVALID for one that can't pay. */
export function mustCompare(draft: PinnedPlan, baseline: PinnedPlan): void {
  const wrong = comparable(draft.document, baseline.document);
  if (wrong !== null) throw new ApiError('BAD_INPUT', wrong.message, { problems: [wrong] });
  for (const { document } of [draft, baseline]) {
    const problems = checkPlan(document);
    if (problems.length === 0) continue;
    throw new ApiError('PLAN_INVALID', `“${document.name}” has errors and can’t be simulated.`, {
      problems,
    });
  }
}
