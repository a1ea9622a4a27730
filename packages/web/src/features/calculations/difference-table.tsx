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
import { messages } from './messages.ts';

const kindMeaning = { added: 'info', removed: 'bad', changed: 'neutral' } as const;

/** Lines that differ from the previous version; their changes sum to the difference of the totals. */
export function DifferenceTable({
  runId,
  fileName,
  currency,
  total,
}: {
  runId: string;
  /** Name of an exported file, without extension. */
  fileName: string;
  currency: string;
  total: string | null;
}) {
  const query = differenceQuery(runId);
  const list = useRows(query);
  const { head } = list;
  const columns = useMemo(() => differenceColumns(currency, head?.totalDelta), [currency, head?.totalDelta]);
  if (head && !head.against) {
    return <EmptyState title={messages.difference.first} text={messages.difference.firstText} />;
  }
  return (
    <div className="flex flex-col gap-4">
      {head?.against ? (
        <FigureRow>
          <FigureTile
            label={messages.difference.previous(head.against.version)}
            figure={formatMoney(head.against.total, { currency })}
          />
          <FigureTile
            label={messages.difference.label}
            figure={formatMoney(head.totalDelta, { currency, signed: true })}
            sub={messages.difference.sub}
            tone={isNegative(head.totalDelta) ? 'bad' : 'plain'}
          />
          <FigureTile label={messages.difference.current} figure={formatMoney(total, { currency })} />
        </FigureRow>
      ) : null}
      {list.rows.length > 0 ? (
        <Toolbar
          label={messages.difference.file}
          end={<RowsExport fileName={fileName} list={query} columns={columns} />}
        >
          {null}
        </Toolbar>
      ) : null}
      <div className="rounded-lg border bg-surface shadow-card">
        <RowTable
          label={messages.difference.table}
          list={list}
          failure={messages.difference.failure}
          columns={columns}
          rowId={(row) => `${row.participantId} ${row.componentId}`}
          totalRows={head?.total}
          maxHeight="60dvh"
          empty={<EmptyState title={messages.difference.none} text={messages.difference.noneText} />}
        />
      </div>
    </div>
  );
}

export function differenceColumns(
  currency: string,
  totalDelta: string | undefined,
): readonly TableColumn<Difference>[] {
  const money = (amount: string | null | undefined) => formatMoney(amount, { currency, currencyIn: 'head' });
  return [
    {
      id: 'participant',
      head: messages.difference.participant,
      value: (row) => row.participantName,
      nameId: { head: messages.difference.participantId, value: (row) => row.participantId },
      width: 200,
      grow: true,
      sortable: false,
      footer: messages.difference.sum,
    },
    {
      id: 'component',
      head: messages.difference.component,
      value: (row) => row.componentName,
      nameId: { head: messages.difference.componentId, value: (row) => row.componentId },
      width: 190,
      sortable: false,
    },
    {
      id: 'kind',
      head: messages.difference.change,
      value: (row) => row.kind,
      cell: (row) => <Badge meaning={kindMeaning[row.kind]}>{messages.difference.kinds[row.kind]}</Badge>,
      width: 100,
      sortable: false,
    },
    {
      id: 'before',
      head: messages.difference.before(currency),
      value: (row) => row.before,
      cell: (row) => money(row.before),
      kind: 'figure',
      width: 140,
      sortable: false,
    },
    {
      id: 'after',
      head: messages.difference.after(currency),
      value: (row) => row.after,
      cell: (row) => money(row.after),
      kind: 'figure',
      width: 140,
      sortable: false,
    },
    {
      id: 'delta',
      head: messages.difference.delta(currency),
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
