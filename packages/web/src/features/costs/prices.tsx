import { Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { CostEntry, Price } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay } from '../../base/format-date.ts';
import { formatMoney } from '../../base/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';
import { EndPriceDialog, EntryDialog, PriceDialog } from './price-dialogs.tsx';

const words = messages.prices;
const exact = (amount: string, { currency }: Price) =>
  amount === '0' ? '—' : formatMoney(amount, { currency, decimals: 'exact' });

const figure = { kind: 'figure', width: 130 } as const;
const priceColumns: readonly TableColumn<Price>[] = [
  { id: 'connection', head: words.connection, value: (row) => row.connection, width: 150, grow: true },
  { id: 'model', head: words.model, value: (row) => row.model || words.allModels, width: 130 },
  {
    ...figure,
    id: 'prompt',
    head: words.prompt,
    value: (row) => row.promptPerMillion,
    cell: (row) => exact(row.promptPerMillion, row),
    width: 190,
  },
  {
    ...figure,
    id: 'completion',
    head: words.completion,
    value: (row) => row.completionPerMillion,
    cell: (row) => exact(row.completionPerMillion, row),
    width: 200,
  },
  {
    ...figure,
    id: 'request',
    head: words.request,
    value: (row) => row.perRequest,
    cell: (row) => exact(row.perRequest, row),
  },
  {
    id: 'from',
    head: words.from,
    value: (row) => row.validFrom,
    cell: (row) => formatDay(row.validFrom),
    width: 120,
  },
  {
    id: 'to',
    head: words.to,
    value: (row) => row.validTo,
    cell: (row) => (row.validTo === null ? words.open : formatDay(row.validTo)),
    width: 120,
  },
];

/** The price list; a row ends its price. */
export function Prices({
  prices,
  connections,
}: {
  prices: readonly Price[];
  connections: readonly { id: string; name: string }[];
}) {
  const mayEdit = useMay('edit:costs');
  const [open, setOpen] = useState<Price | 'new'>();
  const asleep =
    connections.length === 0 ? { 'aria-disabled': true, 'aria-description': words.noConnection } : {};
  return (
    <Card
      flush
      title={words.title}
      actions={
        mayEdit ? (
          <Button
            {...asleep}
            icon={<Plus aria-hidden />}
            onClick={() => connections.length > 0 && setOpen('new')}
          >
            {words.add}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label={words.title}
        columns={priceColumns}
        rows={prices}
        rowId={(row) => row.id}
        onOpenRow={mayEdit ? setOpen : undefined}
        maxHeight="24rem"
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
      {open === 'new' ? (
        <PriceDialog connections={connections} onClose={() => setOpen(undefined)} />
      ) : open ? (
        <EndPriceDialog price={open} onClose={() => setOpen(undefined)} />
      ) : null}
    </Card>
  );
}

/** Costs that no call causes. */
export function MonthlyCosts({ entries }: { entries: readonly CostEntry[] }) {
  const mayEdit = useMay('edit:costs');
  const [open, setOpen] = useState(false);
  const columns = useMemo(() => entryColumns(mayEdit), [mayEdit]);
  return (
    <Card
      flush
      title={messages.entries.title}
      actions={
        mayEdit ? (
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
            {messages.entries.add}
          </Button>
        ) : undefined
      }
    >
      <DataTable
        label={messages.entries.title}
        columns={columns}
        rows={entries}
        rowId={(row) => row.id}
        maxHeight="24rem"
        empty={<EmptyState title={messages.entries.none} text={messages.entries.noneText} />}
      />
      {open ? <EntryDialog onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

function entryColumns(mayEdit: boolean): readonly TableColumn<CostEntry>[] {
  const head = messages.entries;
  const remove: TableColumn<CostEntry> = {
    id: 'remove',
    head: head.actions,
    value: () => null,
    width: 90,
    sortable: false,
    cell: (row) => <RemoveEntry entry={row} />,
  };
  return [
    { id: 'name', head: head.name, value: (row) => row.name, width: 180, grow: true },
    {
      ...figure,
      id: 'amount',
      head: head.amount,
      value: (row) => row.amount,
      cell: (row) => formatMoney(row.amount, row),
      width: 150,
    },
    {
      id: 'from',
      head: head.from,
      value: (row) => row.fromDay,
      cell: (row) => formatDay(row.fromDay),
      width: 120,
    },
    {
      id: 'to',
      head: head.to,
      value: (row) => row.toDay,
      cell: (row) => (row.toDay === null ? words.open : formatDay(row.toDay)),
      width: 120,
    },
    ...(mayEdit ? [remove] : []),
  ];
}

function RemoveEntry({ entry }: { entry: CostEntry }) {
  const remove = useAct({
    act: (input: { id: string }, options) => client.costEntries.remove(input, options),
    changes: [keys.costs, keys.audit],
    failure: messages.entries.removeFailure,
    onDone: () => toast({ title: messages.entries.removed, text: entry.name, meaning: 'ok' }),
  });
  return (
    <IconButton
      label={messages.entries.remove(entry.name)}
      icon={<Trash2 aria-hidden />}
      busy={remove.isPending}
      onClick={() => remove.mutate({ id: entry.id })}
    />
  );
}
