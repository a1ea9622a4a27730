import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { workflowDetail } from './workflow-document.ts';

/** One workflow with its draft, or with the document of a published version. Throws NOT_FOUND. */
export function readOneWorkflow(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; version?: number | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return ctx.read(actor, (tx) => workflowDetail(tx, input.id, input.version));
}
