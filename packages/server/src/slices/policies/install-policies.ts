import { type DataRegion, dataRegions } from '@attain/domain/policies/policy';
import { statedPolicies } from '@attain/domain/policies/stated-policies';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { createPolicy } from './change-policy.ts';
import { insertRegion } from './compliance-store.ts';
import { listPolicies } from './read-policies.ts';

/** The data regions of the sample: the two where it keeps and sends data, and one that is asked for. */
export async function installRegions(ctx: AppContext, actor: Actor, home: DataRegion): Promise<void> {
  await ctx.write(actor, async (tx) => {
    for (const region of dataRegions)
      await insertRegion(tx, {
        region,
        status: region === 'apac' ? 'pending' : 'active',
        isHome: region === home,
        requestedBy: null,
      });
    tx.record({ action: 'data-region.activated', object: { type: 'data-region', id: home } });
    return null;
  });
}

/** Creates the five stated policies as drafts, which decide nothing until someone activates them (GOV-10). */
export async function installPolicies(ctx: AppContext, actor: Actor): Promise<void> {
  const there = (await listPolicies(ctx, actor, { limit: 1000 })).rows;
  for (const { appliesTo, ...policy } of statedPolicies)
    if (!there.some(({ name }) => name === policy.name))
      await createPolicy(ctx, actor, { ...policy, appliesTo: [...appliesTo], document: '' });
}
