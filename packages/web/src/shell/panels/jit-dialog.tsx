import { useMe } from '../../api/me.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';

const steps = [
  ['Ask', 'Name a permission you lack, for how long you need it, and why.'],
  ['Approve', 'An approver, never you yourself, grants or refuses it.'],
  ['Expire', 'It ends by itself at the stated time.'],
  ['Audit', 'Asking, granting, using and ending each leave an entry in the audit log.'],
] as const;

/** What just-in-time access will do, and what to do until it is there. */
export function JitDialog({ onClose }: { onClose: () => void }) {
  const workspace = useMe().data?.tenant.name;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Just-in-time access"
      beside={<Badge>Coming soon</Badge>}
      description="Permissions for as long as a task takes, not for ever."
      footer={
        <CloseSheet>
          <Button>Close</Button>
        </CloseSheet>
      }
    >
      <ol className="flex flex-col gap-3">
        {steps.map(([step, message], index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="figures grid size-5 shrink-0 place-items-center rounded-full bg-sunken text-11 font-medium text-fg-2"
            >
              {index + 1}
            </span>
            <span>
              <span className="font-medium">{step}.</span> <span className="text-fg-2">{message}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-fg-2">
        This is not built yet. Until then, ask an administrator{workspace ? ` of ${workspace}` : ''} to change
        your role.
      </p>
    </Dialog>
  );
}
