import { useLate } from '../../base/use-late.ts';
import { longWaitMs } from '../../base/waits.ts';

/** Stands where somebody waits for the app itself: says after ten seconds that it takes long, and what can be done. */
export function LongWait() {
  const late = useLate(true, longWaitMs);
  return (
    <p role="status" className="text-13 text-fg-2">
      {late
        ? 'This takes longer than 10 seconds. Attain is still waiting for the server; you can also load the page again.'
        : ''}
    </p>
  );
}
