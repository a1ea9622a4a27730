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
import { messages } from './messages.ts';
import { SecretNote } from './secret-note.tsx';
import { StartForm } from './start-form.tsx';
import { StartRow } from './start-row.tsx';

export type StartsDialogProps = {
  /** Its latest published version; null if unknown. */
  workflow: { id: string; version: number | null };
  onClose: () => void;
};

/** The open form: a new trigger, or an existing one by id. */
type Writing = 'new' | { readonly id: string } | null;

/** The triggers of a workflow: schedules, webhooks and events, each with its own switch. */
export function StartsDialog({ workflow, onClose }: StartsDialogProps) {
  const mayChange = useMay('publish:workflows');
  const [writing, setWriting] = useState<Writing>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={messages.title}
      description={messages.description}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.close}</Button>
          </CloseSheet>
          {mayChange && writing === null ? (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setWriting('new')}>
              {messages.new}
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
        <p className="rounded-md bg-warn-soft px-2 py-1.5 text-12 text-warn-text">{messages.unpublished}</p>
      ) : null}
      {detail.data ? <Recipients sendsTo={detail.data.sendsTo} /> : null}
      {revealed ? <SecretNote trigger={revealed} onClose={() => setRevealed(null)} /> : null}
      {writing === 'new' ? <StartForm workflowId={workflow.id} onMade={reveal} onDone={close} /> : null}
      <Loaded query={triggers} failure={messages.failure}>
        {({ rows }) =>
          rows.length > 0 ? (
            <ul className="divide-y rounded-md border" aria-label={messages.title}>
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
            <EmptyState title={messages.none} text={messages.noneText} />
          )
        }
      </Loaded>
    </div>
  );
}
