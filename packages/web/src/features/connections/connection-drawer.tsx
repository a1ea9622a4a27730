import { kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import { regionWords } from '@attain/domain/policies/policy-words';
import { CircleCheck, CircleX, Pencil, PlugZap, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Connection } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatDay, formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { Account } from './account.tsx';
import { ActiveBadge, SecretBadge } from './connection-table.tsx';
import { authWords, environmentWords, settingWord } from './connection-words.ts';
import { FoundTables } from './found-tables.tsx';
import { messages } from './messages.ts';
import { NextSecret } from './next-secret.tsx';

export type ConnectionDrawerProps = {
  connection: Connection;
  onEdit: () => void;
  onClose: () => void;
};

/** One connection with its settings, connection test and actions. */
export function ConnectionDrawer({ connection, onEdit, onClose }: ConnectionDrawerProps) {
  const mayEdit = useMay('edit:connections');
  const { secret } = connection;
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={connection.name}
      description={connection.description || kindsOfConnection[connection.kind].about}
      beside={
        <>
          <ActiveBadge connection={connection} />
          <SecretBadge connection={connection} />
        </>
      }
      footer={
        mayEdit ? (
          <>
            <RemoveConnection connection={connection} onRemoved={onClose} />
            <Button variant="primary" icon={<Pencil aria-hidden />} onClick={onEdit}>
              {messages.drawer.edit}
            </Button>
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-5">
        {/* at the top, where no toast covers it */}
        <TestConnection connection={connection} />
        <KeyValueList
          rows={[
            { key: messages.dialog.type, value: kindsOfConnection[connection.kind].label },
            { key: messages.drawer.id, value: connection.id, mono: true },
            { key: messages.dialog.address, value: connection.address, mono: true },
            { key: messages.dialog.environment, value: environmentWords[connection.environment] },
            {
              key: messages.dialog.region,
              value: regionWords[connection.region] ?? messages.dialog.regionUnknown,
            },
            { key: messages.dialog.provider, value: connection.provider || '—' },
            { key: messages.dialog.signIn, value: authWords[connection.authMethod] },
            ...plainSettings(connection),
            ...registryRows(connection),
            {
              key: messages.drawer.secretSet,
              value: secret ? formatMoment(secret.lastSetAt) : messages.drawer.noSecret,
            },
            {
              key: messages.secret.expiresOn,
              value: secret?.expiresOn ? formatDay(secret.expiresOn) : messages.secret.noEnd,
            },
            {
              key: messages.limit.title,
              value: connection.workflows.length === 0 ? messages.limit.all : connection.workflows.join(', '),
            },
            {
              key: messages.drawer.secretUsed,
              value: secret?.lastUsedAt ? formatMoment(secret.lastUsedAt) : messages.drawer.unused,
            },
          ]}
        />
        <FoundTables connection={connection} />
        <Account connection={connection} />
        <NextSecret connection={connection} />
      </div>
    </Drawer>
  );
}

/** How it is registered. */
function registryRows({ riskLevel, dataClassification, database }: Connection) {
  const words = messages.registry;
  const rows = [
    { key: words.risk, value: words.risks[riskLevel] },
    { key: words.classification, value: words.classifications[dataClassification] },
  ];
  if (database === null) return rows;
  return [
    ...rows,
    { key: words.access, value: words.accessLevels[database.accessLevel] },
    { key: words.operations, value: database.allowedOperations.join(', ') },
    { key: words.backups, value: words.backupPolicies[database.backupPolicy] },
    {
      key: words.runs,
      value:
        database.environment === null ? words.allRuns : words.limited(environmentWords[database.environment]),
    },
  ];
}

/** The settings of its type that are plain text. */
function plainSettings({ kind, config }: Connection) {
  const { properties } = kindsOfConnection[kind].config;
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ key: properties[name]?.title ?? name, value: settingWord(properties[name], value) }]
      : [],
  );
}

function TestConnection({ connection }: { connection: Connection }) {
  const may = useMay('test:connections');
  const test = useAct({
    act: client.connections.test,
    changes: [keys.connections, keys.audit],
    failure: messages.test.failure,
  });
  if (!may) return null;
  return (
    <section aria-label={messages.test.label} className="flex flex-col items-start gap-2">
      <Button
        icon={<PlugZap aria-hidden />}
        busy={test.isPending}
        onClick={() => test.mutate({ id: connection.id, secret: 'in-use' })}
      >
        {messages.test.test}
      </Button>
      <p role="status" className="text-12">
        {test.data ? (
          <span className="flex items-start gap-1.5">
            {test.data.works ? (
              <CircleCheck aria-hidden className="mt-px size-4 shrink-0 text-ok-text" />
            ) : (
              <CircleX aria-hidden className="mt-px size-4 shrink-0 text-bad-text" />
            )}
            <span>
              <span className="font-medium">
                {test.data.works ? messages.test.works : messages.test.fails}
              </span>{' '}
              {test.data.message}
            </span>
          </span>
        ) : null}
      </p>
    </section>
  );
}

function RemoveConnection({ connection, onRemoved }: { connection: Connection; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const remove = useAct({
    act: client.connections.remove,
    changes: [keys.connections, keys.audit],
    failure: messages.remove.failure,
    onDone: () => {
      toast({ title: messages.remove.done, text: connection.name, meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <Dialog
      size="sm"
      open={asking}
      onOpenChange={setAsking}
      trigger={
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          {messages.remove.open}
        </Button>
      }
      title={messages.remove.title(connection.name)}
      footer={
        <>
          <CloseSheet>
            <Button>{messages.remove.keep}</Button>
          </CloseSheet>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: connection.id })}
          >
            {messages.remove.remove}
          </Button>
        </>
      }
    >
      <p>{messages.remove.text}</p>
    </Dialog>
  );
}
