import { nodeType } from '@attain/domain/workflows/nodes/node-types';
import type { WorkflowTrial } from '@attain/domain/workflows/try-workflow';
import type { Workflow } from '@attain/domain/workflows/workflow';
import type { WorkflowRunDetail } from '../../../api/shapes.ts';

/** The parts of a run that the canvas and the properties show. */
export type ShownRun = Pick<WorkflowRunDetail, 'id' | 'steps' | 'withheld'>;

/** A test run in the shape of a run, for the canvas and the properties. */
export function trialAsRun({ steps }: WorkflowTrial, { nodes }: Workflow): ShownRun {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return {
    id: 'test',
    withheld: null,
    steps: steps.map(({ node, error, ...step }) => {
      const type = byId.get(node)?.type ?? '';
      return {
        ...step,
        node,
        type,
        error: error && { ...error },
        cut: { input: null, output: null },
        title: byId.get(node)?.title || (nodeType(type)?.label ?? type),
        isTimed: false,
        startedAt: null,
        endedAt: null,
        by: null,
        sent: null,
        childRunId: null,
        undoes: null,
      };
    }),
  };
}
