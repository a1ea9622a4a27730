import { parseEntry } from '@attain/domain/proofs/entry';
import { writeLogProof } from '@attain/domain/proofs/log-proof';
import { inclusionNodes, inclusionProof } from '@attain/domain/proofs/merkle-proof';
import type { AppContext } from '../../app-context.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';
import { type StoredEntry, selectEntries, selectNodes } from './audit-store.ts';
import type { ProvenEntry } from './prove-entry.ts';
import { logSigner, signHead } from './sign-head.ts';

/** Entries read at once. */
const pageSize = 1000;

/**
 * By hash: the entry that states it as the object's content or as evidence, proven up to the current signed head. Only
 * entries about these objects with these actions, or their nouns, are read.
 */
export async function proveNamed(
  tx: TenantTx,
  ctx: AppContext,
  of: {
    readonly hashes: readonly string[];
    readonly objectIds: readonly string[];
    readonly actions: readonly string[];
  },
): Promise<ReadonlyMap<string, ProvenEntry>> {
  await ctx.db.sequencer.settle(tx.tenantId);
  const head = await signHead(tx, logSigner(ctx, tx.tenantId));
  const proven = new Map<string, ProvenEntry>();
  if (!head) return proven;
  for (const [hash, entry] of await entriesNaming(tx, of, head.size)) {
    const getNode = await selectNodes(tx, inclusionNodes(head.size, entry.index));
    const path = inclusionProof(nodeDigest, head.size, entry.index, getNode);
    const proof = writeLogProof({ index: entry.index, path, checkpoint: head.note });
    proven.set(hash, { body: entry.body, proof });
  }
  return proven;
}

async function entriesNaming(
  tx: TenantTx,
  { hashes, objectIds, actions }: Parameters<typeof proveNamed>[2],
  size: number,
): Promise<Map<string, StoredEntry>> {
  const named = new Map<string, StoredEntry>();
  for (const objectId of objectIds)
    for (const action of actions) {
      let before = size;
      let page: StoredEntry[];
      do {
        page = await selectEntries(tx, { action, objectId, before, limit: pageSize });
        for (const entry of page) {
          const { after, evidence } = parseEntry(entry.body);
          for (const hash of [after, ...evidence])
            if (hash !== null && hashes.includes(hash)) named.set(hash, entry);
        }
        before = page.at(-1)?.index ?? 0;
      } while (page.length > pageSize);
    }
  return named;
}
