import { type ReactNode, useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { PagedQuery } from '../../api/queries.ts';
import { RowTable } from '../../api/row-table.tsx';
import type { Alert } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge, type Meaning } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import type { TableColumn } from '../../ui/tables/table-column.ts';
import { messages } from './messages.ts';

const words = messages.alerts;
const severityMeaning: Record<Alert['severity'], Meaning> = {
  critical: 'bad',
  high: 'bad',
  medium: 'warn',
  low: 'neutral',
};
const statusMeaning: Record<Alert['status'], Meaning> = {
  active: 'bad',
  acknowledged: 'warn',
  resolved: 'ok',
};

type AlertListProps = {
  query: PagedQuery<{ rows: readonly Alert[]; nextCursor: string | null }>;
  /** A link to the runs an alert is about. */
  runsLink: (alert: Alert) => ReactNode;
};

/** Alerts, newest first; active ones can be acknowledged. */
export function AlertList({ query, runsLink }: AlertListProps) {
  const list = useRows<Alert>(query);
  const mayEdit = useMay('edit:alerts');
  const [shown, setShown] = useState<string | null>(null);
  const { mutate, isPending } = useAct({
    act: client.alerts.acknowledge,
    changes: [keys.alerts, keys.notices, keys.audit],
    failure: words.acknowledgeFailure,
    onDone: ({ title }) => toast({ title: words.acknowledged, text: title, meaning: 'ok' }),
  });
  const columns = useMemo(
    () => alertColumns({ mayEdit, isPending, onView: setShown, onAcknowledge: (id) => mutate({ id }) }),
    [mayEdit, isPending, mutate],
  );
  const alert = list.rows.find(({ id }) => id === shown);
  return (
    <Card flush>
      <RowTable
        label={words.table}
        columns={columns}
        list={list}
        failure={words.failure}
        rowId={({ id }) => id}
        density="tall"
        empty={<EmptyState title={words.none} text={words.noneText} />}
      />
      {alert ? <AlertDrawer alert={alert} runsLink={runsLink(alert)} onClose={() => setShown(null)} /> : null}
    </Card>
  );
}

type ColumnsOf = {
  mayEdit: boolean;
  isPending: boolean;
  onView: (id: string) => void;
  onAcknowledge: (id: string) => void;
};

function alertColumns({
  mayEdit,
  isPending,
  onView,
  onAcknowledge,
}: ColumnsOf): readonly TableColumn<Alert>[] {
  const plain = { sortable: false } as const;
  return [
    {
      ...plain,
      id: 'title',
      head: words.title,
      value: ({ title }) => title,
      width: 180,
    },
    {
      ...plain,
      id: 'severity',
      head: words.severity,
      value: ({ severity }) => severity,
      cell: ({ severity }) => <Badge meaning={severityMeaning[severity]}>{words.severities[severity]}</Badge>,
      width: 95,
    },
    {
      ...plain,
      id: 'status',
      head: words.status,
      value: ({ status }) => status,
      cell: ({ status }) => <Badge meaning={statusMeaning[status]}>{words.statuses[status]}</Badge>,
      width: 120,
    },
    {
      ...plain,
      id: 'condition',
      head: words.condition,
      value: ({ description }) => description,
      width: 240,
      grow: true,
    },
    {
      ...plain,
      id: 'raised',
      head: words.raised,
      value: ({ timestamp }) => timestamp,
      cell: ({ timestamp }) => formatMoment(timestamp),
      width: 160,
    },
    {
      ...plain,
      id: 'actions',
      head: words.actions,
      value: () => null,
      cell: ({ id, title, status }) => (
        <span className="flex gap-2">
          <Button size="sm" aria-label={words.viewOf(title)} onClick={() => onView(id)}>
            {words.view}
          </Button>
          {mayEdit && status === 'active' ? (
            <Button
              size="sm"
              aria-label={words.acknowledgeOf(title)}
              disabled={isPending}
              onClick={() => onAcknowledge(id)}
            >
              {words.acknowledge}
            </Button>
          ) : null}
        </span>
      ),
      width: 190,
    },
  ];
}

type AlertDrawerProps = { alert: Alert; runsLink: ReactNode; onClose: () => void };

function AlertDrawer({ alert, runsLink, onClose }: AlertDrawerProps) {
  const { mail } = alert;
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={alert.title}>
      <div className="flex flex-col gap-4">
        <p className="flex gap-2">
          <Badge meaning={severityMeaning[alert.severity]}>{words.severities[alert.severity]}</Badge>
          <Badge meaning={statusMeaning[alert.status]}>{words.statuses[alert.status]}</Badge>
        </p>
        <p>{alert.description}</p>
        <KeyValueList
          rows={[
            { key: words.source, value: alert.source },
            { key: words.raised, value: formatMoment(alert.timestamp) },
            ...(alert.acknowledgedAt === null
              ? []
              : [
                  {
                    key: words.acknowledgedBy,
                    value: `${alert.acknowledgedBy ?? '—'}, ${formatMoment(alert.acknowledgedAt)}`,
                  },
                ]),
            ...(alert.resolvedAt === null
              ? []
              : [{ key: words.resolved, value: formatMoment(alert.resolvedAt) }]),
            ...(mail === null
              ? []
              : [
                  {
                    key: words.mail,
                    value: `${words.mailStates[mail.state]}: ${mail.error ?? mail.to}`,
                  },
                ]),
          ]}
        />
        <p>{runsLink}</p>
      </div>
    </Drawer>
  );
}
