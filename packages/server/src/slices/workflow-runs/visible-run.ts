import { withheldSentence } from '@attain/domain/access/permissions';
import { confidentialOutputs } from '@attain/domain/workflows/nodes/confidential-outputs';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { readPrepared } from '../../runs/engine/deliver-events.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import { selectFacts, selectRun } from './run-rows.ts';

/** Whose runs the actor sees: null for everybody's, else the id of who started them. Refuses NOT_ALLOWED. */
export function onlyStartedBy(actor: Actor): string | null {
  return mustAllow(actor, 'read:workflow-runs') === 'tenant' ? null : actor.userId;
}

/**
 * A run the actor sees, and why its values are kept from them, if they are (WF-46): whoever did not start it sees what
 * came into and out of its steps only when they may read, of everybody, all that its steps read. A confidential output keeps all
 * values from those who may not read all runs (WF-64), because earlier steps hold the same. Refuses NOT_FOUND.
 */
export async function visibleRun(tx: TenantTx, actor: Actor, id: string) {
  const startedBy = onlyStartedBy(actor);
  const facts = found(await selectFacts(tx, id), 'run');
  const mine = facts.startedById === actor.userId;
  // somebody else's run is not there for who sees only their own
  const run = found(startedBy === null || mine ? await selectRun(tx, id) : null, 'run');
  const prepared = await readPrepared(tx, { ...run, documentHash: facts.documentHash });
  const isConfidential = startedBy !== null && confidentialOutputs(prepared.workflow).length > 0;
  const withheld = isConfidential
    ? 'This run has a confidential output. Its values are shown only to people who may read all runs.'
    : mine
      ? null
      : withheldSentence(actor.roles, await rightsOfRun(tx, { ...run, ...facts }));
  return { run, facts, prepared, withheld };
}

/** The same run, to take over what it was given or what came out of it. Refuses NOT_ALLOWED to whom its values are not shown. */
export async function mustSeeValues(tx: TenantTx, actor: Actor, id: string) {
  const seen = await visibleRun(tx, actor, id);
  if (seen.withheld !== null) throw new ApiError('NOT_ALLOWED', seen.withheld);
  return seen;
}
