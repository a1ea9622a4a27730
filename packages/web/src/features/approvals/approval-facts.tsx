import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowRight, CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '../../api/me.ts';
import type { ApprovalDetail } from '../../api/shapes.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatMoment } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { kindNames, messages, statusWords } from './messages.ts';

/** What one request is about: amount, warnings, what changes, who voted. */
export function ApprovalFacts({ request, warnings }: { request: ApprovalDetail; warnings: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <Head request={request} />
      {request.reason === null ? null : <p className="text-fg-2">{messages.note(request.reason)}</p>}
      {request.onBehalfOf === null ? null : (
        <p className="text-fg-2">{messages.onBehalfOf(request.onBehalfOf)}</p>
      )}
      {request.barred === null || request.status !== 'open' ? null : (
        <p className="text-fg-2">{request.barred}</p>
      )}
      {warnings}
      <Figures request={request} />
      <Votes request={request} />
      <details>
        <summary className="min-h-6 cursor-pointer text-12 text-fg-2">{messages.details}</summary>
        <KeyValueList
          className="pt-2"
          rows={[
            { key: messages.requestedAt, value: formatMoment(request.askedAt) },
            ...(request.dueAt === null ? [] : [{ key: messages.dueAt, value: formatMoment(request.dueAt) }]),
            { key: messages.expiresAt, value: formatMoment(request.expiresAt) },
            { key: messages.hash, value: request.hash, mono: true },
          ]}
        />
      </details>
    </div>
  );
}

function Head({ request }: { request: ApprovalDetail }) {
  const status = statusWords[request.status];
  const amount = messages.amount(request);
  const mayReadDisputes = useMay('read:disputes');
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-12 text-fg-2">{kindNames[request.kind]}</p>
        <h2 className="text-18 font-semibold break-words">{request.summary}</h2>
        <p className="text-fg-2">{messages.requestedBy(request, Date.now())}</p>
        <p className="flex flex-wrap items-center gap-3">
          <Badge meaning={status.meaning}>{status.label}</Badge>
          {request.isOverdue ? <Badge meaning="warn">{messages.overdue}</Badge> : null}
          <Subject request={request} />
          {request.facts.dispute === undefined || !mayReadDisputes ? null : (
            <Link {...paths.dispute(request.facts.dispute.id)} className="text-primary-text hover:underline">
              {messages.dispute}
            </Link>
          )}
        </p>
      </div>
      {amount === null ? null : <p className="text-20 font-semibold tabular-nums">{amount}</p>}
    </div>
  );
}

const subjectLinks = {
  'payment-run': paths.payments,
  adjustment: () => paths.adjustments,
  'plan-activation': paths.plan,
  'role-grant': () => paths.people,
  'administrator-grant': () => paths.people,
  'duty-exception': () => paths.people,
  'access-grant': () => paths.people,
  'suggestion-override': paths.suggestion,
  'suggestion-apply': paths.suggestion,
  'autonomous-act': paths.suggestion,
  'autonomy-level': () => paths.overview,
  'agent-version': paths.agent,
  'policy-activation': paths.policy,
  deployment: paths.deployment,
  'production-secret': () => paths.connections,
  import: paths.import,
  'release-gate': paths.releasesOf,
} as const satisfies Record<ApprovalDetail['kind'], (id: string) => object>;

function Subject({ request }: { request: ApprovalDetail }) {
  const { kind, subject } = request;
  const link = subject.type === 'adjustments' ? paths.import(subject.id) : subjectLinks[kind](subject.id);
  return (
    <Link {...link} className="inline-flex items-center gap-1 text-primary-text hover:underline">
      {subject.type === 'adjustments' ? messages.open.import : messages.open[kind]}{' '}
      <ArrowRight aria-hidden className="size-3.5" />
    </Link>
  );
}

/** The warnings of an open request; whoever approves says that they were read. */
export function Warnings({ request, children }: { request: ApprovalDetail; children: ReactNode }) {
  const { warnings } = request.facts;
  if (warnings.length === 0) return null;
  return (
    <section className="overflow-hidden rounded-lg border border-warn">
      <h3 className="flex items-center gap-2 bg-warn-soft px-4 py-2 font-semibold text-warn-text">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {messages.warnings(warnings.length)}
      </h3>
      <ul className="divide-y">
        {warnings.map((warning) => (
          <li key={warning} className="px-4 py-2 break-words">
            {warning}
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

const cell = 'px-3 py-2 text-end tabular-nums';

function Figures({ request }: { request: ApprovalDetail }) {
  const { figures, against } = request.facts;
  if (figures.length === 0) return null;
  const mixed = new Set(figures.map(({ currency }) => currency)).size > 1;
  const withBefore = figures.some(({ before }) => before !== null);
  const withChange = figures.some(({ change }) => change !== null);
  const { columns } = messages;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        {messages.changes}
        <span className="text-12 font-normal text-fg-2">{messages.against(against)}</span>
      </h3>
      <ScrollRegion label={messages.changes} className="rounded-lg border">
        <table className="w-full">
          <thead className="bg-surface-2 text-11 text-fg-2 uppercase">
            <tr>
              <th scope="col" className="px-3 py-2 text-start font-medium">
                {columns.item}
              </th>
              {withBefore ? (
                <th scope="col" className={`${cell} ${withChange ? 'hidden sm:table-cell' : ''} font-medium`}>
                  {columns.before}
                </th>
              ) : null}
              <th scope="col" className={`${cell} font-medium`}>
                {columns.after}
              </th>
              {withChange ? (
                <th scope="col" className={`${cell} font-medium`}>
                  {columns.change}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody className="divide-y">
            {figures.map((figure) => (
              <tr
                key={`${figure.label} ${figure.currency}`}
                className={clsx(figure.isTotal && 'bg-surface-2 font-semibold')}
              >
                <th
                  scope="row"
                  className={clsx('px-3 py-2 text-start break-words', !figure.isTotal && 'font-normal')}
                >
                  {mixed ? messages.inCurrency(figure.label, figure.currency) : figure.label}
                </th>
                {withBefore ? (
                  <td className={`${cell} ${withChange ? 'hidden sm:table-cell' : ''} text-fg-2`}>
                    {shown(figure.before, figure)}
                  </td>
                ) : null}
                <td className={cell}>{shown(figure.after, figure)}</td>
                {withChange ? (
                  <td className={clsx(cell, figure.change && isNegative(figure.change) && 'text-bad-text')}>
                    {shown(figure.change, figure, true)}
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function shown(text: string | null, { currency }: { currency: string | null }, signed = false): string {
  if (text === null) return '—';
  return currency === null ? text : formatMoney(text, { currency, signed });
}

function Votes({ request }: { request: ApprovalDetail }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        {messages.approvals}
        <span className="text-12 font-normal text-fg-2">{messages.votes(request)}</span>
      </h3>
      {request.votes.length === 0 ? (
        <p className="text-fg-2">{messages.noVotes}</p>
      ) : (
        <ul className="divide-y">
          {request.votes.map((vote) => (
            <li key={vote.at} className="flex flex-wrap items-center gap-x-2 py-1.5">
              {vote.decision === 'approve' ? (
                <CircleCheck aria-hidden className="size-4 text-ok-text" />
              ) : (
                <CircleX aria-hidden className="size-4 text-bad-text" />
              )}
              <span>
                {messages.voted[vote.decision]}: {messages.voter(vote)}
              </span>
              <span className="text-12 text-fg-2">{formatMoment(vote.at)}</span>
              {vote.reason === null ? null : (
                <span className="w-full ps-6 text-fg-2 break-words">{vote.reason}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
