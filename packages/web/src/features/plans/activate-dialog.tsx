import type { ReactNode } from 'react';
import type { PlanDetail } from '../../api/shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

export type ActivateDialogProps = {
  plan: PlanDetail;
  busy: boolean;
  onActivate: () => void;
  onClose: () => void;
  /** What should be known before. */
  children: ReactNode;
};

/** Asks before a plan version begins to pay, with what is known against it. */
export function ActivateDialog({ plan, busy, onActivate, onClose, children }: ActivateDialogProps) {
  const { version, activeVersion, assignedCount } = plan;
  return (
    <Dialog
      open
      held={busy}
      onOpenChange={(open) => !open && onClose()}
      title={`Activate version ${version} of “${plan.name}”?`}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Not yet
          </Button>
          <Button variant="primary" busy={busy} onClick={onActivate}>
            Activate
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {activeVersion !== null && activeVersion !== version
            ? `It takes the place of version ${activeVersion}. `
            : null}
          Calculations pay by it from then on, and this version never changes again.{' '}
          {assignedCount === 0
            ? 'Nobody is assigned to the plan yet.'
            : `${assignedCount} ${assignedCount === 1 ? 'person is' : 'people are'} assigned to the plan.`}
        </p>
        {children}
      </div>
    </Dialog>
  );
}
