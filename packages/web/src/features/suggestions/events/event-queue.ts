import { client } from '../../../api/client.ts';
import { readStored, writeStored } from '../../../base/browser-storage.ts';
import { queuedWith } from './queued.ts';

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

const key = 'assistant_events';
/** Events of one request. */
const batchSize = 100;

function readQueue(): readonly QueuedEvent[] {
  try {
    const read: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

/** Queues an event and sends the queue; without a network it waits for the next event. */
export function recordEvent(
  type: EventType,
  suggestionId: string | null,
  metadata: QueuedEvent['metadata'] = {},
): void {
  const event: QueuedEvent = {
    id: crypto.randomUUID(),
    type,
    suggestionId,
    metadata,
    timestamp: new Date().toISOString(),
  };
  writeStored(key, JSON.stringify(queuedWith(readQueue(), event)));
  void sendEvents();
}

let sending = false;

/** Sends what is queued, in batches; a failure is only logged, and the events stay queued. */
export async function sendEvents(): Promise<void> {
  if (sending || !navigator.onLine) return;
  sending = true;
  try {
    for (let batch = readQueue().slice(0, batchSize); batch.length > 0; ) {
      await client.assistantEvents.store({ events: [...batch] });
      const sent = new Set(batch.map(({ id }) => id));
      const left = readQueue().filter(({ id }) => !sent.has(id));
      writeStored(key, left.length === 0 ? null : JSON.stringify(left));
      batch = left.slice(0, batchSize);
    }
  } catch (error) {
    console.warn('Events of the assistant were not sent', error);
  } finally {
    sending = false;
  }
}
