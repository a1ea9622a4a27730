import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A container that scrolls sideways, also by keyboard, for plain wide tables. */
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
      data-scroll-area
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
      tabIndex={0}
      className={clsx('relative overflow-x-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </section>
  );
}
