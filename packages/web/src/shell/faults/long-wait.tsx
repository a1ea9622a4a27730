import { useLate } from '../../base/use-late.ts';
import { longWaitMs } from '../../base/waits.ts';
import { messages } from '../messages.ts';

/** Shown after waiting ten seconds for the app itself. */
export function LongWait() {
  const late = useLate(true, longWaitMs);
  return (
    <p role="status" className="text-13 text-fg-2">
      {late ? messages.faults.longWait : ''}
    </p>
  );
}
