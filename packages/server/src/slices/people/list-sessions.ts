import type { Session } from '@attain/contract/auth';
import type { House } from '../../house.ts';
import { deviceName } from './device-name.ts';
import { selectSessions, sessionId } from './session-store.ts';

/** Where a person is signed in, in every workspace of theirs. `current` is the hash of the session that asks. */
export async function listSessions(
  house: House,
  userId: string,
  current: Buffer,
): Promise<{ rows: Session[] }> {
  const stored = await selectSessions(house.db.owner, userId);
  const rows = stored.map(({ idHash, userAgent, ...shown }) => ({
    ...shown,
    id: sessionId(idHash),
    device: deviceName(userAgent),
    current: idHash.equals(current),
  }));
  return { rows };
}
