import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type LeaveDialogProps = {
  /** What would be lost. */
  text: string;
  onStay: () => void;
  onLeave: () => void;
};

/** Asks before something that is not saved is left behind. */
export function LeaveDialog({ text, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onStay()}
      title="Leave without saving?"
      footer={
        <>
          <Button onClick={onStay}>Stay here</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave and lose the changes
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
