import { toHex } from '@attain/domain/proofs/bytes';
import { type AuditEntry, parseEntry, statedIndex } from '@attain/domain/proofs/entry';
import { writeLogProof } from '@attain/domain/proofs/log-proof';
import { leafHash, rootOf } from '@attain/domain/proofs/merkle';
import {
  consistencyNodes,
  consistencyProof,
  frontierNodes,
  inclusionNodes,
  inclusionProof,
} from '@attain/domain/proofs/merkle-proof';
import type { LogSigner } from '../../audit/log-key.ts';
import { nodeDigest } from '../../audit/node-digest.ts';
import type { TenantTx } from '../../db/database.ts';
import { selectEntries, selectMemberNames, selectNodes } from './audit-store.ts';
import { signHead } from './sign-head.ts';

/** An entry about an object, with the name of who acted. */
export interface TrailedEntry {
  readonly index: number;
  readonly entry: AuditEntry;
  readonly userId: string;
  readonly userName: string;
  readonly leafHash: string;
  readonly body: string;
  /** Whether the stored hash is that of the body. */
  readonly matches: boolean;
}

/** Entries about an object below `before`, newest first, one more than `limit`; each leaf is recomputed. */
export async function objectTrail(
  tx: TenantTx,
  objectId: string,
  page: { readonly before: number | null; readonly limit: number },
): Promise<TrailedEntry[]> {
  const stored = await selectEntries(tx, { action: null, objectId, ...page });
  const read = stored.map((row) => ({ ...row, entry: entryOf(row.body) }));
  const names = await selectMemberNames(tx, [...new Set(read.map(({ entry }) => personOf(entry)))]);
  return read.map(({ index, leafHash: hash, body, entry }) => ({
    index,
    entry,
    body,
    leafHash: hash,
    userId: personOf(entry),
    userName: names.get(personOf(entry)) ?? 'Attain',
    matches: mayBeAt(body, index) && toHex(leafHash(nodeDigest, body)) === hash,
  }));
}

/** The body is shown as stored, even if it was tampered with. */
function entryOf(body: string): AuditEntry {
  return JSON.parse(body) as AuditEntry;
}

/** An entry as we write it, which states no other place. */
function mayBeAt(body: string, index: number): boolean {
  try {
    return (statedIndex(parseEntry(body)) ?? index) === index;
  } catch {
    return false;
  }
}

/** The person behind an entry: of an act of Attain, the one it acted for. */
function personOf({ actor }: AuditEntry): string {
  return actor.onBehalfOf ?? actor.id;
}

/** C2SP `tlog-proof@v1` of an entry up to the newest signed head; null while the log is empty. */
export async function proofOfEntry(tx: TenantTx, signer: LogSigner, index: number): Promise<string | null> {
  const head = await signHead(tx, signer);
  if (head === null) return null;
  const getNode = await selectNodes(tx, inclusionNodes(head.size, index));
  const path = inclusionProof(nodeDigest, head.size, index, getNode);
  return writeLogProof({ index, path, checkpoint: head.note });
}

/** That the signed log continues its first `from` entries; null if it is shorter. Hashes in hex. */
export async function proofOfGrowth(tx: TenantTx, signer: LogSigner, from: number) {
  const head = await signHead(tx, signer);
  if (head === null || from > head.size) return null;
  const wanted = [...consistencyNodes(from, head.size), ...frontierNodes(from), ...frontierNodes(head.size)];
  const getNode = await selectNodes(tx, wanted);
  const rootAt = (size: number) => toHex(rootOf(nodeDigest, frontierNodes(size).map(getNode)));
  return {
    from,
    to: head.size,
    fromRoot: rootAt(from),
    toRoot: rootAt(head.size),
    path: consistencyProof(nodeDigest, from, head.size, getNode).map(toHex),
  };
}
