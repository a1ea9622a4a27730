import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

export type ConflictDialogProps = {
  /** The server's sentence: who saved, when. */
  message: string;
  busy: boolean;
  onTakeTheirs: () => void;
  onSaveMine: () => void;
  onClose: () => void;
};

/** Somebody else saved meanwhile: nothing is lost before one has chosen whose it is. */
export function ConflictDialog({ message, busy, onTakeTheirs, onSaveMine, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      open
      held={busy}
      onOpenChange={(open) => !open && onClose()}
      title="Somebody else saved this workflow"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Decide later
          </Button>
          <Button onClick={onTakeTheirs} disabled={busy}>
            Take theirs
          </Button>
          <Button variant="danger" busy={busy} onClick={onSaveMine}>
            Save mine over it
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <p className="mt-2 text-fg-2">
        Taking theirs can be undone: your own drawing stays one step back in your history. Saving yours
        replaces theirs for everybody; theirs then stays one step back in your history, and nowhere else.
        Deciding later keeps both: yours here, theirs stored.
      </p>
    </Dialog>
  );
}
