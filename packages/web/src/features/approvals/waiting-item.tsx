import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { messages } from './messages.ts';

/** One thing that waits for the user: its kind, what it is about, and the way to it. */
export function WaitingItem({ kind, to, children }: { kind: string; to: LinkProps; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Badge meaning="warn">{kind}</Badge>
      <span className="min-w-0 flex-1 basis-48">{children}</span>
      <Link {...to} className="inline-flex items-center gap-1 text-primary-text hover:underline">
        {messages.review} <ArrowRight aria-hidden className="size-3.5" />
      </Link>
    </li>
  );
}
