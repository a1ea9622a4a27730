import { statedPolicies } from '@attain/domain/policies/stated-policies';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { createPolicy } from './change-policy.ts';
import { listPolicies } from './read-policies.ts';

/** Creates the five stated policies as drafts, which decide nothing until someone activates them (GOV-10). */
export async function installPolicies(ctx: AppContext, actor: Actor): Promise<void> {
  const there = (await listPolicies(ctx, actor, { limit: 1000 })).rows;
  for (const { appliesTo, ...policy } of statedPolicies)
    if (!there.some(({ name }) => name === policy.name))
      await createPolicy(ctx, actor, { ...policy, appliesTo: [...appliesTo], document: '' });
}
