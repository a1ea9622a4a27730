import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { keys } from '../api/keys.ts';
import { Failed } from '../api/loaded.tsx';
import { useMay } from '../api/me.ts';
import type { Webhook } from '../api/shapes.ts';
import { formatMoment } from '../base/format-date.ts';
import { messages } from '../features/webhooks/messages.ts';
import { SecretDialog } from '../features/webhooks/secret-dialog.tsx';
import { WebhookDrawer } from '../features/webhooks/webhook-drawer.tsx';
import { WebhookForm } from '../features/webhooks/webhook-form.tsx';
import { WebhookState } from '../features/webhooks/webhook-state.tsx';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import type { TableColumn } from '../ui/tables/table-column.ts';

const webhooksQuery = () =>
  queryOptions({
    queryKey: [...keys.connections, 'webhooks'],
    queryFn: ({ signal }) => client.webhooks.list(undefined, { signal }),
  });

const columns: readonly TableColumn<Webhook>[] = [
  { id: 'url', head: messages.columns.address, value: (row) => row.url, width: 320, grow: true },
  {
    id: 'state',
    head: messages.columns.state,
    value: (row) => (row.isActive ? messages.on : messages.off),
    cell: (row) => <WebhookState webhook={row} />,
    width: 120,
    early: true,
  },
  {
    id: 'events',
    head: messages.columns.events,
    value: (row) => row.events.length,
    cell: (row) => messages.events(row.events.length),
    width: 110,
  },
  {
    id: 'last',
    head: messages.columns.last,
    value: (row) => row.lastDelivery,
    cell: (row) => (row.lastDelivery ? formatMoment(row.lastDelivery) : messages.never),
    width: 200,
  },
];

/** `/webhooks`: where events are sent, and what became of them. */
export function WebhooksPage() {
  const query = useQuery(webhooksQuery());
  const mayEdit = useMay('edit:connections');
  const [openedId, setOpenedId] = useState<string>();
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
  const opened = query.data?.rows.find(({ id }) => id === openedId);
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited('new')}>
      {messages.add}
    </Button>
  );
  return (
    <Page
      title={messages.title}
      needs="read:connections"
      meta={messages.subtitle}
      actions={mayEdit ? add : undefined}
    >
      <Card flush>
        <DataTable
          label={messages.title}
          rows={query.data?.rows ?? []}
          columns={columns}
          rowId={(row) => row.id}
          loading={query.isPending}
          error={query.isError ? <Failed query={query} failure={messages.loadFailed} /> : undefined}
          maxHeight="70dvh"
          onOpenRow={(row) => setOpenedId(row.id)}
          empty={
            <EmptyState
              icon={<WebhookIcon aria-hidden />}
              title={messages.noneTitle}
              text={messages.noneText}
            />
          }
        />
      </Card>
      {opened ? (
        <WebhookDrawer
          webhook={opened}
          onEdit={() => setEdited(opened)}
          onSecret={setSecret}
          onClose={() => setOpenedId(undefined)}
        />
      ) : null}
      {edited ? (
        <WebhookForm
          webhook={edited === 'new' ? null : edited}
          onSecret={(made) => {
            setEdited(undefined);
            setSecret(made);
          }}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {secret ? <SecretDialog secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </Page>
  );
}
