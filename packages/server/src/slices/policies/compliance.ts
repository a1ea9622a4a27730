import type { Compliance } from '@attain/contract/compliance';
import { residencyShare, securityShare } from '@attain/domain/policies/compliance';
import { type DataRegion, dataRegions } from '@attain/domain/policies/policy';
import { regionWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import type { WriteTx } from '../../db/write.ts';
import { hasOtherDecider } from '../approvals/request-approval.ts';
import { activationKind } from './activate-policy.ts';
import {
  countViolations,
  deleteRegion,
  insertRegion,
  type StoredRegion,
  selectEvents,
  selectRegions,
  selectSentCalls,
  selectWatchedPolicies,
  updateRegion,
} from './compliance-store.ts';

const callDays = 30;
const latest = 20;

/** The figures of compliance, computed from what is stored (GOV-14). */
export async function readCompliance(ctx: AppContext, actor: Actor): Promise<Compliance> {
  mustAllow(actor, 'read:policies');
  await ctx.policies.flush();
  return ctx.read(actor, (tx) => complianceOf(ctx, tx, actor));
}

/** Asks for a region; someone else activates it (GOV-15). */
export function requestRegion(ctx: AppContext, actor: Actor, region: DataRegion): Promise<Compliance> {
  mustAllow(actor, 'edit:policies');
  return changeRegion(ctx, actor, { region, act: 'requested' }, async (tx, stored) => {
    if (stored !== null) throw new ApiError('CONFLICT', `${regionWords[region]} is already there.`);
    await insertRegion(tx, { region, status: 'pending', isHome: false, requestedBy: actor.userId });
  });
}

/** Activates a region that someone else asked for; a lone administrator may do it. Throws NOT_ALLOWED, CONFLICT, NOT_FOUND. */
export function activateRegion(ctx: AppContext, actor: Actor, region: DataRegion): Promise<Compliance> {
  mustAllow(actor, 'approve:policies');
  return changeRegion(ctx, actor, { region, act: 'activated' }, async (tx, stored) => {
    const { status, requestedBy } = found(stored, 'data region');
    if (status === 'active') throw new ApiError('CONFLICT', `${regionWords[region]} is already active.`);
    if (requestedBy === actor.userId && (await hasOtherDecider(tx, activationKind, [actor.userId])))
      throw new ApiError('NOT_ALLOWED', 'You asked for this region. Someone else must activate it.');
    await updateRegion(tx, region, { status: 'active' });
  });
}

/** Removes a region; connections in it then are outside. Throws CONFLICT for the workspace’s own. */
export function removeRegion(ctx: AppContext, actor: Actor, region: DataRegion): Promise<Compliance> {
  mustAllow(actor, 'edit:policies');
  return changeRegion(ctx, actor, { region, act: 'removed' }, async (tx, stored) => {
    if (found(stored, 'data region').isHome)
      throw new ApiError('CONFLICT', 'The workspace’s own records are there. Choose another home first.');
    await deleteRegion(tx, region);
  });
}

/** Says where the workspace’s own records are; labels of personal data follow from it. Throws CONFLICT unless the region is active. */
export async function setHomeRegion(ctx: AppContext, actor: Actor, region: DataRegion): Promise<Compliance> {
  mustAllow(actor, 'edit:policies');
  return changeRegion(ctx, actor, { region, act: 'made-home' }, async (tx, stored) => {
    if (found(stored, 'data region').status !== 'active')
      throw new ApiError('CONFLICT', `${regionWords[region]} is not active yet.`);
    for (const one of await selectRegions(tx))
      if (one.isHome) await updateRegion(tx, one.region, { isHome: false });
    await updateRegion(tx, region, { isHome: true });
  });
}

function changeRegion(
  ctx: AppContext,
  actor: Actor,
  { region, act }: { region: DataRegion; act: 'requested' | 'activated' | 'removed' | 'made-home' },
  work: (tx: WriteTx, stored: StoredRegion | null) => Promise<void>,
): Promise<Compliance> {
  return ctx.write(actor, async (tx) => {
    const stored = (await selectRegions(tx, true)).find((one) => one.region === region) ?? null;
    await work(tx, stored);
    tx.record({ action: `data-region.${act}`, object: { type: 'data-region', id: region } });
    return complianceOf(ctx, tx, actor);
  });
}

async function complianceOf(ctx: AppContext, tx: TenantTx, actor: Actor): Promise<Compliance> {
  const now = ctx.clock.now();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const regions = await selectRegions(tx);
  const active = regions.filter(({ status }) => status === 'active').map(({ region }) => region);
  const home = regions.find(({ isHome }) => isHome)?.region ?? null;
  const calls = await selectSentCalls(tx, new Date(now.getTime() - callDays * 86_400_000));
  return {
    month: from.toISOString().slice(0, 7),
    security: securityShare(await selectWatchedPolicies(tx, from)),
    residency: residencyShare(home, calls, active),
    violations: await countViolations(tx, { from, before }),
    regions: dataRegions.map((region) => {
      const stored = regions.find((one) => one.region === region);
      return {
        region,
        status: stored?.status ?? 'off',
        isHome: stored?.isHome ?? false,
        requestedByMe: stored?.requestedBy === actor.userId,
      };
    }),
    events: (await selectEvents(tx, latest)).map((event) => ({ ...event })),
  };
}
