import type { WorkflowSummary } from '@attain/contract/workflows';
import { ActDialog } from '../../../api/act-dialog.tsx';
import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { useAct } from '../../../api/use-act.ts';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** Takes a workflow out of use, or into use again, and says what happens to its triggers and runs. */
export function RetireDialog({
  workflow: { id, name, isActive },
  onClose,
}: {
  workflow: Pick<WorkflowSummary, 'id' | 'name' | 'isActive'>;
  onClose: () => void;
}) {
  const texts = isActive ? messages.retire : messages.restore;
  const move = useAct({
    act: isActive ? client.workflows.retire : client.workflows.restore,
    changes: [keys.workflows, keys.agents, keys.audit],
    failure: null,
    onDone: () => {
      toast({ title: texts.done, text: name, meaning: 'ok' });
      onClose();
    },
  });
  return (
    <ActDialog
      danger={isActive}
      act={move}
      title={texts.title(name)}
      description={texts.description}
      label={texts.label}
      onAct={() => move.mutate({ id })}
      onClose={onClose}
    />
  );
}
