import type pg from 'pg';
import { buildEntry, entryBody, requestTrace } from '../audit/entry.ts';
import type { Actor } from '../base/actor.ts';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Act } from './act.ts';

/** The name of a workspace's log; part of every entry and of every signature. */
export function logOrigin(tenantId: string): string {
  return `attain/tenant/${tenantId}`;
}

interface LogPorts {
  readonly clock: Clock;
  readonly appVersion: string;
}

/** Connections whose open transaction has staged an entry. */
const staging = new WeakSet<pg.ClientBase>();

/** True once if the transaction on this connection staged an entry. */
export function hasStaged(client: pg.ClientBase): boolean {
  return staging.delete(client);
}

/**
 * Stages one entry for the workspace's log on the given connection. Call it last in the transaction of the act, after every lock:
 * both are then stored or neither, and entries get their places in the order in which acts on one object were committed.
 */
export async function appendToLog(
  client: pg.ClientBase,
  ports: LogPorts,
  actor: Actor,
  act: Act,
): Promise<void> {
  const entry = buildEntry(
    {
      log: logOrigin(actor.tenantId),
      at: ports.clock.now(),
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
    },
    newId(),
  );
  staging.add(client);
  await client.query({
    name: 'stage-log-entry',
    text: 'INSERT INTO audit_staged (tenant_id, body) VALUES ($1, $2)',
    values: [actor.tenantId, entryBody(entry)],
  });
}
