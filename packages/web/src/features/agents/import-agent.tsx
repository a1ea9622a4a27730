import type { Agent } from '@attain/domain/agents/agent';
import { readAgent } from '@attain/domain/agents/read-agent';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { type Problem, ProblemList } from '../../ui/states/problem-list.tsx';

const maxBytes = 1_000_000;

/** Reads an agent from a file into an empty form; nothing is stored before somebody saves it. */
export function ImportAgentDialog({
  onRead,
  onClose,
}: {
  onRead: (agent: Agent) => void;
  onClose: () => void;
}) {
  const [faults, setFaults] = useState<readonly Problem[]>([]);
  const take = async (file: File | undefined, knownError: string | undefined) => {
    if (!file) return setFaults([{ rule: '', path: '', message: knownError ?? 'No file was chosen.' }]);
    const read = await readAgentFile(file);
    if (read.ok) onRead(read.value);
    else setFaults(read.problems.slice(0, 20));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Import an agent"
      description="The file fills the form. Nothing is stored before you save it."
      footer={
        <CloseSheet>
          <Button>Cancel</Button>
        </CloseSheet>
      }
    >
      <div className="flex flex-col gap-4">
        <FileDrop
          label="Choose an agent file"
          hint="A .json file made by “Export”"
          endings={['.json']}
          maxBytes={maxBytes}
          onFiles={(taken, rejected) => void take(taken[0], rejected[0]?.message)}
        />
        <ProblemList problems={faults} title="This file cannot be taken" />
      </div>
    </Dialog>
  );
}

async function readAgentFile(file: File): Promise<ReturnType<typeof readAgent>> {
  try {
    return readAgent(JSON.parse(await file.text()));
  } catch (error) {
    const message = `${file.name} is not JSON: ${error instanceof Error ? error.message : error}`;
    return { ok: false, problems: [{ rule: '', path: '', message }] };
  }
}
