import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { WorkflowRunDetail } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';

/**
 * Runs the shown run again from one of its nodes, as a new run of the same version; what was finished before stands. Null as
 * long as no run is shown or it goes on, and for whom its values are not shown.
 */
export function useRunFrom(
  run: Pick<WorkflowRunDetail, 'id' | 'endedAt' | 'withheld'> | undefined,
  onStarted: (runId: string) => void,
): ((node: string) => void) | null {
  const { mutate } = useAct({
    act: client.workflowRuns.retry,
    changes: [keys.workflowRuns, keys.tasks],
    failure: 'The run could not be run again',
    onDone: (started) => {
      toast({
        title: 'Run started',
        text: 'It goes on from there; what was finished before stands.',
        meaning: 'ok',
      });
      onStarted(started.id);
    },
  });
  if (run === undefined || run.endedAt === null || run.withheld !== null) return null;
  return (node) => mutate({ id: run.id, node });
}
