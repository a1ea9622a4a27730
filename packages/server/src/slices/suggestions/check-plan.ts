import { scopeOf } from '@attain/domain/access/permissions';
import type { Problem } from '@attain/domain/base/result';
import { isApplicable } from '@attain/domain/suggestions/moves';
import { runChecks } from '@attain/domain/suggestions/run-checks';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import type { PolicyStanding } from '../../runs/policies/apply-request.ts';
import { planDetail } from '../plans/plan-document.ts';
import { failedTests } from '../plans/run-plan-tests.ts';
import { suggestionReach } from './suggestion-reach.ts';
import { selectSuggestions } from './suggestions-store.ts';

/** Open suggestions that policies are asked about; more than a plan ever has. */
const maxSuggestions = 200;
/** Of those, so many are named in a sentence. */
const maxNamed = 3;

/** Checks the newest version of a plan; stores nothing. NOT_FOUND in other workspaces. */
export function checkPlanNow(ctx: AppContext, actor: Actor, id: string) {
  mustAllow(actor, 'read:plans');
  return ctx.read(actor, async (tx) => {
    const { document, documentHash } = await planDetail(tx, id, { today: ctx.today(actor) });
    const { problems } = await failedTests(tx, { id, document });
    const standings = await policiesFor(tx, { ctx, actor, planId: id });
    const checks = runChecks(document, { tests: problems, policies: standings.flatMap(forbidden) }).map(
      (check) => ({
        key: check.key,
        passed: check.problems.length === 0,
        problems: [...check.problems],
      }),
    );
    const policies = standings.map(({ suggestions, ...one }) => ({ ...one, suggestions: [...suggestions] }));
    return { passed: checks.every(({ passed }) => passed), documentHash, checks, policies };
  });
}

/** What policies say to the actor about the plan’s open suggestions that change it; nothing to those who may not apply any. */
async function policiesFor(
  tx: TenantTx,
  { ctx, actor, planId }: { ctx: AppContext; actor: Actor; planId: string },
): Promise<PolicyStanding[]> {
  if (scopeOf(actor.roles, 'decide:suggestions') === null) return [];
  const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
  const filter = { reach, status: 'open', planId } as const;
  const open = await selectSuggestions(tx, filter, { after: null, limit: maxSuggestions });
  return ctx.policies.judgeApply(tx, actor, open.filter(isApplicable));
}

function forbidden({ id, name, description, verdict, suggestions }: PolicyStanding): Problem[] {
  if (verdict !== 'forbids') return [];
  const titles = suggestions
    .slice(0, maxNamed)
    .map((title) => `“${title}”`)
    .join(', ');
  const rest = suggestions.length - maxNamed;
  const message =
    `Policy “${name}” forbids you to apply ${titles}${rest > 0 ? ` and ${rest} more` : ''}. ${description}`.trim();
  return [{ rule: 'GOV-17', path: `policies.${id}`, message }];
}
