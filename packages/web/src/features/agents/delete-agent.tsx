import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { changedByAgents } from '../../api/keys.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

const words = messages.table;

type DeleteAgentProps = { agent: { agentId: string; name: string }; onRemoved: () => void };

/** Deletes an agent after it was confirmed. */
export function DeleteAgent({ agent: { agentId, name }, onRemoved }: DeleteAgentProps) {
  const [asking, setAsking] = useState(false);
  const remove = useAct({
    act: client.agents.remove,
    changes: changedByAgents,
    failure: null,
    onDone: () => {
      toast({ title: words.removed, text: name, meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{words.remove}</Button>
      {asking ? (
        <ActDialog
          danger
          title={words.removeTitle(name)}
          act={remove}
          label={words.remove}
          onAct={() => remove.mutate({ id: agentId })}
          onClose={() => setAsking(false)}
        >
          <p className="text-fg-2">{words.removeText}</p>
        </ActDialog>
      ) : null}
    </>
  );
}
