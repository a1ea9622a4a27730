import { UserRoundCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { messages } from './messages.ts';

const DelegationsDialog = lazy(async () => ({
  default: (await import('./delegations-dialog.tsx')).DelegationsDialog,
}));

/** Opens who approves for whom. */
export function DelegationsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<UserRoundCheck aria-hidden />} onClick={() => setOpen(true)}>
        {messages.open}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <DelegationsDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
