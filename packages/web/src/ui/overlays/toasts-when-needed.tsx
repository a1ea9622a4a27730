import { lazy, Suspense, useEffect, useState } from 'react';
import { useToasts } from './toast-queue.ts';

const load = () => import('./toast.tsx');
const Toasts = lazy(async () => ({ default: (await load()).Toasts }));

/**
 * Where toasts appear. Its code comes when the first one is there, or as soon as somebody touches the page: before that there
 * is nothing to be told, and sign-in is there sooner.
 */
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
