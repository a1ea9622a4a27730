import { emptyHead, type TreeHead } from '@attain/domain/proofs/merkle';
import type pg from 'pg';
import { requestTrace } from '../audit/entry.ts';
import { type Appended, appendEntry, packFrontier, unpackFrontier } from '../audit/log-append.ts';
import { nodeDigest } from '../audit/node-digest.ts';
import type { Actor } from '../base/actor.ts';
import type { Clock } from '../base/clock.ts';
import type { Act } from './act.ts';
import { changesChannel, changeText } from './changes.ts';

/** The name of a workspace's log; part of every entry and of every signature. */
export function logOrigin(tenantId: string): string {
  return `attain/tenant/${tenantId}`;
}

/**
 * Appends one entry to the workspace's log on the given connection: call it last in the transaction of the action, so
 * that both are stored or neither. The head's row stays locked until the transaction ends, so entries are ordered.
 * Every Attain process on the database is notified on commit.
 */
export async function appendToLog(
  client: pg.ClientBase,
  ports: LogPorts,
  actor: Actor,
  act: Act,
): Promise<void> {
  const head = await lockHead(client, actor.tenantId);
  await appendBehind(client, ports, { head, actor, act });
}

interface LogPorts {
  readonly clock: Clock;
  readonly appVersion: string;
}

/** The same for a caller that has already locked the head: one statement. */
export async function appendBehind(
  client: pg.ClientBase,
  ports: LogPorts,
  { head, actor, act }: { readonly head: TreeHead; readonly actor: Actor; readonly act: Act },
): Promise<void> {
  const at = ports.clock.now();
  const appended = appendEntry(head, {
    log: logOrigin(actor.tenantId),
    at,
    tenant: actor.tenantId,
    actor: {
      id: actor.kind === 'system' ? 'attain' : actor.userId,
      kind: actor.kind,
      sessionHash: actor.sessionHash,
      onBehalfOf: actor.kind === 'system' ? actor.userId : null,
    },
    request: actor.kind === 'system' ? null : requestTrace(actor.request),
    app: ports.appVersion,
    ...act,
  });
  const { tenantId, userId } = actor;
  const notice = { tenantId, seq: appended.leafIndex, action: act.action, id: act.object.id, userId };
  await storeEntry(client, tenantId, appended, changeText({ ...notice, at: at.toISOString() }));
}

function storeEntry(client: pg.ClientBase, tenantId: string, appended: Appended, notice: string) {
  const { newHead, newNodes } = appended;
  return client.query({
    name: 'store-log-entry',
    text: `WITH entry AS (INSERT INTO audit_entries (tenant_id, leaf_index, leaf_hash, body) VALUES ($1, $2, $3, $4)),
          node AS (INSERT INTO audit_nodes (tenant_id, level, idx, hash) SELECT $1, * FROM unnest($5::int[], $6::bigint[], $7::bytea[]))
     UPDATE audit_heads SET size = $8, frontier = $9, root = $10 WHERE tenant_id = $1
     RETURNING pg_notify($11, $12)`,
    values: [
      tenantId,
      appended.leafIndex,
      Buffer.from(appended.leafHash),
      appended.body,
      newNodes.map((node) => node.level),
      newNodes.map((node) => node.index),
      newNodes.map((node) => Buffer.from(node.hash)),
      newHead.size,
      packFrontier(newHead.frontier),
      Buffer.from(newHead.root),
      changesChannel,
      notice,
    ],
  });
}

/**
 * The head of the workspace's log, locked until the transaction ends: the last lock it may take. Created if missing.
 */
export async function lockHead(client: pg.ClientBase, tenantId: string): Promise<TreeHead> {
  const select = {
    name: 'lock-log-head',
    text: 'SELECT size, frontier, root FROM audit_heads WHERE tenant_id = $1 FOR UPDATE',
    values: [tenantId],
  };
  let row = (await client.query(select)).rows[0];
  if (!row) {
    const empty = emptyHead(nodeDigest);
    await client.query(
      'INSERT INTO audit_heads (tenant_id, size, frontier, root) VALUES ($1, 0, $2, $3) ON CONFLICT DO NOTHING',
      [tenantId, Buffer.alloc(0), Buffer.from(empty.root)],
    );
    row = (await client.query(select)).rows[0];
  }
  return { size: Number(row.size), frontier: unpackFrontier(row.frontier), root: row.root };
}
