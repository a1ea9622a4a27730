import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ClawbackDialog } from './clawback-dialog.tsx';

/** The button and dialog that take back a line that was paid, or a deal in it. */
export function DecideClawback() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
        Take back
      </Button>
      {open ? <ClawbackDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
