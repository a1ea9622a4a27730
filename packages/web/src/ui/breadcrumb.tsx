import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';

/** One step: a link, or plain text for the current page. */
export type Crumb = { id: string; content: ReactNode };

/** The path to this page. The last crumb is only for screen readers, because the heading shows it. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const last = crumbs.length - 1;
  return (
    <nav aria-label={messages.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-1 text-12 text-fg-3 [&_a]:rounded-sm [&_a]:text-fg-2 [&_a]:hover:text-fg [&_a]:hover:underline">
        {crumbs.map((crumb, index) => (
          <li key={crumb.id} className={index === last ? 'sr-only' : 'flex items-center gap-1'}>
            {index > 0 && index < last ? (
              <ChevronRight aria-hidden className="size-3 rtl:rotate-180" />
            ) : null}
            <bdi aria-current={index === last ? 'page' : undefined}>{crumb.content}</bdi>
          </li>
        ))}
      </ol>
    </nav>
  );
}
