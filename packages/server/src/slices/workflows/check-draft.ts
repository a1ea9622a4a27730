import { parseWorkflow } from '@attain/domain/workflows/parse-workflow';
import { publishProblems } from '@attain/domain/workflows/publish-problems';
import { type Actor, mustAllow } from '../../base/actor.ts';

/** Every problem of a workflow document: where its shape is wrong, or else why its graph could not run. Stores nothing. */
export function checkDraft(actor: Actor, json: unknown) {
  mustAllow(actor, 'read:workflows');
  const read = parseWorkflow(json);
  return { problems: [...(read.ok ? publishProblems(read.value) : read.problems)] };
}
