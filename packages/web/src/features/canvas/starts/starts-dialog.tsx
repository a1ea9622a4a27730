import type { RevealedTrigger } from '@attain/contract/workflow-triggers';
import type { WorkflowDetail } from '@attain/contract/workflows';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Loaded } from '../../../api/loaded.tsx';
import { useMay } from '../../../api/me.ts';
import { workflowTriggersQuery } from '../../../api/requests/trigger-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../../ui/overlays/sheet-parts.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SecretNote } from './secret-note.tsx';
import { StartForm } from './start-form.tsx';
import { StartRow } from './start-row.tsx';

export type StartsDialogProps = { workflow: WorkflowDetail; onClose: () => void };

/** What starts runs of a workflow by itself: schedules, webhooks and events, each switched on or off by itself. */
export function StartsDialog({ workflow, onClose }: StartsDialogProps) {
  const triggers = useQuery(workflowTriggersQuery(workflow.id));
  const mayChange = useMay('publish:workflows');
  const [adding, setAdding] = useState(false);
  const [revealed, setRevealed] = useState<RevealedTrigger | null>(null);
  const reveal = (trigger: RevealedTrigger) => {
    setAdding(false);
    setRevealed(trigger.secret === null ? null : trigger);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="What starts it"
      description="Runs begin by themselves on the newest published version, with the rights of whoever saved the trigger last."
      footer={
        <>
          <CloseSheet>
            <Button>Close</Button>
          </CloseSheet>
          {mayChange && !adding ? (
            <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
              Add a trigger
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {workflow.version === 0 ? (
          <p className="rounded-md bg-warn-soft px-2 py-1.5 text-12 text-warn-text">
            Nothing is published yet: until then nothing can be started.
          </p>
        ) : null}
        {revealed ? <SecretNote trigger={revealed} onClose={() => setRevealed(null)} /> : null}
        {adding ? (
          <StartForm workflowId={workflow.id} onMade={reveal} onCancel={() => setAdding(false)} />
        ) : null}
        <Loaded query={triggers} failure="The triggers could not be loaded">
          {({ rows }) =>
            rows.length === 0 ? (
              adding ? null : (
                <EmptyState
                  title="Nothing starts it by itself"
                  text="Add a schedule, a webhook for another system to call, or an event of this workspace."
                />
              )
            ) : (
              <ul className="divide-y rounded-md border" aria-label="Triggers">
                {rows.map((trigger) => (
                  <StartRow key={trigger.id} trigger={trigger} mayChange={mayChange} onSecret={reveal} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}
