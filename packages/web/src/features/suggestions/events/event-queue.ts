import { client } from '../../../api/client.ts';
import { makeQueue } from './queue.ts';
import { queueIn } from './queue-ports.ts';

/** What users do in the assistant. */
export type EventType =
  | 'why'
  | 'evidence'
  | 'apply'
  | 'override'
  | 'feedback'
  | 'simulation'
  | 'export_failed'
  | 'autonomy_change';

export type QueuedEvent = {
  readonly id: string;
  readonly type: EventType;
  readonly suggestionId: string | null;
  readonly metadata: Record<string, string | number | boolean | null>;
  readonly timestamp: string;
};

const queue = makeQueue<QueuedEvent>({
  ...queueIn('assistant_events'),
  batchSize: 100,
  send: (batch) => client.assistantEvents.store({ events: [...batch] }),
});

/** Queues an event and sends the queue; without a network it waits for the next event. */
export function recordEvent(
  type: EventType,
  suggestionId: string | null,
  metadata: QueuedEvent['metadata'] = {},
): void {
  const timestamp = new Date().toISOString();
  queue.add({ id: crypto.randomUUID(), type, suggestionId, metadata, timestamp });
  void queue.flush();
}

/** Sends what is queued; a failure is only logged, and the events stay queued. */
export const sendEvents = queue.flush;
