import { type AuditEntry, parseEntry } from '@attain/domain/proofs/entry';
import type { TenantTx } from '../../db/database.ts';
import { selectNewest } from './audit-store.ts';

/** The newest entry for an action on an object (or one version of it); null if there is none. */
export async function recordedEntry(
  tx: TenantTx,
  act: { readonly action: string; readonly objectId: string; readonly version?: string },
): Promise<AuditEntry | null> {
  const { action, objectId, version } = act;
  const stored = await selectNewest(tx, { action, objectId }, 100);
  const entries = stored.map((body) => parseEntry(body));
  return entries.find(({ object }) => version === undefined || object.version === version) ?? null;
}
