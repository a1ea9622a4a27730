import { useMe } from '../../api/me.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { messages as frameMessages } from '../frame-messages.ts';
import { messages } from './messages.ts';

const steps = [
  [messages.jit.ask, messages.jit.askText],
  [messages.jit.approve, messages.jit.approveText],
  [messages.jit.expire, messages.jit.expireText],
  [messages.jit.audit, messages.jit.auditText],
] as const;

/** Describes just-in-time access, which is not built yet, and the alternative. */
export function JitDialog({ onClose }: { onClose: () => void }) {
  const workspace = useMe().data?.tenant.name;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={frameMessages.titles.jit}
      beside={<Badge>{messages.jit.soon}</Badge>}
      description={messages.jit.description}
      footer={
        <CloseSheet>
          <Button>{messages.jit.close}</Button>
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
        {workspace ? messages.jit.untilThen(workspace) : messages.jit.untilThenAll}
      </p>
    </Dialog>
  );
}
