import type { ReactNode } from 'react';

export type PageHeaderProps = {
  title: ReactNode;
  /** A line below the title: counts, dates, the version. */
  meta?: ReactNode;
  /** Next to the title: a status badge. */
  beside?: ReactNode;
  /** A `Breadcrumb`. */
  crumbs?: ReactNode;
  /** The page's actions, the primary one last. */
  actions?: ReactNode;
};

/** The header of a page with its only `h1`. */
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
