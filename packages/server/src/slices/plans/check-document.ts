import { parsePlan } from '@attain/domain/plans/parse-plan';
import { checkPlan } from '@attain/domain/plans/plan-checks';
import { type Actor, mustAllow } from '../../base/actor.ts';

/** Every problem of a plan document, of its shape first; once the shape is right, of its soundness. Stores nothing. */
export function checkDocument(actor: Actor, document: unknown) {
  mustAllow(actor, 'read:plans');
  const read = parsePlan(document);
  return { problems: [...(read.ok ? checkPlan(read.value) : read.problems)] };
}
