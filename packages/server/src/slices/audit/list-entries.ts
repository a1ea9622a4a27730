import type { AuditEntry as EntryRow } from '@attain/contract/audit';
import type { AuditEntry } from '@attain/domain/proofs/entry';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { containing } from '../../base/sql-text.ts';
import type { TenantTx } from '../../db/database.ts';
import {
  countEntries,
  type StoredEntry,
  selectEntries,
  selectMemberNames,
  selectPeopleNamed,
} from './audit-store.ts';
import { readLog } from './read-log.ts';
import { unknownPerson } from './record-access.ts';

/**
 * All changes, sign-ins, denied requests and downloads of the workspace, newest first; filtered by action
 * (`plan.activated`, or `plan` for all of plans), object, person (a part of the name, or an ID) and moments. The first page has the total. Throws NOT_ALLOWED, and
 * BAD_INPUT for a foreign cursor.
 */
export function listEntries(
  ctx: AppContext,
  actor: Actor,
  input: {
    limit: number;
    cursor?: string | undefined;
    action?: string | undefined;
    objectId?: string | undefined;
    person?: string | undefined;
    from?: string | undefined;
    before?: string | undefined;
  },
) {
  mustAllow(actor, 'read:audit');
  return readLog(ctx, actor, async (tx) => {
    const { person = '', from, before: until } = input;
    const pattern = containing(person);
    const filters = {
      action: input.action?.trim() || null,
      objectId: input.objectId?.trim() || null,
      people: pattern === null ? null : await selectPeopleNamed(tx, person.trim(), pattern),
      from: from ?? null,
      until: until ?? null,
    };
    const after = decodeTypedCursor(input.cursor, [(text) => /^\d{1,15}$/.test(text)]);
    const before = after ? Number(after[0]) : null;
    const stored = await selectEntries(tx, { ...filters, before, limit: input.limit });
    const page = onePage(stored, input.limit, (entry) => [entry.index]);
    const rows = await readableEntries(tx, page.rows);
    const { nextCursor } = page;
    return after ? { rows, nextCursor } : { rows, nextCursor, total: await countEntries(tx, filters) };
  });
}

/** Entries with the names of the people in them. */
export async function readableEntries(tx: TenantTx, stored: readonly StoredEntry[]): Promise<EntryRow[]> {
  // The body is shown as stored, even if tampered with; the proofs decide whether it is valid.
  const entries = stored.map((row) => ({ ...row, entry: JSON.parse(row.body) as AuditEntry }));
  const people = entries.flatMap(({ entry: { actor, object } }) => [
    actor.id,
    ...(actor.onBehalfOf === null ? [] : [actor.onBehalfOf]),
    ...(object.type === 'user' ? [object.id] : []),
  ]);
  const names = await selectMemberNames(tx, [...new Set(people)]);
  return entries.map(({ entry, index, leafHash, body }) => ({
    index,
    at: entry.ts,
    actor: actorName(entry.actor, names),
    actorKind: entry.actor.kind,
    action: entry.action,
    object: {
      ...entry.object,
      name: entry.object.type === 'user' ? (names.get(entry.object.id) ?? null) : null,
    },
    reason: entry.reason?.code ?? null,
    leafHash,
    body,
  }));
}

/** Display name of the actor; a person who left the workspace is shown by ID. */
function actorName(actor: AuditEntry['actor'], names: ReadonlyMap<string, string>): string {
  if (actor.id === unknownPerson) return 'Not signed in';
  if (actor.kind !== 'system') return names.get(actor.id) ?? actor.id;
  const principal = actor.onBehalfOf === null ? undefined : names.get(actor.onBehalfOf);
  return principal ? `Attain for ${principal}` : 'Attain';
}
