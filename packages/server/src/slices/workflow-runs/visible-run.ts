import { withheldSentence } from '@attain/domain/access/permissions';
import { confidentialOutputs } from '@attain/domain/workflows/nodes/confidential-outputs';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { readPrepared } from '../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import { selectFacts, selectRun } from './run-rows.ts';

/** Whose runs the actor sees: null for everyone's, else the ID of the user who started them. Throws NOT_ALLOWED. */
export function onlyStartedBy(actor: Actor): string | null {
  return mustAllow(actor, 'read:workflow-runs') === 'tenant' ? null : actor.userId;
}

/**
 * A run the actor sees, and why its values are hidden, if so (WF-46): other users see inputs and outputs of steps only
 * if they may read, for everyone, all that its steps read. A confidential output hides all values from users who may
 * not read all runs (WF-64), because earlier steps have the same values. Throws NOT_FOUND.
 */
export async function visibleRun(tx: TenantTx, actor: Actor, id: string) {
  const startedBy = onlyStartedBy(actor);
  const facts = found(await selectFacts(tx, id), 'run');
  const mine = facts.startedById === actor.userId;
  // For users who see only their own runs, others' runs do not exist.
  const run = found(startedBy === null || mine ? await selectRun(tx, id) : null, 'run');
  const prepared = await readPrepared(tx, { ...run, documentHash: facts.documentHash });
  const isConfidential = startedBy !== null && confidentialOutputs(prepared.workflow).length > 0;
  const withheld = isConfidential
    ? 'This run has a confidential output. Its values are visible only to users who can read all runs.'
    : mine
      ? null
      : withheldSentence(actor.roles, await rightsOfRun(tx, { ...run, ...facts }));
  return { run, facts, prepared, withheld };
}

/** The same run, for using its input or output. Throws NOT_ALLOWED if its values are hidden from the actor. */
export async function mustSeeValues(tx: TenantTx, actor: Actor, id: string) {
  const seen = await visibleRun(tx, actor, id);
  if (seen.withheld !== null) throw new ApiError('NOT_ALLOWED', seen.withheld);
  return seen;
}
