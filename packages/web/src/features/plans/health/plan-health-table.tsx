import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { PlanHealth } from '../../../api/shapes.ts';
import { formatFixed, formatPercent } from '../../../base/format-number.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const link = 'text-primary-text hover:underline';
const { columns: heads } = messages;

/** Open work on a plan that other parts of the workspace know about. */
export type OpenWork = {
  readonly drafts: ReadonlySet<string>;
  readonly suggestions: ReadonlyMap<string, number>;
};

/** Each plan with its figures, what they come from, and what is open. */
export function PlanHealthTable({ plans, work }: { plans: readonly PlanHealth[]; work: OpenWork }) {
  const columns = useMemo(() => columnsOf(work), [work]);
  return (
    <DataTable
      label={messages.plans}
      columns={columns}
      rows={plans}
      rowId={({ planId }) => planId}
      empty={<EmptyState title={messages.empty} text={messages.emptyText} />}
    />
  );
}

function columnsOf(work: OpenWork): readonly TableColumn<PlanHealth>[] {
  return [
    {
      id: 'plan',
      head: heads.plan,
      value: ({ planName }) => planName,
      cell: ({ planId, planName }) => (
        <Link
          className={clsx(link, 'line-clamp-2 leading-[15px] whitespace-normal group-data-narrow:text-12')}
          {...paths.plan(planId)}
        >
          {planName}
        </Link>
      ),
      width: 190,
      grow: true,
    },
    {
      id: 'to-do',
      head: heads.toDo,
      value: (plan) => toDo(plan, work),
      cell: (plan) => (toDo(plan, work) === 0 ? '—' : <ToDo plan={plan} work={work} />),
      width: 170,
      early: true,
    },
    {
      id: 'findings',
      head: heads.findings,
      value: ({ check }) => check?.withStake,
      cell: ({ planId, check }) =>
        check === null ? (
          <Link className={link} {...paths.simulationsOf(planId)}>
            {messages.check}
          </Link>
        ) : (
          <Link className={link} {...paths.simulation(check.simulationId)}>
            {messages.found(check.findings, check.withStake)}
          </Link>
        ),
      width: 130,
    },
    {
      id: 'tests',
      head: heads.tests,
      value: ({ tests }) => tests.failing,
      cell: ({ planId, tests }) =>
        tests.count === 0 ? (
          '—'
        ) : (
          <Link className={link} {...paths.plan(planId)}>
            {messages.testsOf(tests.count, tests.failing)}
          </Link>
        ),
      width: 110,
    },
    {
      id: 'cost',
      head: heads.cost,
      kind: 'figure',
      value: ({ results }) => results?.costPerUnit,
      cell: ({ results }) =>
        results?.costPerUnit ? (
          <Link className={link} {...paths.run(results.newestRunId)}>
            {formatPercent(results.costPerUnit)}
          </Link>
        ) : (
          '—'
        ),
      width: 112,
    },
    {
      id: 'follows',
      head: heads.follows,
      kind: 'figure',
      value: ({ results }) => results?.correlation,
      cell: ({ results }) => formatFixed(results?.correlation, 2),
      width: 104,
    },
  ];
}

function toDo({ planId, withoutQuota }: PlanHealth, work: OpenWork): number {
  return Number(work.drafts.has(planId)) + (work.suggestions.get(planId) ?? 0) + (withoutQuota?.count ?? 0);
}

function ToDo({ plan: { planId, withoutQuota }, work }: { plan: PlanHealth; work: OpenWork }) {
  const suggestions = work.suggestions.get(planId) ?? 0;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {work.drafts.has(planId) ? <Badge meaning="warn">{messages.draft}</Badge> : null}
      {suggestions > 0 ? (
        <Link className={link} {...paths.plan(planId)}>
          {messages.suggestions(suggestions)}
        </Link>
      ) : null}
      {withoutQuota !== null && withoutQuota.count > 0 ? (
        <Link className={link} title={withoutQuota.names.join(', ')} {...paths.quotas}>
          {messages.withoutQuota(withoutQuota.count, withoutQuota.period)}
        </Link>
      ) : null}
    </span>
  );
}
