import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** Asks before a new agent that is not saved yet makes room for another. */
export function ClearForm({ onKeep, onClear }: { onKeep: () => void; onClear: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onKeep()}
      title="Clear the form?"
      footer={
        <>
          <Button onClick={onKeep}>Keep it</Button>
          <Button variant="danger" onClick={onClear}>
            Clear the form
          </Button>
        </>
      }
    >
      <p>The new agent you began is not saved yet.</p>
    </Dialog>
  );
}
