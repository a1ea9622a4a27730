import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Runs suites in the background. */
export function useRunSuites() {
  return useAct({
    act: client.suites.run,
    changes: [keys.suites, keys.audit],
    failure: messages.actions.runFailure,
    onDone: ({ runs }) =>
      toast({
        title: messages.actions.started,
        text: messages.actions.startedText(runs.length),
        meaning: 'info',
      }),
  });
}
