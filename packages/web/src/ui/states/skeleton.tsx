import { clsx } from 'clsx';

/** A placeholder of the given size, hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={clsx('animate-pulse rounded-sm bg-sunken dark:bg-surface-2 forced-colors:border', className)}
    />
  );
}

/** Placeholder lines of text; the last is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  const ids = Array.from({ length: lines }, (_, index) => `line-${index}`);
  return (
    <div className="flex flex-col gap-2 py-1">
      {ids.map((id, index) => (
        <Skeleton key={id} className={index === lines - 1 ? 'h-3 w-3/5' : 'h-3 w-full'} />
      ))}
    </div>
  );
}

/** A placeholder of the same height as `FigureTile`. */
export function SkeletonTile() {
  return (
    <div className="rounded-lg border bg-surface px-4 py-3 shadow-card">
      <Skeleton className="my-1 h-3 w-24" />
      <Skeleton className="my-2.5 h-5 w-36" />
      <Skeleton className="my-0.5 h-3 w-20" />
    </div>
  );
}
