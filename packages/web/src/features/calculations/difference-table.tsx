import { useMemo } from 'react';
import { differenceQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import { RowsExport } from '../../api/rows-export.tsx';
import type { Difference } from '../../api/shapes.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Badge } from '../../ui/badge.tsx';
import { FigureRow, FigureTile } from '../../ui/figure-tile.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { Toolbar } from '../../ui/toolbar.tsx';

const participantId = { head: 'Participant id', value: (row: Difference) => row.participantId };
const kindMeaning = { added: 'info', removed: 'bad', changed: 'neutral' } as const;

/** Line by line against the version before; the changes add up to the difference of the totals. */
export function DifferenceTable({
  runId,
  fileName,
  currency,
  total,
}: {
  runId: string;
  /** Without ending: what an exported file is called. */
  fileName: string;
  currency: string;
  total: string | null;
}) {
  const query = differenceQuery(runId);
  const list = useRows(query);
  const { head } = list;
  const columns = useMemo(() => differenceColumns(currency, head?.totalDelta), [currency, head?.totalDelta]);
  if (head && !head.against) {
    return (
      <EmptyState
        title="This is the first version"
        text="There is nothing to compare it with yet. A later calculation of the same plan and period shows here what changed."
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {head?.against ? (
        <FigureRow>
          <FigureTile
            label={`Version ${head.against.version}, before`}
            figure={formatMoney(head.against.total, { currency })}
          />
          <FigureTile
            label="Difference"
            figure={formatMoney(head.totalDelta, { currency, signed: true })}
            sub="Sum of the lines below"
            tone={isNegative(head.totalDelta) ? 'bad' : 'plain'}
          />
          <FigureTile label="This version" figure={formatMoney(total, { currency })} />
        </FigureRow>
      ) : null}
      {list.rows.length > 0 ? (
        <Toolbar
          label="Differences as a file"
          end={<RowsExport fileName={fileName} list={query} columns={[participantId, ...columns]} />}
        >
          {null}
        </Toolbar>
      ) : null}
      <div className="rounded-lg border bg-surface shadow-card">
        <RowTable
          label="Differences"
          list={list}
          failure="The differences could not be loaded"
          columns={columns}
          rowId={(row) => `${row.participantId} ${row.componentId}`}
          totalRows={head?.total}
          maxHeight="60dvh"
          empty={<EmptyState title="No line differs" text="Both versions pay everybody the same." />}
        />
      </div>
    </div>
  );
}

function differenceColumns(
  currency: string,
  totalDelta: string | undefined,
): readonly TableColumn<Difference>[] {
  const money = (amount: string | null | undefined) => formatMoney(amount, { currency, currencyIn: 'head' });
  return [
    {
      id: 'participant',
      head: 'Participant',
      value: (row) => row.participantName,
      width: 200,
      grow: true,
      sortable: false,
      footer: 'Sum',
    },
    { id: 'component', head: 'Component', value: (row) => row.componentName, width: 190, sortable: false },
    {
      id: 'kind',
      head: 'Change',
      value: (row) => row.kind,
      cell: (row) => <Badge meaning={kindMeaning[row.kind]}>{row.kind}</Badge>,
      width: 100,
      sortable: false,
    },
    {
      id: 'before',
      head: `Before (${currency})`,
      value: (row) => row.before,
      cell: (row) => money(row.before),
      kind: 'figure',
      width: 140,
      sortable: false,
    },
    {
      id: 'after',
      head: `After (${currency})`,
      value: (row) => row.after,
      cell: (row) => money(row.after),
      kind: 'figure',
      width: 140,
      sortable: false,
    },
    {
      id: 'delta',
      head: `Change (${currency})`,
      value: (row) => row.delta,
      cell: (row) => (
        <span className={isNegative(row.delta) ? 'text-bad-text' : 'text-ok-text'}>
          {formatMoney(row.delta, { currency, currencyIn: 'head', signed: true })}
        </span>
      ),
      kind: 'figure',
      width: 140,
      sortable: false,
      footer:
        totalDelta === undefined
          ? undefined
          : formatMoney(totalDelta, { currency, currencyIn: 'head', signed: true }),
    },
  ];
}
