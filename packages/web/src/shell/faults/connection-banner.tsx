import { useQueryClient } from '@tanstack/react-query';
import { Hourglass, WifiOff } from 'lucide-react';
import { useStreamState } from '../../api/events/stream-state.ts';
import { useLate } from '../../base/use-late.ts';
import { useOnline } from '../../base/use-online.ts';
import { useLongWaits } from '../../base/waits.ts';
import { Button } from '../../ui/button.tsx';

/** A line that breaks and mends within this time is nobody's worry. */
const graceMs = 3_000;

/** Says when the network or the server is away, and when an answer takes long; nothing while all is well. */
export function ConnectionBanner() {
  const cache = useQueryClient();
  const online = useOnline();
  const lost = useLate(useStreamState() === 'down', graceMs);
  const slow = useLongWaits() > 0;
  // Asked again is what is on the screen; a change that was sent stays sent. What never had an answer would only go on
  // waiting for the first one: it is given up before.
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
        <Strip icon={<WifiOff aria-hidden />}>
          You are offline. What you see may be out of date; what you typed stays.
        </Strip>
      ) : lost ? (
        <Strip icon={<WifiOff aria-hidden />}>
          The connection to the server is lost. Attain keeps trying; what you see may be out of date.
        </Strip>
      ) : slow ? (
        <Strip icon={<Hourglass aria-hidden />}>
          The server takes longer than 10 seconds to answer. Still waiting…
          <Button size="sm" variant="ghost" onClick={() => void askAgain()}>
            Ask again
          </Button>
        </Strip>
      ) : null}
    </div>
  );
}

function Strip({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2 border-b bg-warn-soft px-4 py-1 text-12 text-warn-text [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      {children}
    </div>
  );
}
