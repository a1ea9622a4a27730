import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isLostConnection } from '../api/http-error.ts';
import { Skeleton, SkeletonText } from '../ui/states/skeleton.tsx';
import { Fault } from './faults/fault.tsx';
import { LongWait } from './faults/long-wait.tsx';

/** What stands in a screen's place when drawing it failed: why, and a way to try again. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // A part of the app that did not arrive, or is of a version the server no longer has, comes only with a new page.
    if (isLostConnection(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return <Fault title="This screen could not be shown" error={error} onRetry={retry} />;
}

/** What stands in a screen's place while its code is coming. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-6 w-56" />
      <SkeletonText lines={6} />
      <LongWait />
    </div>
  );
}
