import { newestStatus } from '@attain/domain/plans/plan-statuses';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Import, PlanSummary, Run } from '../../api/shapes.ts';
import { counted } from '../../base/format-number.ts';
import { formatSentence } from '../../base/format-sentence.ts';
import { paths } from '../../paths.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** One thing that waits for somebody. */
export type ToDo = {
  id: string;
  mark: string;
  meaning: Meaning;
  message: ReactNode;
  link: LinkProps;
  act: string;
};

/** What waits to be done, most urgent first; derived from the records, never made up. */
export function ToDoList({ items }: { items: readonly ToDo[] }) {
  return (
    <Card title="To do" beside={items.length > 0 ? <Badge>{items.length}</Badge> : null}>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-fg-2">
          <CircleCheck aria-hidden className="size-4 text-ok-text" /> Nothing waits: every result matches the
          stored records.
        </p>
      ) : (
        <ul className="divide-y">
          {items.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Badge meaning={item.meaning}>{item.mark}</Badge>
              <span className="min-w-0 flex-1 basis-48">{item.message}</span>
              <Link
                {...item.link}
                className="inline-flex items-center gap-1 text-primary-text hover:underline"
              >
                {item.act} <ArrowRight aria-hidden className="size-3.5" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export type Workspace = { plans: readonly PlanSummary[]; runs: readonly Run[]; imports: readonly Import[] };

/** Everything that waits in a workspace: results out of date, failures, unfinished imports, plans nobody is on. */
export function toDosOf({ plans, runs, imports }: Workspace): readonly ToDo[] {
  const newest = new Set<string>();
  const current = runs.filter((run) => {
    const place = `${run.planId} ${run.period.key}`;
    if (newest.has(place) || run.status === 'cancelled') return false;
    newest.add(place);
    return true;
  });
  return [
    ...current
      .filter((run) => run.stale.length > 0)
      .map((run) => ({
        id: `stale ${run.id}`,
        mark: 'Out of date',
        meaning: 'warn' as const,
        message: `${run.planName}, ${run.period.key}: ${formatSentence(run.stale[0]?.message ?? 'Data changed since this calculation.')}`,
        link: paths.runRecords(run.sameAs ?? run.id),
        act: 'Recalculate',
      })),
    ...current
      .filter((run) => run.status === 'failed')
      .map((run) => ({
        id: `failed ${run.id}`,
        mark: 'Failed',
        meaning: 'bad' as const,
        message: `${run.planName}, ${run.period.key}: ${run.error ?? counted(run.problems.length, 'problem')}`,
        link: paths.run(run.id),
        act: 'See why',
      })),
    ...imports
      .filter((one) => one.status === 'checked' || one.status === 'uploaded')
      .map((one) => ({
        id: `import ${one.id}`,
        mark: 'Import',
        meaning: one.problemCount > 0 ? ('bad' as const) : ('info' as const),
        message:
          one.problemCount > 0
            ? `${one.fileName} has ${counted(one.problemCount, 'problem')}`
            : `${one.fileName} is not stored yet`,
        link: paths.import(one.id),
        act: 'Go on',
      })),
    ...plans
      .filter((plan) => newestStatus(plan) === 'Draft')
      .map((plan) => ({
        id: `draft ${plan.id}`,
        mark: 'Draft',
        meaning: 'neutral' as const,
        message: `${plan.name}, version ${plan.version}, is not active yet`,
        link: paths.plan(plan.id),
        act: 'Finish the plan',
      })),
    ...plans
      .filter((plan) => plan.activeVersion !== null && plan.assignedCount === 0)
      .map((plan) => ({
        id: `nobody ${plan.id}`,
        mark: 'Nobody assigned',
        meaning: 'warn' as const,
        message: `${plan.name} is active, but pays nobody yet`,
        link: paths.eligibility,
        act: 'Assign',
      })),
  ];
}
