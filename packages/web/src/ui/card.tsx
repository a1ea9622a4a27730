import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export type CardProps = {
  /** Names the card and its region; without a title the card is a plain box. */
  title?: ReactNode;
  /** Next to the title: a badge or count. */
  beside?: ReactNode;
  /** At the end of the header: buttons or a search field. */
  actions?: ReactNode;
  /** No padding, for full-width tables. */
  flush?: boolean;
  /** Shown below a divider. */
  footer?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A bordered box. Sizes inside follow the card's own width (`@container`). */
export function Card({ title, beside, actions, flush = false, footer, children, className }: CardProps) {
  const titleId = useId();
  const Box = title ? 'section' : 'div';
  return (
    <Box
      aria-labelledby={title ? titleId : undefined}
      className={clsx('@container min-w-0 rounded-lg border bg-surface shadow-card', className)}
    >
      {title || actions ? (
        <header className="flex min-h-11 flex-wrap items-center gap-2 px-3 py-1.5 @lg:px-4">
          {title ? (
            <h2 id={titleId} className="text-13 font-semibold">
              {title}
            </h2>
          ) : null}
          {beside}
          {actions ? <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div
        className={clsx(
          !flush && 'px-3 pb-3 @lg:px-4 @lg:pb-4',
          !flush && !title && !actions && 'pt-3 @lg:pt-4',
        )}
      >
        {children}
      </div>
      {footer ? <footer className="border-t px-3 py-2 @lg:px-4">{footer}</footer> : null}
    </Box>
  );
}
