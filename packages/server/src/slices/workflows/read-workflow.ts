import { type Actor, mustAllow } from '../../base/actor.ts';
import type { House } from '../../house.ts';
import { workflowDetail } from './workflow-document.ts';

/** One workflow with the document of its draft, or of the published version asked for. Refuses NOT_FOUND. */
export function readOneWorkflow(
  house: House,
  actor: Actor,
  input: { id: string; version?: number | undefined },
) {
  mustAllow(actor, 'read:workflows');
  return house.read(actor, (tx) => workflowDetail(tx, input.id, input.version));
}
