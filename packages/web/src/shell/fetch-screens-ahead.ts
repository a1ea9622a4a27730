import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMe } from '../api/me.ts';
import { maySee, type NavEntry, navAfter, navBefore, navCompensation } from './navigation.ts';

/** How long a browser that cannot say when it is idle is left alone first, in milliseconds. */
const patienceMs = 2_000;

/**
 * Fetches the code of the screens that are one click away, one after the other, while the browser has nothing else to do: moving
 * to them then waits for no network. Not for those that bring charts or a canvas, and not for people who save data.
 */
export function useScreensFetchedAhead(): void {
  const router = useRouter();
  const held = useMe().data?.permissions;
  useEffect(() => {
    if (!held || savesData()) return;
    let wanted = true;
    const entries: readonly Pick<NavEntry, 'to' | 'needs' | 'heavy'>[] = [
      ...navCompensation.pages,
      ...navBefore,
      ...navAfter,
    ];
    const screens = entries.filter((entry) => !entry.heavy && maySee(entry, held));
    const fetchAll = async () => {
      for (const { to } of screens) {
        await idle();
        const route = router.routesByPath[to as keyof typeof router.routesByPath];
        // What does not come now is asked for again, and complained about, when somebody goes there.
        if (wanted) await route?.options.component?.preload?.()?.catch(() => undefined);
      }
    };
    void fetchAll();
    return () => {
      wanted = false;
    };
  }, [router, held]);
}

/** Resolves when the browser has nothing else to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, patienceMs);
    else requestIdleCallback(() => resolve());
  });
}

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}
