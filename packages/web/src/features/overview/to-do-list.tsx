import { newestStatus } from '@attain/domain/plans/plan-statuses';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowRight, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSentence } from '../../api/format-sentence.ts';
import type { ApprovalRequest, Dispute, Import, PlanSummary, Run } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { messages } from './messages.ts';

/** One open item. */
export type ToDo = {
  id: string;
  mark: string;
  meaning: Meaning;
  message: ReactNode;
  link: LinkProps;
  act: string;
};

/** Open items, most urgent first. */
export function ToDoList({ items }: { items: readonly ToDo[] }) {
  return (
    <Card title={messages.toDo.title} beside={items.length > 0 ? <Badge>{items.length}</Badge> : null}>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-fg-2">
          <CircleCheck aria-hidden className="size-4 text-ok-text" /> {messages.toDo.none}
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

export type Workspace = {
  plans: readonly PlanSummary[];
  runs: readonly Run[];
  imports: readonly Import[];
  approvals: readonly ApprovalRequest[];
  /** Unresolved disputes that wait for a reviewer. */
  disputes: readonly Dispute[];
};

const amountOf = ({ amount, currency }: ApprovalRequest) =>
  amount === null || currency === null ? null : formatMoney(amount, { currency });

/** Open items of a workspace: out-of-date results, failures, unfinished imports, drafts, plans without payees. */
export function toDosOf({ plans, runs, imports, approvals, disputes }: Workspace): readonly ToDo[] {
  const newest = new Set<string>();
  const current = runs.filter((run) => {
    const place = `${run.planId} ${run.period.key}`;
    if (newest.has(place) || run.status === 'cancelled') return false;
    newest.add(place);
    return true;
  });
  return [
    ...approvals.map((request) => ({
      id: `approval ${request.id}`,
      mark: messages.toDo.approval,
      meaning: 'warn' as const,
      message: messages.toDo.requested(request.summary, amountOf(request), request.askedBy),
      link: paths.approval(request.id),
      act: messages.toDo.review,
    })),
    ...disputes.map((dispute) => ({
      id: `dispute ${dispute.id}`,
      mark: messages.toDo.dispute,
      meaning: 'warn' as const,
      message: messages.toDo.disputed(dispute),
      link: paths.dispute(dispute.id),
      act: messages.toDo.review,
    })),
    ...current
      .filter((run) => run.stale.length > 0)
      .map((run) => ({
        id: `stale ${run.id}`,
        mark: messages.toDo.outdated,
        meaning: 'warn' as const,
        message: messages.toDo.of(
          run.planName,
          run.period.key,
          formatSentence(run.stale[0]?.message ?? messages.toDo.changed),
        ),
        link: paths.runRecords(run.sameAs ?? run.id),
        act: messages.toDo.recalculate,
      })),
    ...current
      .filter((run) => run.status === 'failed')
      .map((run) => ({
        id: `failed ${run.id}`,
        mark: messages.toDo.failed,
        meaning: 'bad' as const,
        message: messages.toDo.of(
          run.planName,
          run.period.key,
          run.error ?? messages.toDo.problems(run.problems.length),
        ),
        link: paths.run(run.id),
        act: messages.toDo.seeWhy,
      })),
    ...imports
      .filter((one) => one.status === 'checked' || one.status === 'uploaded')
      .map((one) => ({
        id: `import ${one.id}`,
        mark: messages.toDo.import,
        meaning: one.problemCount > 0 && !one.skipBadRows ? ('bad' as const) : ('info' as const),
        message:
          one.problemCount > 0 && !one.skipBadRows
            ? messages.toDo.importProblems(one.fileName, one.problemCount)
            : messages.toDo.notStored(one.fileName),
        link: paths.import(one.id),
        act: messages.toDo.continue,
      })),
    ...plans
      .filter((plan) => newestStatus(plan) === messages.toDo.draft)
      .map((plan) => ({
        id: `draft ${plan.id}`,
        mark: messages.toDo.draft,
        meaning: 'neutral' as const,
        message: messages.toDo.notActive(plan.name, plan.version),
        link: paths.plan(plan.id),
        act: messages.toDo.finish,
      })),
    ...plans
      .filter((plan) => plan.activeVersion !== null && plan.assignedCount === 0)
      .map((plan) => ({
        id: `nobody ${plan.id}`,
        mark: messages.toDo.unassigned,
        meaning: 'warn' as const,
        message: messages.toDo.noPayees(plan.name),
        link: paths.eligibility,
        act: messages.toDo.assign,
      })),
  ];
}
