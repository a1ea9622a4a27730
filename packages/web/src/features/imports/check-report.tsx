import { skippedErrors } from '@attain/contract/import-status';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportDetail } from '../../api/shapes.ts';
import { formatCount } from '../../base/format-number.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CheckFigures, skippedRows } from './check-figures.tsx';
import { messages } from './messages.ts';
import { ChangeTable, ProblemTable, SkipTable } from './problem-table.tsx';

type Summary = NonNullable<ImportDetail['summary']>;

/**
 * The result of the dry run: counts, sums by currency, dates, problems, changes, and results it makes out of
 * date.
 */
export function CheckReport({ file, summary }: { file: ImportDetail; summary: Summary }) {
  return (
    <div className="flex flex-col gap-4">
      <CheckFigures file={file} summary={summary} />
      <StaleRuns file={file} summary={summary} />
      <RowTabs file={file} summary={summary} />
    </div>
  );
}

function StaleRuns({ file, summary }: { file: ImportDetail; summary: Summary }) {
  const stored = file.status === 'committed';
  if (summary.stale.length === 0 || file.undone) return null;
  return (
    <section
      aria-label={stored ? messages.report.staleStored : messages.report.stale}
      className={`@container rounded-lg border px-4 py-3 ${stored ? 'bg-surface' : 'border-warn/50 bg-warn-soft'}`}
    >
      <p className={`font-medium ${stored ? '' : 'text-warn-text'}`}>
        {stored ? messages.report.staleStored : messages.report.staleTitle}
      </p>
      <details open={summary.stale.length <= 6}>
        <summary className="w-fit rounded-sm py-1 text-fg-2">
          {messages.report.staleCount(summary.stale.length)}
        </summary>
        <ul className="grid gap-x-6 @2xl:grid-cols-2 @4xl:grid-cols-3">
          {summary.stale.map((run) => (
            <li key={run.runId}>
              <Link className="inline-block py-1 text-primary-text underline" {...paths.run(run.runId)}>
                {run.planName}, {run.periodKey}, v{run.version}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** Problems, changes, skipped rows and a sample, each in a tab. */
function RowTabs({ file, summary }: { file: ImportDetail; summary: Summary }) {
  const found = summary.badRows + summary.warnings;
  const altered = summary.changed + (summary.removal?.rows ?? 0);
  const skipped = skippedRows(summary);
  const left = skippedErrors(summary);
  if (found + skipped + altered + summary.sample.length === 0) return null;
  return (
    <Card flush>
      <div className="px-4 pt-2">
        <Tabs
          label={messages.report.dryRun}
          defaultValue={found > 0 ? 'problems' : altered > 0 ? 'changes' : 'sample'}
          tabs={[
            {
              value: 'problems',
              label: messages.report.problems,
              beside: <Badge meaning={found > 0 ? 'bad' : 'neutral'}>{formatCount(file.problemCount)}</Badge>,
              content: (
                <Edge>
                  {summary.badRows + left > 0 ? (
                    <p className="px-4 py-3">
                      <a
                        className={buttonLook({ size: 'sm' })}
                        href={`/api/imports/${file.id}/bad-rows.csv`}
                        download
                      >
                        <Download aria-hidden />
                        {messages.report.download}
                      </a>
                    </p>
                  ) : null}
                  <ProblemTable importId={file.id} />
                </Edge>
              ),
            },
            {
              value: 'changes',
              label: messages.report.changes,
              beside: <Badge>{formatCount(altered)}</Badge>,
              content: (
                <Edge>
                  <ChangeTable importId={file.id} />
                </Edge>
              ),
            },
            ...(skipped > 0
              ? [
                  {
                    value: 'skipped',
                    label: messages.report.skipped,
                    beside: <Badge>{formatCount(skipped)}</Badge>,
                    content: (
                      <Edge>
                        <SkipTable importId={file.id} />
                      </Edge>
                    ),
                  },
                ]
              : []),
            {
              value: 'sample',
              label: messages.report.sample,
              content: (
                <Edge>
                  <Sample file={file} summary={summary} />
                </Edge>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** Removes the padding of the tab, so that a table fills the card. */
function Edge({ children }: { children: ReactNode }) {
  return <div className="-mx-4 -mt-4">{children}</div>;
}

function Sample({ file, summary }: { file: ImportDetail; summary: Summary }) {
  const kept = Object.keys(summary.sample[0] ?? {});
  const named = file.fields.filter(({ field }) => kept.includes(field));
  const fields = [
    ...named.map(({ field }) => field),
    ...kept.filter((one) => !named.some(({ field }) => field === one)),
  ];
  const labels = new Map(named.map(({ field, label }) => [field, label]));
  if (fields.length === 0) return <p className="p-4 text-fg-2">{messages.report.noSample}</p>;
  return (
    <ScrollRegion label={messages.report.sampleLabel}>
      <table className="w-full text-12">
        <thead className="caption bg-surface-2 text-fg-2">
          <tr className="border-b">
            {fields.map((field) => (
              <th key={field} scope="col" className="px-4 py-2 text-start font-medium whitespace-nowrap">
                {labels.get(field) ?? field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.sample.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sample row is identified by its position
            <tr key={index} className="border-b last:border-b-0">
              {fields.map((field) => (
                <td key={field} className="px-4 py-1 whitespace-nowrap">
                  {row[field] ?? '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
