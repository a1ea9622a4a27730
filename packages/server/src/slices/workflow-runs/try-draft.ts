import { isNarrowed } from '@attain/domain/access/permissions';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { stepAlone } from '@attain/domain/workflows/step-alone';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow, mustReach } from '../../base/actor.ts';
import { must } from '../../base/api-error.ts';
import { rightsOfRun } from '../../runs/engine/rights-of-run.ts';
import { runnableDraft } from '../workflows/runnable-draft.ts';
import { startAllowedRun } from './start-run.ts';

export interface DraftTrial {
  readonly workflowId: string;
  readonly revision: number;
  readonly input: JsonValue;
  readonly variables: JsonObject;
  readonly step?: { readonly node: string; readonly outputs: JsonObject } | undefined;
}

/**
 * Runs the saved draft, or one step of it, without publishing (WF-91): its calls really happen, with the rights of the actor, and
 * the run counts in no figures. Throws BAD_INPUT for a step that can't run alone, and what `runnableDraft` throws.
 */
export function tryDraft(ctx: AppContext, actor: Actor, trial: DraftTrial) {
  mustAllow(actor, 'edit:workflows');
  mustAllow(actor, 'run:workflows');
  const { workflowId, revision, input, variables, step } = trial;
  const part = (draft: Workflow) =>
    step === undefined
      ? draft
      : must(stepAlone(draft, step.node, step.outputs), 'BAD_INPUT', 'This step can’t run alone.');
  return startAllowedRun(
    ctx,
    actor,
    async (tx) => {
      const { version, documentHash } = await runnableDraft(tx, actor, { workflowId, revision, part });
      if (isNarrowed(actor.roles))
        mustReach(actor, await rightsOfRun(tx, { workflowId, version, documentHash, parentRunId: null }));
      const run = { workflowId, version, environment: 'dev', input, variables };
      return { ...run, trigger: 'manual', isDraft: true };
    },
    'workflow-run.draft-started',
  );
}
