import { useQueryClient } from '@tanstack/react-query';
import { Hourglass, WifiOff } from 'lucide-react';
import { useStreamState } from '../../api/events/stream-state.ts';
import { useLate } from '../../base/use-late.ts';
import { useOnline } from '../../base/use-online.ts';
import { useLongWaits } from '../../base/waits.ts';
import { Button } from '../../ui/button.tsx';
import { messages } from '../messages.ts';

/** Shorter interruptions are not shown. */
const graceMs = 3_000;

/** Reports lost connections and slow answers; renders nothing otherwise. */
export function ConnectionBanner() {
  const cache = useQueryClient();
  const online = useOnline();
  const lost = useLate(useStreamState() === 'down', graceMs);
  const slow = useLongWaits() > 0;
  // reloads the data on screen; changes are not sent again. Requests without any answer
  // would only wait on, so they are canceled first.
  const askAgain = async () => {
    const waiting = cache
      .getQueryCache()
      .findAll({ type: 'active', predicate: (query) => query.state.fetchStatus !== 'idle' });
    await Promise.all(waiting.map((query) => query.cancel({ revert: true, silent: true })));
    for (const { queryKey } of waiting) void cache.refetchQueries({ queryKey, exact: true });
  };
  return (
    <div role="status">
      {!online ? (
        <Strip icon={<WifiOff aria-hidden />}>{messages.faults.offline}</Strip>
      ) : lost ? (
        <Strip icon={<WifiOff aria-hidden />}>{messages.faults.disconnected}</Strip>
      ) : slow ? (
        <Strip icon={<Hourglass aria-hidden />}>
          {messages.faults.slow}
          <Button size="sm" variant="ghost" onClick={() => void askAgain()}>
            {messages.faults.reload}
          </Button>
        </Strip>
      ) : null}
    </div>
  );
}

function Strip({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <div
      data-strip
      className="flex min-h-8 flex-wrap items-center gap-2 border-b bg-warn-soft px-4 py-1 text-12 text-warn-text [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      {children}
    </div>
  );
}
