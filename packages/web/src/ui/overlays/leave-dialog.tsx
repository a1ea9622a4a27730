import { Button } from '../button.tsx';
import { messages } from '../messages.ts';
import { Dialog } from './dialog.tsx';

export type LeaveDialogProps = {
  /** What would be lost. */
  text: string;
  onStay: () => void;
  onLeave: () => void;
};

/** Asks before unsaved changes are lost. */
export function LeaveDialog({ text, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onStay()}
      title={messages.leave.title}
      footer={
        <>
          <Button onClick={onStay}>{messages.leave.stay}</Button>
          <Button variant="danger" onClick={onLeave}>
            {messages.leave.leave}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
