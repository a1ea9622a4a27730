import { kindsOfConnection } from '@attain/domain/connections/connection-kinds';
import { CircleCheck, CircleX, Pencil, PlugZap, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Connection } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { CloseSheet } from '../../ui/overlays/sheet-parts.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { SecretBadge } from './connection-table.tsx';
import { authWords, environmentWords } from './connection-words.ts';

export type ConnectionDrawerProps = {
  connection: Connection;
  onEdit: () => void;
  onClose: () => void;
};

/** One connection: what it is, whether it works, and what can be done with it. */
export function ConnectionDrawer({ connection, onEdit, onClose }: ConnectionDrawerProps) {
  const mayEdit = useMay('edit:connections');
  const { secret } = connection;
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={connection.name}
      description={connection.description || kindsOfConnection[connection.kind].about}
      beside={<SecretBadge connection={connection} />}
      footer={
        mayEdit ? (
          <>
            <RemoveConnection connection={connection} onRemoved={onClose} />
            <Button variant="primary" icon={<Pencil aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-5">
        <KeyValueList
          rows={[
            { key: 'Kind', value: kindsOfConnection[connection.kind].label },
            { key: 'Id', value: connection.id, mono: true },
            { key: 'Address', value: connection.address, mono: true },
            { key: 'Environment', value: environmentWords[connection.environment] },
            { key: 'Provider', value: connection.provider || '—' },
            { key: 'Signs in by', value: authWords[connection.authMethod] },
            ...plainSettings(connection),
            { key: 'Secret set', value: secret ? formatMoment(secret.lastSetAt) : 'It has none' },
            { key: 'Secret used', value: secret?.lastUsedAt ? formatMoment(secret.lastUsedAt) : 'Not yet' },
          ]}
        />
        <TestConnection connection={connection} />
      </div>
    </Drawer>
  );
}

/** The settings of its kind that are one word each. */
function plainSettings({ kind, config }: Connection) {
  const { properties } = kindsOfConnection[kind].config;
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ key: properties[name]?.title ?? name, value }] : [],
  );
}

function TestConnection({ connection }: { connection: Connection }) {
  const may = useMay('test:connections');
  const test = useAct({
    act: client.connections.test,
    changes: [keys.connections, keys.audit],
    failure: 'The connection could not be tried',
  });
  if (!may) return null;
  return (
    <section aria-label="Test" className="flex flex-col items-start gap-2">
      <Button
        icon={<PlugZap aria-hidden />}
        busy={test.isPending}
        onClick={() => test.mutate({ id: connection.id })}
      >
        Test the connection
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
              <span className="font-medium">{test.data.works ? 'It works.' : 'It does not work.'}</span>{' '}
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
    failure: 'The connection could not be removed',
    onDone: () => {
      toast({ title: 'Connection removed', text: connection.name, meaning: 'ok' });
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
          Remove
        </Button>
      }
      title={`Remove “${connection.name}”?`}
      footer={
        <>
          <CloseSheet>
            <Button>Keep it</Button>
          </CloseSheet>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: connection.id })}
          >
            Remove and destroy its secret
          </Button>
        </>
      }
    >
      <p>Steps that name it will say that it is not configured. The secret cannot be brought back.</p>
    </Dialog>
  );
}
