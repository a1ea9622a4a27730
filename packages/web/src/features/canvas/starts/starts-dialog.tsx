import type { RevealedTrigger } from '@attain/contract/workflow-triggers';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { Recipients } from '../../../api/requests/recipients.tsx';
import { workflowTriggersQuery } from '../../../api/requests/trigger-queries.ts';
import { workflowQuery } from '../../../api/requests/workflow-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SecretNote } from './secret-note.tsx';
import { StartForm } from './start-form.tsx';
import { StartRow } from './start-row.tsx';

export type StartsDialogProps = {
  /** Its newest published version; null where that is not known. */
  workflow: { id: string; version: number | null };
  onClose: () => void;
};

/** What is written at the moment: a new trigger, or another one by its id. */
type Writing = 'new' | { readonly id: string } | null;

/** What starts runs of a workflow by itself: schedules, webhooks and events, each switched on or off by itself. */
export function StartsDialog({ workflow, onClose }: StartsDialogProps) {
  const mayChange = useMay('publish:workflows');
  const [writing, setWriting] = useState<Writing>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="What starts it"
      description="Runs begin by themselves on the newest published version, with the rights of whoever saved the trigger or switched it on last."
      footer={
        <>
          <CloseSheet>
            <Button>Close</Button>
          </CloseSheet>
          {mayChange && writing === null ? (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setWriting('new')}>
              Add a trigger
            </Button>
          ) : null}
        </>
      }
    >
      <Starts workflow={workflow} mayChange={mayChange} writing={writing} onWriting={setWriting} />
    </Dialog>
  );
}

type StartsProps = {
  workflow: StartsDialogProps['workflow'];
  mayChange: boolean;
  writing: Writing;
  onWriting: (writing: Writing) => void;
};

function Starts({ workflow, mayChange, writing, onWriting }: StartsProps) {
  const triggers = useQuery(workflowTriggersQuery(workflow.id));
  const detail = useQuery(workflowQuery(workflow.id));
  const [revealed, setRevealed] = useState<RevealedTrigger | null>(null);
  const close = () => onWriting(null);
  const reveal = (trigger: RevealedTrigger) => {
    close();
    setRevealed(trigger.secret === null ? null : trigger);
  };
  return (
    <div className="flex flex-col gap-4">
      {workflow.version === 0 ? (
        <p className="rounded-md bg-warn-soft px-2 py-1.5 text-12 text-warn-text">
          Nothing is published yet: until then nothing can be started.
        </p>
      ) : null}
      {detail.data ? <Recipients sendsTo={detail.data.sendsTo} /> : null}
      {revealed ? <SecretNote trigger={revealed} onClose={() => setRevealed(null)} /> : null}
      {writing === 'new' ? <StartForm workflowId={workflow.id} onMade={reveal} onDone={close} /> : null}
      <Loaded query={triggers} failure="The triggers could not be loaded">
        {({ rows }) =>
          rows.length > 0 ? (
            <ul className="divide-y rounded-md border" aria-label="Triggers">
              {rows.map((trigger) =>
                typeof writing === 'object' && writing?.id === trigger.id ? (
                  <li key={trigger.id} className="p-2">
                    <StartForm workflowId={workflow.id} trigger={trigger} onMade={reveal} onDone={close} />
                  </li>
                ) : (
                  <StartRow
                    key={trigger.id}
                    trigger={trigger}
                    mayChange={mayChange}
                    onChange={() => onWriting({ id: trigger.id })}
                    onSecret={reveal}
                  />
                ),
              )}
            </ul>
          ) : writing === 'new' ? null : (
            <EmptyState
              title="Nothing starts it by itself"
              text="Add a schedule, a webhook for another system to call, or an event of this workspace."
            />
          )
        }
      </Loaded>
    </div>
  );
}
