import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { WorkflowRunDetail } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';

/**
 * Runs the run shown again from one of its nodes, as a new run of the same version with the finished steps
 * kept. Null while no run is shown or it is unfinished, and for users who cannot see its values.
 */
export function useRunFrom(
  run: Pick<WorkflowRunDetail, 'id' | 'endedAt' | 'withheld'> | undefined,
  onStarted: (runId: string) => void,
): ((node: string) => void) | null {
  const { mutate } = useAct({
    act: client.workflowRuns.retry,
    changes: [keys.workflowRuns, keys.tasks],
    failure: messages.run.rerunFailure,
    onDone: (started) => {
      toast({
        title: messages.run.started,
        text: messages.run.startedText,
        meaning: 'ok',
      });
      onStarted(started.id);
    },
  });
  if (run === undefined || run.endedAt === null || run.withheld !== null) return null;
  return (node) => mutate({ id: run.id, node });
}
