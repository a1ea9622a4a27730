import type { Component } from '@attain/domain/plans/plan';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { Finding, LintReport } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { paths } from '../../paths.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { ExportMenu } from '../../ui/charts/export-menu.tsx';
import { componentIndex, findingTable } from './finding-table.ts';
import { messages } from './messages.ts';

const severities: Readonly<Record<Finding['severity'], { name: string; meaning: Meaning }>> = {
  error: { name: messages.findings.severity.error, meaning: 'bad' },
  warning: { name: messages.findings.severity.warning, meaning: 'warn' },
  note: { name: messages.findings.severity.note, meaning: 'neutral' },
};

export type FindingListProps = {
  report: LintReport;
  planId: string;
  /** Components of the checked plan, for links to them. */
  components?: readonly Pick<Component, 'id' | 'name'>[];
};

/** Findings, most severe first, with money at stake and fix; then the scope of the check. */
export function FindingList({ report, planId, components = [] }: FindingListProps) {
  const { findings, looked } = report;
  const money = (amount: string) => formatMoney(amount, { currency: looked.currency });
  return (
    <div className="flex flex-col gap-3">
      {looked.payees === 0 ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">{messages.findings.noPayees}</p>
      ) : null}
      {findings.length === 0 && looked.payees > 0 ? (
        <p className="flex items-center gap-2 text-ok-text">
          <CircleCheck aria-hidden className="size-4 shrink-0" /> {messages.findings.none}
        </p>
      ) : null}
      {findings.length > 0 ? (
        <ul aria-label={messages.findings.label} className="divide-y">
          {findings.map((finding) => (
            <FindingEntry
              key={`${finding.rule} ${finding.path} ${finding.message}`}
              finding={finding}
              planId={planId}
              component={components[componentIndex(finding.path)]}
            />
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto text-12 text-fg-3">
          {messages.findings.checked(looked.payees, looked.lines)}{' '}
          {looked.total === null ? null : messages.findings.wouldHavePaid(money(looked.total))}{' '}
          {report.withheld}
        </p>
        {findings.length > 0 ? (
          <ExportMenu fileName="findings" table={() => findingTable(report, components)} />
        ) : null}
      </div>
      {looked.assumptions.length > 0 ? (
        <details className="text-12">
          <summary className="w-fit rounded-sm text-fg-2">
            {messages.findings.assumptions(looked.assumptions.length)}
          </summary>
          <ul className="mt-1 list-disc ps-5 text-fg-2">
            {looked.assumptions.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}

type OneProps = { finding: Finding; planId: string; component: { id: string; name: string } | undefined };

/** One finding with money at stake and fix. */
export function FindingEntry({ finding, planId, component }: OneProps) {
  const { severity, message, fix, stake } = finding;
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge meaning={severities[severity].meaning}>{severities[severity].name}</Badge>

        {component ? (
          <Link
            className="inline-flex min-h-6 items-center text-12 text-primary-text underline"
            {...paths.ratesOf(planId, component.id)}
          >
            {component.name}
          </Link>
        ) : null}
        {stake ? (
          <span className="figures ms-auto font-semibold" title={messages.findings.atStake}>
            <span className="sr-only">{messages.findings.atStakeText} </span>
            {formatMoney(stake.amount, { currency: stake.currency })}
          </span>
        ) : null}
      </div>
      <p className="text-pretty">{message}</p>
      {stake ? (
        <p className="text-12 text-fg-2">{messages.findings.stake(stake.message, stake.payees)}</p>
      ) : null}
      <p className="text-fg-2">
        <span className="font-medium text-fg">{messages.findings.fix} </span>
        {fix}
      </p>
    </li>
  );
}
