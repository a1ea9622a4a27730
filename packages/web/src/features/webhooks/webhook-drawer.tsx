import { useState } from 'react';
import { ActDialog } from '../../api/act-dialog.tsx';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { useMay } from '../../api/me.ts';
import type { Webhook } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { Deliveries } from './deliveries.tsx';
import { eventText, messages } from './messages.ts';
import { WebhookState } from './webhook-state.tsx';

const texts = messages.drawer;
const changes = [keys.connections, keys.audit];

type WebhookDrawerProps = {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

/** One webhook with its deliveries, and what can be done with it. */
export function WebhookDrawer({ webhook, onEdit, onSecret, onClose }: WebhookDrawerProps) {
  const mayEdit = useMay('edit:connections');
  const [removing, setRemoving] = useState(false);
  const { id, url, description, events, disabledReason, failingSince, previousSecretUntil } = webhook;
  const rotate = useAct({
    act: client.webhooks.rotate,
    changes,
    failure: texts.rotateFailed,
    onDone: ({ secret }) => onSecret(secret),
  });
  const test = useAct({
    act: client.webhooks.test,
    changes,
    failure: texts.testFailed,
    onDone: () => toast({ title: texts.testDone, text: url, meaning: 'ok' }),
  });
  const isOverlapping = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now();
  return (
    <>
      <Drawer
        open
        onOpenChange={(open) => !open && onClose()}
        title={new URL(url).host}
        description={description || url}
        beside={<WebhookState webhook={webhook} />}
      >
        <div className="flex flex-col gap-5">
          <KeyValueList
            rows={[
              { key: messages.columns.address, value: url, mono: true },
              { key: messages.columns.events, value: events.map(eventText).join(', ') },
            ]}
          />
          {disabledReason === null ? null : <p className="text-bad-text">{disabledReason}</p>}
          {failingSince === null ? null : <p className="text-fg-2">{messages.failing(failingSince)}</p>}
          {isOverlapping ? (
            <p className="text-fg-2">{messages.secret.previous(previousSecretUntil)}</p>
          ) : null}
          {mayEdit ? (
            <div className="flex flex-wrap gap-2">
              <Button
                variant="primary"
                disabled={!webhook.isActive}
                busy={test.isPending}
                onClick={() => test.mutate({ id })}
              >
                {texts.test}
              </Button>
              <Button onClick={onEdit}>{texts.edit}</Button>
              <Button busy={rotate.isPending} onClick={() => rotate.mutate({ id })}>
                {texts.rotate}
              </Button>
              <Button variant="danger" onClick={() => setRemoving(true)}>
                {texts.remove}
              </Button>
            </div>
          ) : null}
          <Deliveries webhook={webhook} mayReplay={mayEdit && webhook.isActive} />
        </div>
      </Drawer>
      {removing ? <RemoveDialog id={id} onRemoved={onClose} onClose={() => setRemoving(false)} /> : null}
    </>
  );
}

type RemoveDialogProps = { id: string; onRemoved: () => void; onClose: () => void };

function RemoveDialog({ id, onRemoved, onClose }: RemoveDialogProps) {
  const remove = useAct({
    act: client.webhooks.remove,
    changes,
    failure: null,
    onDone: () => {
      toast({ title: texts.removed, text: '', meaning: 'ok' });
      onRemoved();
    },
  });
  return (
    <ActDialog
      danger
      act={remove}
      title={texts.removeTitle}
      label={texts.remove}
      onAct={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </ActDialog>
  );
}
