import { Button, type ButtonProps } from '../button.tsx';
import { messages } from '../messages.ts';
import { CloseSheet } from './sheet-parts.tsx';

/** The footer of a dialog with one action and a cancel button. Takes the props of the action's button. */
export function ActFooter(act: ButtonProps) {
  return (
    <>
      <CloseSheet>
        <Button>{messages.dialog.cancel}</Button>
      </CloseSheet>
      <Button variant="primary" {...act} />
    </>
  );
}
