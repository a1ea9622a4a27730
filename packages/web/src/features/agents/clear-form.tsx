import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { messages } from './messages.ts';

/** Asks before a new unsaved agent is discarded. */
export function ClearForm({ onKeep, onClear }: { onKeep: () => void; onClear: () => void }) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onKeep()}
      title={messages.clear.title}
      footer={
        <>
          <Button onClick={onKeep}>{messages.clear.keep}</Button>
          <Button variant="danger" onClick={onClear}>
            {messages.clear.discard}
          </Button>
        </>
      }
    >
      <p>{messages.clear.text}</p>
    </Dialog>
  );
}
