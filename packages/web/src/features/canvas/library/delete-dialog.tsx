import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Deletes a workflow for good; while something uses it, the server says what. */
export function DeleteDialog({
  workflow: { id, name },
  onClose,
}: {
  workflow: { id: string; name: string };
  onClose: () => void;
}) {
  const remove = useAct({
    act: client.workflows.remove,
    changes: [keys.workflows, keys.workflowRuns, keys.suites, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: messages.remove.done, text: name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger
      act={remove}
      title={messages.remove.title(name)}
      description={messages.remove.description}
      label={messages.remove.label}
      onAct={() => remove.mutate({ id })}
      onClose={onClose}
    />
  );
}
