import type { ReactNode } from 'react';
import type { SuiteTotals, TestRun } from '../../api/shapes.ts';
import { formatMoment } from '../../base/format-date.ts';
import { counted } from '../../base/format-number.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { durationText, percentText, TestStatus } from './suite-words.tsx';

const words = messages.runs;

/** Passed, failed and total cases, and the average coverage of the suites that ran. */
export function TestFigures({ totals, suites }: { totals: SuiteTotals; suites: number }) {
  const { passed, failed, total, coverage } = totals;
  const open = Math.max(0, total - passed - failed);
  return (
    <section aria-label={messages.overview.figures}>
      <FigureRow>
        <FigureTile label={messages.overview.passed} figure={passed} />
        <FigureTile label={messages.overview.failed} figure={failed} />
        <FigureTile
          label={messages.overview.total}
          figure={total}
          sub={open > 0 ? messages.overview.notRun(open) : undefined}
        />
        <FigureTile
          label={messages.overview.coverage}
          figure={percentText(coverage)}
          sub={messages.overview.ofSuites(counted(suites, 'suite'))}
        />
      </FigureRow>
    </section>
  );
}

const columns: readonly TableColumn<TestRun>[] = [
  { id: 'suite', head: words.suite, value: (row) => row.suiteName, width: 200, grow: true },
  {
    id: 'status',
    head: words.status,
    value: (row) => messages.status[row.status],
    cell: (row) => <TestStatus status={row.status} />,
    width: 110,
    early: true,
  },
  { id: 'passed', head: words.passed, value: (row) => words.of(row.passed, row.total), width: 90 },
  {
    id: 'coverage',
    head: words.coverage,
    value: (row) => row.coverage,
    cell: (row) => percentText(row.coverage),
    kind: 'figure',
    width: 90,
  },
  {
    id: 'duration',
    head: words.duration,
    value: (row) => row.duration,
    cell: (row) => durationText(row.duration),
    kind: 'figure',
    width: 90,
  },
  { id: 'version', head: words.version, value: (row) => row.version ?? words.draft, width: 80 },
  { id: 'by', head: words.by, value: (row) => row.startedBy, width: 140 },
  {
    id: 'at',
    head: words.at,
    value: (row) => row.at,
    cell: (row) => formatMoment(row.at),
    width: 160,
  },
];

type RecentRunsProps = { runs: readonly TestRun[]; onOpen: (run: TestRun) => void; beside?: ReactNode };

/** Recent runs of suites; a row opens the suite. */
export function RecentRuns({ runs, onOpen, beside }: RecentRunsProps) {
  return (
    <Card title={messages.overview.recent} beside={beside} flush>
      <DataTable
        label={messages.overview.recent}
        columns={columns}
        rows={runs}
        rowId={(row) => row.id}
        maxHeight="26rem"
        onOpenRow={onOpen}
        empty={<EmptyState title={messages.overview.noRuns} text={messages.overview.noRunsText} />}
      />
    </Card>
  );
}
