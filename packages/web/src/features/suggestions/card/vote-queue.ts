import { client } from '../../../api/client.ts';
import { makeQueue } from '../events/queue.ts';
import { queueIn } from '../events/queue-ports.ts';

/** A vote on a suggestion. */
type Vote = { readonly id: string; readonly type: 'thumbs_up' | 'thumbs_down' };

/** Votes given without a network, sent once there is one again. */
export const votes = makeQueue<Vote>({
  ...queueIn('assistant_votes'),
  batchSize: 1,
  send: async (batch) => {
    for (const { id, type } of batch)
      await client.suggestions.feedback({ id, type }, { context: { idempotencyKey: crypto.randomUUID() } });
  },
});
