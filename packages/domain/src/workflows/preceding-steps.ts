import { undoSteps } from './undo-steps.ts';
import type { Workflow } from './workflow.ts';

/** The steps right before some steps. Before an undo step, which has no connections, comes the step that it undoes. */
export function precedingSteps({ nodes, edges }: Workflow, ids: readonly string[]): string[] {
  const undone = undoSteps({ nodes });
  const before = edges.filter(({ to }) => ids.includes(to.node)).map(({ from }) => from.node);
  return [...new Set([...before, ...ids.flatMap((id) => undone.get(id) ?? [])])];
}
