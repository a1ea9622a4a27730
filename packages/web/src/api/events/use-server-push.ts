import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { staleKeys } from './event-keys.ts';
import { coveredByEvent } from './read-changed.ts';
import { refresher } from './refresher.ts';
import { shareStream } from './share-stream.ts';
import { setStreamState } from './stream-state.ts';

/** While mounted and wanted, data that changes on the server is refetched, so queries never go stale on their own. */
export function useServerPush(wanted: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!wanted) return;
    const fresh = refresher(cache);
    const stop = shareStream({
      url: '/api/events',
      onEvent: (event, _id, firstReady) => {
        const stale = staleKeys(event);
        coveredByEvent(stale);
        if (stale === null) void fresh.everything();
        else void fresh.read(stale);
        // a resumed stream repeats logged changes; personal notifications of runs are not logged
        if (event.topic === 'ready' && event.at !== '') void fresh.read([{ queryKey: keys.notices }]);
        if (firstReady) void fresh.loadedBefore();
      },
      onState: (state) => {
        const isNew = setStreamState(state);
        // poll running work while the stream is down
        if (isNew && state === 'down')
          void fresh.read([{ queryKey: keys.calculations }, { queryKey: keys.imports }]);
      },
      signInAgain: () => client.auth.me(),
    });
    return () => {
      stop();
      setStreamState('connecting');
    };
  }, [cache, wanted]);
}
