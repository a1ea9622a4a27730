import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import type { Act } from '../../db/act.ts';
import { appendToLog } from '../../db/audit-append.ts';
import { type EndedSession, sessionId } from './session-store.ts';

/** An act and the workspace whose log keeps it. */
export interface Entry {
  readonly tenantId: string;
  readonly act: Act;
}

/**
 * Appends what a person did to the logs of several workspaces; call it last in the transaction. Logs are locked in one order,
 * so that two people who change workspace in opposite directions do not wait for each other.
 */
export async function appendToLogs(
  client: pg.ClientBase,
  ctx: AppContext,
  actor: Actor,
  entries: readonly Entry[],
): Promise<void> {
  const inOrder = entries.toSorted((one, other) => (one.tenantId < other.tenantId ? -1 : 1));
  for (const { tenantId, act } of inOrder) await appendToLog(client, ctx, { ...actor, tenantId }, act);
}

/** The entry that a session was ended; `code` says on which occasion. */
export function sessionClosed(session: EndedSession, code: string): Entry {
  return {
    tenantId: session.tenantId,
    act: {
      action: 'session.closed',
      object: { type: 'session', id: sessionId(session.idHash) },
      reason: { code },
    },
  };
}
