import { FlaskConical } from 'lucide-react';
import type { CasePerformance } from '../../api/shapes.ts';
import { formatDuration } from '../../base/format-date.ts';
import { formatCount } from '../../base/format-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { durationText } from './suite-words.tsx';

const words = messages.performance;
type Measure = CasePerformance['regressions'][number]['measure'];

/** Response times and resource use of each case in its latest run. */
export function Performance({ rows }: { rows: readonly CasePerformance[] }) {
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon={<FlaskConical aria-hidden />} title={words.none} text={words.noneText} />
      </Card>
    );
  return (
    <div className="flex flex-col gap-4">
      <MeasureTable title={words.response} help={words.responseHelp} columns={times} rows={rows} />
      <MeasureTable title={words.resources} help={words.resourcesHelp} columns={resources} rows={rows} />
    </div>
  );
}

type MeasureTableProps = {
  title: string;
  help: string;
  columns: readonly TableColumn<CasePerformance>[];
  rows: readonly CasePerformance[];
};

function MeasureTable({ title, help, columns, rows }: MeasureTableProps) {
  return (
    <Card title={title} beside={<span className="text-12 text-fg-3">{help}</span>} flush>
      <DataTable label={title} columns={columns} rows={rows} rowId={(row) => row.caseId} maxHeight="24rem" />
    </Card>
  );
}

const named: readonly TableColumn<CasePerformance>[] = [
  { id: 'suite', head: words.suite, value: (row) => row.suiteName, width: 180, grow: true },
  { id: 'case', head: words.case, value: (row) => row.name, width: 180 },
];

const times: readonly TableColumn<CasePerformance>[] = [
  ...named,
  {
    id: 'processing',
    head: words.processing,
    value: (row) => row.duration,
    cell: (row) => durationText(row.duration),
    kind: 'figure',
    width: 110,
    early: true,
  },
  {
    id: 'virtual',
    head: words.virtual,
    value: (row) => row.virtualMs,
    cell: (row) => formatDuration(row.virtualMs),
    kind: 'figure',
    width: 120,
  },
];

const counted = (measure: Exclude<Measure, 'virtualMs'>): TableColumn<CasePerformance> => ({
  id: measure,
  head: words.measures[measure],
  value: (row) => row[measure],
  cell: (row) => formatCount(row[measure]),
  kind: 'figure',
  width: 140,
});

const resources: readonly TableColumn<CasePerformance>[] = [
  ...named,
  counted('steps'),
  counted('calls'),
  counted('expressionSteps'),
  counted('journalCharacters'),
  {
    id: 'grown',
    head: words.grown,
    value: (row) => row.regressions.length,
    cell: (row) =>
      row.regressions.length === 0 ? (
        words.noGrowth
      ) : (
        <Badge meaning="warn">{row.regressions.map(growth).join(', ')}</Badge>
      ),
    width: 260,
    early: true,
  },
];

function growth({ measure, before, after }: CasePerformance['regressions'][number]): string {
  const shown = measure === 'virtualMs' ? formatDuration : formatCount;
  return words.growth(words.measures[measure], shown(before), shown(after));
}
