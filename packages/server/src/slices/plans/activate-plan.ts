import { movePlan } from '@attain/domain/plans/plan-moves';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { planDetail } from './plan-document.ts';
import {
  activateVersion,
  lockPlan,
  type PlanVersion,
  selectDocument,
  selectVersions,
  touchPlan,
} from './plan-store.ts';
import { mustPassTests } from './run-plan-tests.ts';

/**
 * Activates the version whose document the actor read: the draft, or one at rest. The version active until now comes to rest.
 * Refuses CONFLICT when no version has that content or it is active already, PLAN_INVALID with every problem or failing plan test, and
 * NOT_ALLOWED to those who wrote it — except an administrator, whose act is then marked `single-person` in the audit log.
 */
export function activatePlan(ctx: AppContext, actor: Actor, input: { id: string; documentHash: string }) {
  mustAllow(actor, 'activate:plans');
  return ctx.write(actor, async (tx) => {
    const plan = found(await lockPlan(tx, input.id), 'plan');
    const version = approvedVersion(await selectVersions(tx, plan.id), input.documentHash);
    const document = found(await selectDocument(tx, plan.id, version.version), 'plan document');
    const moved = movePlan(document, version.status, 'activate');
    if (!moved.ok) {
      const illegal = moved.problems.find((problem) => problem.rule === 'PLAN-9');
      if (illegal) throw new ApiError('CONFLICT', illegal.message, { problems: moved.problems });
      throw new ApiError('PLAN_INVALID', `The plan “${plan.name}” cannot be activated as it is.`, {
        problems: moved.problems,
      });
    }
    await mustPassTests(tx, { id: plan.id, name: plan.name, document });
    const alone = requireDifferentUser(actor, version);
    await activateVersion(tx, { planId: plan.id, version: version.version, activatedBy: actor.userId });
    await touchPlan(tx, plan.id);
    tx.record({
      action: 'plan.activated',
      object: { type: 'plan', id: plan.id, version: String(version.version) },
      evidence: [version.documentHash],
      ...(alone ? { reason: { code: 'single-person' } } : {}),
    });
    return planDetail(tx, plan.id, { today: ctx.clock.today() });
  });
}

/** The newest version with the approved content: approving binds to what was read, not to a number. */
function approvedVersion(versions: readonly PlanVersion[], documentHash: string): PlanVersion {
  const version = versions.find((one) => one.documentHash === documentHash);
  if (version) return version;
  throw new ApiError(
    'CONFLICT',
    'The plan is no longer what you approved: it was changed after you opened it. Nothing was activated; read it again.',
  );
}

/** Whether one person writes and activates, which only an administrator may; everybody else is refused. */
function requireDifferentUser(actor: Actor, version: PlanVersion): boolean {
  if (version.createdBy !== actor.userId && !version.editedBy.includes(actor.userId)) return false;
  if (actor.roles.includes('administrator')) return true;
  throw new ApiError(
    'NOT_ALLOWED',
    'You edited this version, so someone else must activate it. Ask a colleague with permission to activate plans.',
  );
}
