import type { Run } from '@attain/contract/calculations';
import type { Permission } from '@attain/domain/access/permissions';
import type { Actor } from '../../base/actor.ts';
import type { TenantTx } from '../../db/database.ts';
import { findRun } from '../calculations/find-run.ts';
import { mustBePublished, readerOf } from '../calculations/publications.ts';
import { idsWithin, reachOf } from '../participants/visible-participants.ts';

/** A run as one person may see it. */
export interface VisibleRun {
  readonly run: Run;
  /**
   * The run that stores the lines: an `unchanged` run has none of its own, but those of the run with the same result.
   */
  readonly linesOf: string;
  /** Participants whose lines the user may see; null: everyone. */
  readonly visible: string[] | null;
}

/**
 * The run and the scope of the actor's permission in it. A manager sees those who were on the team in its period. Users
 * who see only some people's pay don't get totals over everyone. Throws NOT_ALLOWED, and NOT_FOUND in other
 * workspaces and before the results are published to the actor (ACCESS-28).
 */
export async function visibleRun(
  tx: TenantTx,
  wanted: { actor: Actor; permission: Permission; runId: string },
): Promise<VisibleRun> {
  const reach = await reachOf(tx, wanted.actor, wanted.permission);
  const run = await findRun(tx, wanted.runId);
  await mustBePublished(tx, readerOf(wanted.actor, wanted.permission), run);
  const visible = idsWithin(reach, run.period);
  const everything = { total: null, participantCount: null, lineCount: null, dealCount: null, problems: [] };
  return { run: visible === null ? run : { ...run, ...everything }, linesOf: run.sameAs ?? run.id, visible };
}
