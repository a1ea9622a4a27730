import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  /** The line beneath: counts, dates, the version. */
  meta?: ReactNode;
  /** Stands beside the title: a state badge. */
  beside?: ReactNode;
  /** A `Breadcrumb`. */
  crumbs?: ReactNode;
  /** The page's acts; the primary one last. */
  actions?: ReactNode;
};

/** The head of a page: its one `h1`, what it is about, and what can be done. */
export function PageHeader({ title, meta, beside, crumbs, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-col gap-1">
      {crumbs}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="text-18 font-semibold tracking-[-0.01em] text-balance outline-none">{title}</h1>
            {beside}
          </div>
          {meta ? <div className="text-13 text-fg-2">{meta}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
    </header>
  );
}
