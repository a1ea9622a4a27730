import type { Component } from '@attain/domain/plans/plan';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { Finding, LintReport } from '../../api/shapes.ts';
import { formatMoney } from '../../base/format-money.ts';
import { counted } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { ExportMenu } from '../../ui/charts/export-menu.tsx';
import { componentIndex, findingTable } from './finding-table.ts';

const severities: Readonly<Record<Finding['severity'], { name: string; meaning: Meaning }>> = {
  error: { name: 'Error', meaning: 'bad' },
  warning: { name: 'Warning', meaning: 'warn' },
  note: { name: 'Note', meaning: 'neutral' },
};

export type FindingListProps = {
  report: LintReport;
  planId: string;
  /** The components of the document that was looked at; without them nothing leads to a component. */
  components?: readonly Pick<Component, 'id' | 'name'>[];
};

/** Findings, gravest first: what, by which rule, the money at stake, how to mend it and where; then what was looked at. */
export function FindingList({ report, planId, components = [] }: FindingListProps) {
  const { findings, looked } = report;
  const money = (amount: string) => formatMoney(amount, { currency: looked.currency });
  return (
    <div className="flex flex-col gap-3">
      {looked.payees === 0 ? (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-warn-text">
          Nobody on this plan was paid in these months, so only its document could be looked at. Assign
          participants, or choose months with deals.
        </p>
      ) : null}
      {findings.length === 0 && looked.payees > 0 ? (
        <p className="flex items-center gap-2 text-ok-text">
          <CircleCheck aria-hidden className="size-4 shrink-0" /> Nothing was found: every question was asked.
        </p>
      ) : null}
      {findings.length > 0 ? (
        <ul aria-label="Findings" className="divide-y">
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
          Looked at {counted(looked.payees, 'payee')}, {counted(looked.lines, 'line')} of pay.{' '}
          {looked.total === null ? null : `The plan would have paid ${money(looked.total)}.`}{' '}
          {report.withheld}
        </p>
        {findings.length > 0 ? (
          <ExportMenu fileName="findings" table={() => findingTable(report, components)} />
        ) : null}
      </div>
      {looked.assumptions.length > 0 ? (
        <details className="text-12">
          <summary className="w-fit rounded-sm text-fg-2">
            What was taken for granted ({looked.assumptions.length})
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

/** One finding: what, by which rule, the money at stake and how to mend it. */
export function FindingEntry({ finding, planId, component }: OneProps) {
  const { severity, rule, message, fix, stake } = finding;
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge meaning={severities[severity].meaning}>{severities[severity].name}</Badge>
        <span className="rounded-sm bg-sunken px-1 font-mono text-11 text-fg-2">{rule}</span>
        {component ? (
          <Link
            className="inline-flex min-h-6 items-center text-12 text-primary-text underline"
            {...paths.ratesOf(planId, component.id)}
          >
            {component.name}
          </Link>
        ) : null}
        {stake ? (
          <span className="figures ms-auto font-semibold" title="At stake">
            <span className="sr-only">At stake: </span>
            {formatMoney(stake.amount, { currency: stake.currency })}
          </span>
        ) : null}
      </div>
      <p className="text-pretty">{message}</p>
      {stake ? (
        <p className="text-12 text-fg-2">
          {stake.message} {counted(stake.payees, 'payee')}.
        </p>
      ) : null}
      <p className="text-fg-2">
        <span className="font-medium text-fg">How to mend it. </span>
        {fix}
      </p>
    </li>
  );
}
