import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { PlanDetail } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';

type DiscardDraftProps = { plan: PlanDetail; onClose: () => void; onDone: () => void };

/** Asks whether the saved draft shall be thrown away; the version before is then the newest again. */
export function DiscardDraft({ plan, onClose, onDone }: DiscardDraftProps) {
  const discard = useAct({
    act: client.plans.discard,
    changes: [keys.plans, keys.suggestions, keys.audit],
    failure: 'The draft could not be discarded',
    onDone: (now) => {
      toast({ title: 'Draft discarded', text: `${now.name} is at version ${now.version}.`, meaning: 'ok' });
      onDone();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`Discard draft version ${plan.version}?`}
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={discard.isPending}
            onClick={() => discard.mutate({ id: plan.id, documentHash: plan.documentHash })}
          >
            Discard the draft
          </Button>
        </>
      }
    >
      <p>
        What it changes is lost, and suggestions that were accepted into it are open again. The log keeps that
        it was there.
      </p>
    </Dialog>
  );
}
