import { client } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import type { PlanDetail } from '../../../api/shapes.ts';
import { useAct } from '../../../api/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-queue.ts';
import { messages } from '../messages.ts';

type DiscardDraftProps = { plan: PlanDetail; onClose: () => void; onDone: () => void };

/** Confirms that the saved draft is discarded; the previous version becomes the latest. */
export function DiscardDraft({ plan, onClose, onDone }: DiscardDraftProps) {
  const discard = useAct({
    act: client.plans.discard,
    changes: [keys.plans, keys.suggestions, keys.audit],
    failure: messages.discard.failure,
    onDone: (now) => {
      toast({
        title: messages.discard.done,
        text: messages.discard.doneText(now.name, now.version),
        meaning: 'ok',
      });
      onDone();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={messages.discard.title(plan.version)}
      footer={
        <>
          <Button onClick={onClose}>{messages.discard.keep}</Button>
          <Button
            variant="danger"
            busy={discard.isPending}
            onClick={() => discard.mutate({ id: plan.id, documentHash: plan.documentHash })}
          >
            {messages.discard.submit}
          </Button>
        </>
      }
    >
      <p>{messages.discard.text}</p>
    </Dialog>
  );
}
