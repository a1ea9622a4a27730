import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** One step of the way: a link made by the caller, or plain words for the last. */
export type Crumb = { id: string; content: ReactNode };

/** The way to this page. The last crumb is where one stands. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-1 text-12 text-fg-3 [&_a]:rounded-sm [&_a]:text-fg-2 [&_a]:hover:text-fg [&_a]:hover:underline">
        {crumbs.map((crumb, index) => (
          <li key={crumb.id} className="flex items-center gap-1">
            {index > 0 ? <ChevronRight aria-hidden className="size-3 rtl:rotate-180" /> : null}
            <bdi aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{crumb.content}</bdi>
          </li>
        ))}
      </ol>
    </nav>
  );
}
