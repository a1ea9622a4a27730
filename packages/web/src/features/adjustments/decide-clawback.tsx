import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ClawbackDialog } from './clawback-dialog.tsx';
import { messages } from './messages.ts';

/** Button and dialog that claw back a paid line or one deal in it. */
export function DecideClawback() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Undo2 aria-hidden />} onClick={() => setOpen(true)}>
        {messages.clawback.open}
      </Button>
      {open ? <ClawbackDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
