import { Link } from '@tanstack/react-router';
import type { PlanDetail } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

const meaning = { Active: 'ok', Draft: 'warn', Inactive: 'neutral' } as const;

/** Versions of the plan. An activated version never changes. */
export function PlanVersions({ plan, shown }: { plan: PlanDetail; shown: number }) {
  return (
    <Card title={messages.versions.title}>
      <ol className="divide-y">
        {plan.versions.map((one) => (
          <li key={one.version} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Link
              {...paths.plan(plan.id)}
              search={{ version: one.version }}
              aria-current={one.version === shown ? 'true' : undefined}
              className="font-medium text-primary-text underline aria-current:text-fg aria-current:no-underline"
            >
              {messages.versions.version(one.version)}
            </Link>
            <Badge meaning={meaning[one.status]}>{one.status}</Badge>
            <span className="text-12 text-fg-2">
              {one.activatedAt
                ? messages.versions.activated(formatMoment(one.activatedAt))
                : messages.versions.created(formatMoment(one.createdAt))}
            </span>
            <code className="ms-auto font-mono text-11 text-fg-3" title={one.documentHash}>
              {one.documentHash.slice(0, 8)}
            </code>
          </li>
        ))}
      </ol>
    </Card>
  );
}
