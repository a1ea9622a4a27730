import type { ReactNode } from 'react';
import type { PlanDetail } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { messages } from './messages.ts';

export type ActivateDialogProps = {
  plan: PlanDetail;
  busy: boolean;
  onActivate: () => void;
  onClose: () => void;
  /** Findings to show before activation. */
  children: ReactNode;
};

/** Confirms the activation of a plan version and shows its findings. */
export function ActivateDialog({ plan, busy, onActivate, onClose, children }: ActivateDialogProps) {
  const { version, activeVersion, assignedCount } = plan;
  return (
    <Dialog
      open
      held={busy}
      onOpenChange={(open) => !open && onClose()}
      title={messages.activate.title(version, plan.name)}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {messages.activate.cancel}
          </Button>
          <Button variant="primary" busy={busy} onClick={onActivate}>
            {messages.activate.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {activeVersion !== null && activeVersion !== version
            ? `${messages.activate.replaces(activeVersion)} `
            : null}
          {messages.activate.text}{' '}
          {assignedCount === 0 ? messages.activate.nobody : messages.activate.assigned(assignedCount)}
        </p>
        {children}
      </div>
    </Dialog>
  );
}
