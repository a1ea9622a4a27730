import { Lightbulb } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { SkeletonText } from '../../ui/states/skeleton.tsx';
import type { WhatIfSubject } from './imagined.ts';

// The calculation itself comes along: only for those who ask.
const WhatIfForm = lazy(async () => ({ default: (await import('./what-if-form.tsx')).WhatIfForm }));

/** The button and drawer for “What would I earn if …”: nothing in it is stored or sent to anybody. */
export function WhatIf(props: WhatIfSubject) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Lightbulb aria-hidden />} onClick={() => setOpen(true)}>
        What if …
      </Button>
      <Drawer
        open={open}
        onOpenChange={setOpen}
        size="lg"
        title="What would I earn if …"
        description={`Try deals in ${props.period}. Calculated in your browser; nothing is saved.`}
      >
        <Suspense fallback={<SkeletonText lines={8} />}>
          <WhatIfForm {...props} />
        </Suspense>
      </Drawer>
    </>
  );
}
