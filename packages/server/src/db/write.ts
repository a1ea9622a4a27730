import { webhookEventOf } from '@attain/domain/webhooks/webhook-events';
import type pg from 'pg';
import { hashOf } from '../audit/canonical.ts';
import type { Actor } from '../base/actor.ts';
import { ApiError } from '../base/api-error.ts';
import type { Clock } from '../base/clock.ts';
import type { Act } from './act.ts';
import { appendToLog } from './audit-append.ts';
import type { Database, TenantTx, TransactionOptions } from './database.ts';
import { queueWebhooks } from './queue-webhooks.ts';

/** A transaction that makes a change and records it. */
export interface WriteTx extends TenantTx {
  /** Must be called exactly once: one state change, one entry in the log. */
  record(act: Act): void;
}

export interface WritePorts {
  readonly db: Database;
  readonly clock: Clock;
  readonly appVersion: string;
}

/**
 * The only way to change a workspace: one transaction that does the work, stages one entry of the audit log as its
 * last statement and stores the response under the request's Idempotency-Key, or does none of it. Throws IN_FLIGHT
 * while the same key is in progress, and KEY_REUSED if it came with another body.
 */
export async function write<T>(
  ports: WritePorts,
  actor: Actor,
  work: (tx: WriteTx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return ports.db.within(
    actor.tenantId,
    async (tx) => {
      const before = await earlierAnswer<T>(tx.client, actor);
      if (before) return before.response;
      const acts: Act[] = [];
      const result = await work({ ...tx, record: (act) => void acts.push(act) });
      const [act, second] = acts;
      if (!act || second)
        throw new Error(
          `A state change must record exactly one audit entry; ${actor.request.route} recorded ${acts.length}.`,
        );
      const event = webhookEventOf(act.action);
      if (event !== undefined) await queueWebhooks(tx, { event, object: act.object, at: ports.clock.now() });
      await rememberAnswer(tx.client, actor, result);
      tx.withCommit(() => appendToLog(tx.client, ports, actor, act));
      return result;
    },
    options,
  );
}

async function earlierAnswer<T>(client: pg.PoolClient, actor: Actor): Promise<{ response: T } | null> {
  const { idempotencyKey: key, route, bodyHash } = actor.request;
  if (key === null) return null;
  const lock = await client.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7)) AS mine',
    [`${actor.tenantId}/${actor.userId}/${route}/${key}`],
  );
  const stored = await client.query<{ body_hash: string; response: T }>(
    'SELECT body_hash, response FROM idempotency_keys WHERE user_id = $1 AND route = $2 AND key = $3',
    [actor.userId, route, key],
  );
  const row = stored.rows[0];
  // The lock holder may only be reading the same stored response; without one, the work is still in progress.
  if (!row && !lock.rows[0]?.mine) {
    throw new ApiError(
      'IN_FLIGHT',
      'A request with this Idempotency-Key is still in progress. Try again in a moment.',
      { retryAfterSeconds: 1 },
    );
  }
  if (!row) return null;
  if (row.body_hash !== bodyHash) {
    throw new ApiError(
      'KEY_REUSED',
      'This Idempotency-Key was used for a different request. Use a new key for a new request.',
    );
  }
  return { response: row.response };
}

async function rememberAnswer(client: pg.PoolClient, actor: Actor, response: unknown): Promise<void> {
  const { idempotencyKey: key, route, bodyHash } = actor.request;
  if (key === null) return;
  await client.query(
    'INSERT INTO idempotency_keys (tenant_id, user_id, route, key, body_hash, response) VALUES ($1, $2, $3, $4, $5, $6)',
    [actor.tenantId, actor.userId, route, key, bodyHash, JSON.stringify(response ?? null)],
  );
}

/** SHA-256 of a value for an act's `before` and `after`. */
export function valueHash(value: unknown): string {
  // JSON first: dates and undefined members become what the wire would show
  return hashOf(JSON.parse(JSON.stringify(value)));
}
