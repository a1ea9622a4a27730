import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A place that scrolls sideways, also with the keyboard; for plain tables wider than their place. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
      tabIndex={0}
      data-scroll-area
      className={clsx('relative overflow-x-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
