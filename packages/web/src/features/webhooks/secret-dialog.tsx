import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { messages } from './messages.ts';

/** The secret of a webhook, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.secret.title}
      footer={
        <CloseSheet>
          <Button variant="primary">{messages.secret.done}</Button>
        </CloseSheet>
      }
    >
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={messages.secret.label} required hint={messages.secret.hint}>
            <Input
              readOnly
              autoFocus
              value={secret}
              className="font-mono text-12!"
              onFocus={({ target }) => target.select()}
            />
          </Field>
        </div>
        <CopyButton text={secret} label={messages.secret.copy} className="mb-6" />
      </div>
    </Dialog>
  );
}
