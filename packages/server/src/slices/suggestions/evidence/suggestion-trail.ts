import type { Trail, TrailEntry } from '@attain/contract/evidence';
import { scopeOf } from '@attain/domain/access/permissions';
import type { AppContext } from '../../../app-context.ts';
import type { Actor } from '../../../base/actor.ts';
import { found } from '../../../base/api-error.ts';
import { aCount, decodeTypedCursor, onePage } from '../../../base/cursor.ts';
import type { TenantTx } from '../../../db/database.ts';
import { objectTrail, proofOfEntry, proofOfGrowth, type TrailedEntry } from '../../audit/object-trail.ts';
import { readLog } from '../../audit/read-log.ts';
import { logSigner } from '../../audit/sign-head.ts';
import { insertTrail, selectTrailDetails } from '../evidence-store.ts';
import { suggestionReach } from '../suggestion-reach.ts';
import { type StoredSuggestion, selectSuggestion } from '../suggestions-store.ts';
import { keptUntil } from './kept-until.ts';

/**
 * The log's entries about a suggestion, newest first, with what proves them: each leaf recomputed, the inclusion of the
 * newest, and that the log continues what this browser saw before. NOT_FOUND outside the actor's reach.
 */
export function readTrail(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; limit: number; cursor?: string | undefined; seenSize?: number | undefined },
): Promise<Trail> {
  return readLog(ctx, actor, async (tx) => {
    const suggestion = await visibleSuggestion(tx, ctx, { actor, id: input.id });
    const after = decodeTypedCursor(input.cursor, [aCount]);
    const before = after ? Number(after[0]) : null;
    const entries = await objectTrail(tx, suggestion.uuid, { before, limit: input.limit });
    const page = onePage(entries, input.limit, ({ index }) => [index]);
    const details = await selectTrailDetails(tx, suggestion.uuid);
    const mayReadLog = scopeOf(actor.roles, 'read:audit') !== null;
    const bad = page.rows.filter(({ matches }) => !matches).at(-1);
    const signer = logSigner(ctx, tx.tenantId);
    const [newest] = page.rows;
    const proof = newest === undefined ? null : await proofOfEntry(tx, signer, newest.index);
    return {
      rows: page.rows.map((row) => trailEntry(row, { details, mayReadLog })),
      nextCursor: page.nextCursor,
      integrity: {
        ok: bad === undefined,
        checked: page.rows.length,
        firstBad: bad === undefined ? null : String(bad.index),
      },
      log: proof === null ? null : { key: signer.line, proof },
      consistency: input.seenSize === undefined ? null : await proofOfGrowth(tx, signer, input.seenSize),
    };
  });
}

function trailEntry(
  { index, entry, userId, userName, leafHash, body }: TrailedEntry,
  known: {
    readonly details: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
    readonly mayReadLog: boolean;
  },
): TrailEntry {
  const action = entry.action.replace(/^suggestion\./, '');
  const stored = known.details.get(`${action} ${entry.request?.id ?? ''}`);
  const said: TrailEntry['details'] = entry.reason === null ? {} : { reason: entry.reason.code };
  return {
    id: String(index),
    action,
    timestamp: entry.ts,
    userId,
    userName,
    hash: leafHash,
    shortAnchor: leafHash.slice(0, 8),
    details: { ...said, ...(stored as TrailEntry['details'] | undefined) },
    body: known.mayReadLog ? body : null,
  };
}

/** Records that the trail was opened, and how much of it was shown. */
export function viewTrail(ctx: AppContext, actor: Actor, input: { id: string; entryCount: number }) {
  return ctx.write(actor, async (tx) => {
    const suggestion = await visibleSuggestion(tx, ctx, { actor, id: input.id });
    const timestamp = ctx.clock.now().toISOString();
    await insertTrail(tx, {
      suggestionId: suggestion.uuid,
      action: 'audit_trail_accessed',
      userId: actor.userId,
      requestId: actor.request.id,
      details: { suggestionId: suggestion.id, timestamp, entryCount: input.entryCount },
      keptUntil: await keptUntil(tx, actor.userId, ctx.clock.now()),
      timestamp,
    });
    tx.record({
      action: 'suggestion.audit_trail_accessed',
      object: { type: 'suggestion', id: suggestion.uuid },
    });
    return { recorded: true as const };
  });
}

async function visibleSuggestion(
  tx: TenantTx,
  ctx: AppContext,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<StoredSuggestion> {
  const reach = await suggestionReach(tx, { actor, today: ctx.today(actor) });
  return found(await selectSuggestion(tx, id, reach), 'suggestion');
}
