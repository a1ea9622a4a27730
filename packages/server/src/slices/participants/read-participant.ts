import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectParticipant, selectReportingLines, selectTerritories } from './participants-store.ts';
import { mustSee, visibleParticipants } from './visible-participants.ts';

/** One participant with managers and territories over time. Throws NOT_FOUND outside the actor's reach. */
export function readParticipant(ctx: AppContext, actor: Actor, id: string) {
  return ctx.read(actor, async (tx) => {
    const today = ctx.today(actor);
    mustSee(await visibleParticipants(tx, actor, 'read:participants', { from: today, to: today }), id);
    const { importId, importLine, sourceText, ...participant } = found(
      await selectParticipant(tx, id, today),
      'participant',
    );
    return {
      ...participant,
      provenance: { importId, importLine, sourceText },
      reportingLines: await selectReportingLines(tx, id),
      territories: await selectTerritories(tx, id),
    };
  });
}

/** The name of a participant; null: there is none with this ID. The caller decides who may read it. */
export async function participantName(
  tx: TenantTx,
  { id, today }: { id: string; today: string },
): Promise<string | null> {
  return (await selectParticipant(tx, id, today))?.name ?? null;
}
