import { client } from '../../api/client.ts';
import { continues } from './continues.ts';
import { messages } from './messages.ts';
import type { SavedCheckpoint } from './saved-checkpoints.ts';

/** Whether the log of today continues a saved checkpoint; the server's proof is checked here. */
export async function compareCheckpoint(saved: SavedCheckpoint): Promise<{ ok: boolean; message: string }> {
  const head = await client.audit.checkpoint(undefined);
  if (head === null || head.size < saved.size) return { ok: false, message: messages.checkpoints.shorter };
  const growth =
    head.size === saved.size ? null : await client.audit.consistency({ from: saved.size, to: head.size });
  return continues(saved, head, growth);
}
