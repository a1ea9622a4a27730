import type { Session } from '@attain/contract/auth';
import type { AppContext } from '../../app-context.ts';
import { deviceName } from './device-name.ts';
import { selectSessions, sessionId } from './session-store.ts';

/** A user's sessions in all their workspaces. `current` is the hash of the session that makes the request. */
export async function listSessions(
  ctx: AppContext,
  userId: string,
  current: Buffer,
): Promise<{ rows: Session[] }> {
  const stored = await selectSessions(ctx.db.owner, userId);
  const rows = stored.map(({ idHash, userAgent, ...shown }) => ({
    ...shown,
    id: sessionId(idHash),
    device: deviceName(userAgent),
    current: idHash.equals(current),
  }));
  return { rows };
}
