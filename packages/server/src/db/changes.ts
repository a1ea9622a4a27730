import type pg from 'pg';

/** Notification to every Attain process of an entry that got its place in the log, or of progress. */
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

/** NOTIFY carries fewer than 8000 bytes; a change alone is far below, as an act's words and ids are at most 500 characters. */
const maxNoticeBytes = 7_900;

/** Changes as they travel, in order: as many in each notification as it carries. */
export function changeTexts(changes: readonly Change[]): string[] {
  const texts: string[] = [];
  let some: string[] = [];
  let bytes = 2;
  for (const change of changes) {
    const one = JSON.stringify(change);
    const size = Buffer.byteLength(one) + 1;
    if (bytes + size > maxNoticeBytes && some.length > 0) {
      texts.push(`[${some.join(',')}]`);
      some = [];
      bytes = 2;
    }
    some.push(one);
    bytes += size;
  }
  if (some.length > 0) texts.push(`[${some.join(',')}]`);
  return texts;
}

/** The changes in a notification's text. */
export function readChanges(text: string): Change[] {
  return JSON.parse(text) as Change[];
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
      | 'statement-archive'
      | 'run-batch'
      | 'sync'
      | 'test-run'
      | 'deployment'
      | 'process-execution';
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
  const values = [changesChannel, changeTexts([change])[0]];
  // named: a connection reads and plans it once
  await client.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values });
}
