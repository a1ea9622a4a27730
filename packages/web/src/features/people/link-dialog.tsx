import { Copy } from 'lucide-react';
import { copyText } from '../../base/copy-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { Input } from '../../ui/fields/input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { messages } from './messages.ts';

/** A link as the server gave it. */
export type ShownLink = {
  title: string;
  path: string;
  expiresAt: string;
  awaitsApproval: boolean;
  isMailed?: boolean;
};

export const addressOf = (path: string) => `${location.origin}${path}`;

/** A one-time link, shown once, with the button that copies it. */
export function LinkDialog({ link, onClose }: { link: ShownLink; onClose: () => void }) {
  const address = addressOf(link.path);
  const copy = async () => {
    const copied = await copyText(address);
    toast({
      id: 'link',
      title: copied ? messages.link.copied : messages.link.notCopied,
      meaning: copied ? 'ok' : 'warn',
    });
  };
  return (
    <Dialog
      open
      held
      onOpenChange={(open) => !open && onClose()}
      title={link.title}
      description={messages.link.note}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.link.done}</Button>
          </CloseSheet>
          <Button variant="primary" icon={<Copy aria-hidden />} onClick={() => void copy()}>
            {messages.link.copy}
          </Button>
        </>
      }
    >
      {link.isMailed ? (
        <p role="status" className="mb-3">
          {link.awaitsApproval ? messages.link.mailedLater : messages.link.mailed}
        </p>
      ) : null}
      {link.awaitsApproval ? (
        <p role="status" className="mb-3 text-warn-text">
          {messages.link.waits}
        </p>
      ) : null}
      <Field label={messages.link.label} required hint={messages.link.validUntil(link.expiresAt)}>
        <Input
          readOnly
          value={address}
          className="font-mono text-12!"
          onFocus={({ target }) => target.select()}
        />
      </Field>
    </Dialog>
  );
}
