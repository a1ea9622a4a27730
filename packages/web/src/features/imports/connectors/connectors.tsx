import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../api/me.ts';
import { RowTable } from '../../../api/row-table.tsx';
import type { Connector } from '../../../api/shapes.ts';
import { useRows } from '../../../api/use-rows.ts';
import { formatMoment } from '../../../base/format-date.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../../ui/tables/table-column.ts';
import { restOfPage } from '../../../ui/tables/table-heights.ts';
import { kindWords } from '../import-words.ts';
import { ConnectorDrawer } from './connector-drawer.tsx';
import { ConnectorForm } from './connector-form.tsx';
import { connectorsQuery } from './connector-queries.ts';
import { messages } from './messages.ts';

/** The open execution of a connector comes first, then whether it can be reached. */
const statusOf = ({ open, status }: Connector) =>
  messages.status[open?.status === 'held' || open?.status === 'running' ? open.status : status];

const nextOf = ({ isPaused, schedule, nextRun }: Connector) =>
  isPaused ? messages.paused : schedule === null ? messages.byHand : formatMoment(nextRun);

const columns: readonly TableColumn<Connector>[] = [
  { id: 'name', head: messages.columns.name, value: (row) => row.name, width: 180, grow: true },
  {
    id: 'status',
    head: messages.columns.status,
    value: (row) => statusOf(row).label,
    cell: (row) => <Badge meaning={statusOf(row).meaning}>{statusOf(row).label}</Badge>,
    width: 120,
    early: true,
  },
  {
    id: 'from',
    head: messages.columns.from,
    value: (row) => row.connectionName ?? messages.gone,
    width: 150,
  },
  { id: 'brings', head: messages.columns.brings, value: (row) => kindWords[row.kind].label, width: 130 },
  {
    id: 'next',
    head: messages.columns.next,
    value: (row) => row.nextRun,
    cell: nextOf,
    width: 160,
  },
  {
    id: 'last',
    head: messages.columns.last,
    value: (row) => row.outcome,
    cell: (row) => row.outcome ?? messages.never,
    width: 260,
    grow: true,
  },
];

export type ConnectorsProps = {
  /** The one that is open. */
  openedId: string | undefined;
  onOpen: (id: string | undefined) => void;
};

/** All connectors; a row opens one. */
export function Connectors({ openedId, onOpen }: ConnectorsProps) {
  const list = useRows<Connector, Awaited<ReturnType<ReturnType<typeof connectorsQuery>['read']>>>(
    connectorsQuery(),
  );
  const mayAdd = [useMay('import:records'), useMay('test:connections')].every(Boolean);
  const [edited, setEdited] = useState<Connector | 'new'>();
  const opened = list.rows.find(({ id }) => id === openedId);
  const isGone = openedId !== undefined && !opened && list.complete && !list.query.isFetching;
  const add = mayAdd ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      {messages.add}
    </Button>
  ) : undefined;
  return (
    <>
      {isGone ? (
        <p role="status" className="mb-3 text-warn-text">
          {messages.removed}
        </p>
      ) : null}
      <Card flush title={messages.title} actions={list.rows.length > 0 ? add : undefined}>
        <RowTable
          label={messages.title}
          list={list}
          failure={messages.failure}
          columns={columns}
          rowId={(row) => row.id}
          maxHeight={restOfPage}
          empty={
            <EmptyState
              title={messages.none}
              text={mayAdd ? messages.help : messages.helpToRead}
              action={add}
            />
          }
          onOpenRow={(row) => onOpen(row.id)}
        />
      </Card>
      {opened ? (
        <ConnectorDrawer
          connector={opened}
          onEdit={() => setEdited(opened)}
          onClose={() => onOpen(undefined)}
        />
      ) : null}
      {edited ? (
        <ConnectorForm
          connector={edited === 'new' ? null : edited}
          connections={list.head?.connections ?? []}
          dropFolder={list.head?.dropFolder ?? null}
          onSaved={({ id }) => {
            setEdited(undefined);
            onOpen(id);
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  );
}
