import { awaitsApproval } from '@attain/domain/crediting/awaits-approval';
import { creditedBy } from '@attain/domain/crediting/credited-by';
import type { Deal } from '@attain/domain/crediting/deal';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { reaches, reachOf } from '../participants/visible-participants.ts';
import { selectDeal, selectDealHistory, selectPlansThatAskApproval } from './deal-store.ts';

/** One deal with its source row and history. Throws NOT_FOUND if no one the actor may see has a part in it. */
export function readDeal(ctx: AppContext, actor: Actor, id: string) {
  return ctx.read(actor, async (tx) => detailOf(tx, await reachedDeal(tx, { actor, id })));
}

/** A deal with its source and history. */
export async function detailOf(
  tx: TenantTx,
  { importId, importLine, sourceText, ...deal }: Awaited<ReturnType<typeof reachedDeal>>,
) {
  const history = await selectDealHistory(tx, deal.id);
  const awaits = deal.approvedOn === null ? await awaiting(tx, deal) : [];
  return { ...deal, awaits, provenance: { importId, importLine, sourceText }, history };
}

/** The components of plans that pay in which the deal counts once it is approved (CREDIT-11). */
async function awaiting(tx: TenantTx, deal: Deal): Promise<{ planName: string; componentName: string }[]> {
  const plans = await selectPlansThatAskApproval(tx, { date: deal.date, credited: creditedBy(deal) });
  return plans.flatMap(({ document, own }) =>
    document.components
      .filter((component) => awaitsApproval(deal, component, { own }))
      .map(({ name }) => ({ planName: document.name, componentName: name })),
  );
}

/** The deal, if someone the actor may see on its day has a split or overlay of it; else throws NOT_FOUND. */
export async function reachedDeal(tx: TenantTx, { actor, id }: { actor: Actor; id: string }) {
  const reach = await reachOf(tx, actor, 'read:deals');
  const row = await selectDeal(tx, id);
  const shares = row ? [...row.splits, ...row.overlays] : [];
  const people = row ? [row.participantId, ...shares.map((share) => share.participantId)] : [];
  const isReached = (person: string) =>
    row !== null && reaches(reach, person, { from: row.date, to: row.date });
  return found(people.some(isReached) ? row : null, 'deal');
}

/** The people with a part in a deal, those it credits, and its day; null: there is no such deal. The caller decides who may read it. */
export async function partsOfDeal(
  tx: TenantTx,
  id: string,
): Promise<{ people: readonly string[]; credited: readonly string[]; day: string } | null> {
  const deal = await selectDeal(tx, id);
  if (deal === null) return null;
  const shares = [...deal.splits, ...deal.overlays].map(({ participantId }) => participantId);
  return { people: [deal.participantId, ...shares], credited: creditedBy(deal), day: deal.date };
}
