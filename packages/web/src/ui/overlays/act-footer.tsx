import { Button, type ButtonProps } from '../button.tsx';
import { CloseSheet } from './sheet-parts.tsx';

/** The foot of a dialog or drawer that asks for one act: cancelled beside it. Takes what the button that does it takes. */
export function ActFooter(act: ButtonProps) {
  return (
    <>
      <CloseSheet>
        <Button>Cancel</Button>
      </CloseSheet>
      <Button variant="primary" {...act} />
    </>
  );
}
