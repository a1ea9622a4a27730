import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from './toast-queue.ts';

const load = () => import('./toast.tsx');
const Toasts = lazy(async () => ({ default: (await load()).Toasts }));

/** Loads the toasts with the first toast or interaction, so that sign-in is faster. */
export function ToastsWhenNeeded() {
  const waiting = useToasts().length > 0;
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    if (needed) return;
    const touched = new AbortController();
    const come = () => setNeeded(true);
    for (const kind of ['keydown', 'pointerdown'] as const)
      addEventListener(kind, come, { signal: touched.signal, capture: true });
    return () => touched.abort();
  }, [needed]);
  if (!needed && !waiting) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}
