import { useEffect } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { LoadMore } from '../../api/load-more.tsx';
import { Failed } from '../../api/loaded.tsx';
import { paged } from '../../api/queries.ts';
import type { Webhook, WebhookDelivery } from '../../api/shapes.ts';
import { useAct } from '../../api/use-act.ts';
import { useRows } from '../../api/use-rows.ts';
import { formatMoment } from '../../base/format-date.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { toast } from '../../ui/overlays/toast-queue.ts';
import { eventText, messages, stateWords } from './messages.ts';

const texts = messages.drawer;

const deliveriesQuery = (id: string) =>
  paged([...keys.connections, 'webhooks', id, 'deliveries'], (page, options) =>
    client.webhooks.deliveries({ id, ...page, limit: 20 }, options),
  );

type DeliveriesProps = { webhook: Webhook; mayReplay: boolean };

/** What was sent to a webhook and how it answered, newest first. */
export function Deliveries({ webhook, mayReplay }: DeliveriesProps) {
  const list = useRows(deliveriesQuery(webhook.id));
  const { refetch } = list.query;
  // attempts are no entries of the log, so nothing else says that one was made
  const isSending = list.rows.some(({ state }) => state === 'pending');
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void refetch(), 3_000);
    return () => clearInterval(timer);
  }, [isSending, refetch]);
  return (
    <section aria-label={texts.deliveries} className="flex flex-col gap-2">
      <h3 className="text-12 font-medium text-fg-2">{texts.deliveries}</h3>
      {list.query.isError && list.rows.length === 0 ? (
        <Failed query={list.query} failure={texts.deliveriesFailed} />
      ) : list.rows.length === 0 && !list.query.isPending ? (
        <p className="text-fg-2">{texts.none}</p>
      ) : (
        <ul className="flex flex-col divide-y">
          {list.rows.map((row) => (
            <Delivery key={row.id} webhookId={webhook.id} delivery={row} mayReplay={mayReplay} />
          ))}
        </ul>
      )}
      <LoadMore list={list} label={texts.more} />
    </section>
  );
}

type DeliveryProps = { webhookId: string; delivery: WebhookDelivery; mayReplay: boolean };

function Delivery({ webhookId, delivery, mayReplay }: DeliveryProps) {
  const { id, event, state, createdAt, nextAttemptAt, payload, attempts } = delivery;
  const replay = useAct({
    act: client.webhooks.replay,
    changes: [keys.connections, keys.audit],
    failure: texts.replayFailed,
    onDone: () => toast({ title: texts.replayed, text: eventText(event), meaning: 'ok' }),
  });
  const { label, meaning } = stateWords[state];
  const isWaiting = state === 'pending' && attempts.length > 0 && nextAttemptAt !== null;
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium">{eventText(event)}</p>
          <p className="text-12 text-fg-3">{formatMoment(createdAt)}</p>
        </div>
        <Badge meaning={meaning}>{label}</Badge>
        {mayReplay && state !== 'pending' ? (
          <Button
            size="sm"
            aria-label={texts.replayOf(eventText(event), formatMoment(createdAt))}
            busy={replay.isPending}
            onClick={() => replay.mutate({ id: webhookId, deliveryId: id })}
          >
            {texts.replay}
          </Button>
        ) : null}
      </div>
      {attempts.map((one) => (
        <div key={one.at} className="text-12">
          <p className="text-fg-2">{texts.attempt(one.at, one.status, one.durationMs)}</p>
          {one.response ? <p className="wrap-anywhere text-fg-3">{one.response}</p> : null}
        </div>
      ))}
      {isWaiting ? <p className="text-12 text-fg-3">{texts.next(nextAttemptAt)}</p> : null}
      <details className="text-12">
        <summary className="cursor-pointer text-fg-2">{texts.request}</summary>
        <CodeBlock label={texts.request} code={payload} wrap />
      </details>
    </li>
  );
}
