import { Lightbulb } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import type { WhatIfSubject } from './imagined.ts';
import { messages } from './messages.ts';

// loads the payout engine, so only on demand
const WhatIfForm = lazy(async () => ({ default: (await import('./what-if-form.tsx')).WhatIfForm }));

/** Button and drawer to try deals; nothing is stored or sent. */
export function WhatIf(props: WhatIfSubject) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Lightbulb aria-hidden />} onClick={() => setOpen(true)}>
        {messages.drawer.open}
      </Button>
      <Drawer
        open={open}
        onOpenChange={setOpen}
        size="lg"
        title={messages.drawer.title}
        description={messages.drawer.description(props.period)}
      >
        <Suspense fallback={<SkeletonText lines={8} />}>
          <WhatIfForm {...props} />
        </Suspense>
      </Drawer>
    </>
  );
}
