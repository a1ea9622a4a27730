import type { Run } from '@attain/contract/calculations';
import type { Permission } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { findRun } from '../calculations/find-run.ts';
import { idsWithin, reachOf } from '../participants/visible-participants.ts';

/** A run as one person may see it. */
export interface VisibleRun {
  readonly run: Run;
  /** Where the lines are stored: an `unchanged` run has none of its own, but those of the run it is the same as. */
  readonly linesOf: string;
  /** Whose lines the person may see; null: everybody's. */
  readonly visible: string[] | null;
}

/**
 * The run and how far the actor's permission reaches into it. A leader sees who was in their team in its
 * period. Who sees only some people's pay is not shown what everybody together is paid. Refuses NOT_ALLOWED, and NOT_FOUND in other workspaces.
 */
export async function visibleRun(
  tx: TenantTx,
  wanted: { actor: Actor; permission: Permission; runId: string },
): Promise<VisibleRun> {
  const reach = await reachOf(tx, wanted.actor, wanted.permission);
  const run = await findRun(tx, wanted.runId);
  const visible = idsWithin(reach, run.period);
  const everything = { total: null, participantCount: null, lineCount: null, dealCount: null, problems: [] };
  return { run: visible === null ? run : { ...run, ...everything }, linesOf: run.sameAs ?? run.id, visible };
}
