import { runChecks } from '@attain/domain/suggestions/run-checks';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { planDetail } from '../plans/plan-document.ts';
import { failedTests } from '../plans/run-plan-tests.ts';

/** Checks the newest version of a plan; stores nothing. NOT_FOUND in other workspaces. */
export function checkPlanNow(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    const { document, documentHash } = await planDetail(tx, id, { today: ctx.clock.today() });
    const { problems } = await failedTests(tx, { id, document });
    const checks = runChecks(document, problems).map((check) => ({
      key: check.key,
      passed: check.problems.length === 0,
      problems: [...check.problems],
    }));
    return { passed: checks.every(({ passed }) => passed), documentHash, checks };
  });
}
