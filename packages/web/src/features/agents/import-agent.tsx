import type { Agent } from '@attain/domain/agents/agent';
import { readAgent } from '@attain/domain/agents/read-agent';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { type Problem, ProblemList } from '../../ui/states/problem-list.tsx';
import { messages } from './messages.ts';

const maxBytes = 1_000_000;

/** Reads an agent from a file into a new form; it is stored only when saved. */
export function ImportAgentDialog({
  onRead,
  onClose,
}: {
  onRead: (agent: Agent) => void;
  onClose: () => void;
}) {
  const [faults, setFaults] = useState<readonly Problem[]>([]);
  const take = async (file: File | undefined, knownError: string | undefined) => {
    if (!file) return setFaults([{ rule: '', path: '', message: knownError ?? messages.import.noFile }]);
    const read = await readAgentFile(file);
    if (read.ok) onRead(read.value);
    else setFaults(read.problems.slice(0, 20));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.import.title}
      description={messages.import.description}
      footer={
        <CloseSheet>
          <Button>{messages.import.cancel}</Button>
        </CloseSheet>
      }
    >
      <div className="flex flex-col gap-4">
        <FileDrop
          label={messages.import.choose}
          hint={messages.import.hint}
          endings={['.json']}
          maxBytes={maxBytes}
          onFiles={(taken, rejected) => void take(taken[0], rejected[0]?.message)}
        />
        <ProblemList problems={faults} title={messages.import.problem} />
      </div>
    </Dialog>
  );
}

async function readAgentFile(file: File): Promise<ReturnType<typeof readAgent>> {
  try {
    return readAgent(JSON.parse(await file.text()));
  } catch (_error) {
    const message = messages.import.badJson(file.name);
    return { ok: false, problems: [{ rule: '', path: '', message }] };
  }
}
