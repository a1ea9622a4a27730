import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { messages } from '../messages.ts';

export type ConflictDialogProps = {
  /** The server's message: who saved and when. */
  message: string;
  busy: boolean;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
  onClose: () => void;
};

/** Shown when another user saved in the meantime; both versions are kept until one is chosen. */
export function ConflictDialog({ message, busy, onTakeTheirs, onSaveMine, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open
      held={busy}
      onOpenChange={(open) => !open && onClose()}
      title={messages.conflict.title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {messages.conflict.later}
          </Button>
          <Button onClick={onTakeTheirs} disabled={busy}>
            {messages.conflict.takeTheirs}
          </Button>
          <Button variant="danger" busy={busy} onClick={onSaveMine}>
            {messages.conflict.saveMine}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <p className="mt-2 text-fg-2">{messages.conflict.text}</p>
    </Dialog>
  );
}
