import { decimal, plain } from '@attain/domain/base/decimal';
import { useNavigate } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { reviewsQuery } from '../../api/requests/sign-off-queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Review, Reviews as ReviewPage } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { isNegative } from '../../base/decimal.ts';
import { formatAmounts, formatMoney } from '../../base/format-money.ts';
import { monthName } from '../../base/months.ts';
import { sumByCurrency } from '../../base/sum-by-currency.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { restOfPage } from '../../ui/tables/table-heights.ts';
import { messages } from './messages.ts';

/** The most that one request signs off. */
const maxAtOnce = 500;

type ReviewsProps = { month: string | undefined; onMonth: (month: string) => void };

/** The statements of a month's teams: read, then signed off one by one or all that are loaded. */
export function Reviews({ month, onMonth }: ReviewsProps) {
  const navigate = useNavigate();
  const list = useRows<Review, ReviewPage>(reviewsQuery(month));
  const [asking, setAsking] = useState(false);
  const sign = useAct({
    act: client.signOffs.sign,
    changes: [keys.statements, keys.closes, keys.audit],
    failure: asking ? null : messages.signFailure,
    onDone: ({ signed }) => {
      setAsking(false);
      toast({ title: messages.done(signed), meaning: 'ok' });
    },
  });
  const shown = list.head?.month ?? null;
  const signOff = (rows: readonly Review[]) => {
    if (shown === null) return;
    const statements = rows.map(({ runId, participantId, payHash }) => ({ runId, participantId, payHash }));
    sign.mutate({ month: shown, statements });
  };
  const open = list.rows.filter(({ maySign }) => maySign).slice(0, maxAtOnce);
  return (
    <Card
      flush
      title={list.head?.counts ? messages.progress(list.head.counts) : messages.table}
      actions={
        <>
          {list.head && list.head.months.length > 1 ? (
            <div className="w-40">
              <Select
                aria-label={messages.month}
                controlSize="sm"
                value={shown ?? ''}
                onValueChange={onMonth}
                options={list.head.months.map((one) => ({ value: one, label: monthName(one) }))}
              />
            </div>
          ) : null}
          {open.length > 0 ? (
            <Button
              size="sm"
              variant="primary"
              icon={<CheckCheck aria-hidden />}
              onClick={() => setAsking(true)}
            >
              {list.complete ? messages.signAll(open.length) : messages.signShown(open.length)}
            </Button>
          ) : null}
        </>
      }
    >
      <RowTable
        label={messages.table}
        list={list}
        failure={messages.failure}
        columns={[...columns, stateColumn((row) => signOff([row]), sign.isPending)]}
        rowId={(row) => `${row.runId} ${row.participantId}`}
        maxHeight={restOfPage}
        onOpenRow={(row) => void navigate(paths.statement(row.runId, row.participantId))}
        empty={<EmptyState title={messages.none} text={messages.noneText} />}
      />
      {asking ? (
        <ActDialog
          size="sm"
          act={sign}
          title={messages.askTitle(open.length)}
          label={messages.sign}
          onAct={() => signOff(open)}
          onClose={() => setAsking(false)}
        >
          <p>
            {messages.ask(
              formatAmounts(sumByCurrency(open.map(({ currency, total }) => ({ currency, amount: total })))),
            )}
          </p>
        </ActDialog>
      ) : null}
    </Card>
  );
}

const looks = { open: 'neutral', signed: 'ok', disputed: 'warn' } as const;

const columns: readonly TableColumn<Review>[] = [
  {
    id: 'payee',
    head: messages.payee,
    value: (row) => row.participantName,
    nameId: { head: messages.payeeId, value: (row) => row.participantId },
    width: 128,
    grow: true,
    sortable: false,
  },
  {
    id: 'total',
    head: messages.total,
    value: (row) => row.total,
    cell: (row) => <span className="font-medium">{formatMoney(row.total, { currency: row.currency })}</span>,
    kind: 'figure',
    width: 112,
    early: true,
    sortable: false,
  },
  {
    id: 'change',
    head: messages.change,
    value: (row) => changeOf(row) ?? '',
    cell: (row) => {
      const change = changeOf(row);
      if (change === null) return '—';
      return `${isNegative(change) ? '' : '+'}${formatMoney(change, { currency: row.currency })}`;
    },
    kind: 'figure',
    width: 112,
    sortable: false,
  },
  {
    id: 'previous',
    head: messages.previous,
    value: (row) => row.previous,
    cell: (row) => (row.previous === null ? '—' : formatMoney(row.previous, { currency: row.currency })),
    kind: 'figure',
    width: 128,
    sortable: false,
  },
  {
    id: 'period',
    head: messages.period,
    value: (row) => row.period.key,
    width: 84,
    sortable: false,
  },
  {
    id: 'plan',
    head: messages.plan,
    value: (row) => row.planName,
    nameId: { head: messages.planId, value: (row) => row.planId },
    width: 148,
    sortable: false,
  },
  {
    id: 'manager',
    head: messages.manager,
    value: (row) => row.managerName,
    nameId: { head: messages.managerId, value: (row) => row.managerId },
    width: 116,
    sortable: false,
  },
];

/** How far it is; a button where the user may sign off. */
const stateColumn = (onSign: (row: Review) => void, isBusy: boolean): TableColumn<Review> => ({
  id: 'state',
  head: messages.state,
  value: (row) => messages.states[row.state],
  cell: (row) =>
    row.maySign ? (
      <Button
        size="sm"
        aria-label={messages.signOf(row.participantName)}
        disabled={isBusy}
        onClick={(event) => {
          event.stopPropagation();
          onSign(row);
        }}
      >
        {messages.sign}
      </Button>
    ) : (
      <span
        className="flex items-center gap-1.5"
        title={row.signedAt ? messages.signedBy(row.signedBy ?? '', row.signedAt) : undefined}
      >
        <Badge meaning={looks[row.state]}>{messages.states[row.state]}</Badge>
        <span className="truncate text-12 text-fg-2">{row.signedBy}</span>
      </span>
    ),
  width: 176,
  early: true,
  sortable: false,
});

/** What the period pays more than the one before; null: there is none before. */
function changeOf({ total, previous }: Review): string | null {
  return previous === null ? null : plain(decimal(total).minus(decimal(previous)));
}
