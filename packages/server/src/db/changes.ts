import type pg from 'pg';

/** Notification to every Attain process when a transaction with changes commits. */
export interface Change {
  readonly tenantId: string;
  /** The place of its entry in the workspace's audit log; null when only progress was made. */
  readonly seq: number | null;
  /** The action, `plan.activated`; its noun is the kind of object. */
  readonly action: string;
  /** Of the thing it was done to. */
  readonly id: string;
  /** The user who did it, or on whose behalf Attain did. */
  readonly userId: string | null;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/** The channel of LISTEN and NOTIFY; each database has its own. */
export const changesChannel = 'attain_changes';

/** The change as it travels: below the 8000 bytes that NOTIFY carries, as an act's words and ids are at most 500 characters. */
export function changeText(change: Change): string {
  return JSON.stringify(change);
}

/** The change in a notification's text. */
export function readChange(text: string): Change {
  return JSON.parse(text) as Change;
}

/** Notifies, on commit, that a run or an import made progress. The caller limits this to a few times a second. */
export async function notifyProgress(
  client: pg.ClientBase,
  progress: {
    tenantId: string;
    noun:
      | 'analysis'
      | 'simulation'
      | 'calculation'
      | 'import'
      | 'payment'
      | 'recalculation'
      | 'workflow-run'
      | 'test-run';
    id: string;
  },
): Promise<void> {
  const { tenantId, noun, id } = progress;
  const at = new Date().toISOString();
  const change = { tenantId, seq: null, action: `${noun}.progressed`, id, userId: null, at };
  await notify(client, change);
}

/** Notifies one user's browsers, on commit, of a private change. */
export async function notifyPerson(
  client: pg.ClientBase,
  notice: { tenantId: string; action: string; id: string; userId: string },
): Promise<void> {
  const change = { ...notice, seq: null, at: new Date().toISOString() };
  await notify(client, change);
}

async function notify(client: pg.ClientBase, change: Change): Promise<void> {
  const values = [changesChannel, changeText(change)];
  // named: a connection reads and plans it once
  await client.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values });
}
