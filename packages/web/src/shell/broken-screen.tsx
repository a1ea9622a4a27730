import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isLostConnection } from '../api/http-error.ts';
import { Skeleton, SkeletonText } from '../ui/states/skeleton.tsx';
import { Fault } from './faults/fault.tsx';
import { LongWait } from './faults/long-wait.tsx';
import { messages } from './messages.ts';

/** Shown when a screen failed to render: the reason and a retry. */
export function BrokenScreen({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    // missing or outdated code is only loaded by a new page
    if (isLostConnection(error)) return location.reload();
    reset();
    void router.invalidate();
  };
  return <Fault title={messages.faults.screen} error={error} onRetry={retry} />;
}

/** Shown while the code of a screen loads. */
export function ScreenSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-6 w-56" />
      <SkeletonText lines={6} />
      <LongWait />
    </div>
  );
}
