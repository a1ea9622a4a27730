import type { SessionUser } from '@attain/contract/auth';
import type { Role } from '@attain/domain/access/permissions';
import type { RequestFacts } from '../../base/actor.ts';
import { newId } from '../../base/ids.ts';
import { hashPassword, verifyPassword } from '../../base/password.ts';
import { Refusal } from '../../base/refusal.ts';
import { appendToLog } from '../../db/audit-append.ts';
import type { House } from '../../house.ts';
import { bindingToken, insertSession, newSessionSecret, secretHash, sessionId } from './session-store.ts';
import { clearFailures, countFailure, mustBeFree } from './throttle.ts';

/** What a sign-in gives out: the cookie's secret, and what the browser keeps. */
export interface SignedIn {
  readonly secret: string;
  readonly token: string;
  readonly user: SessionUser;
}

// one text for every failure: it must not tell whether the account exists, is disabled or has no workspace
const failureText = 'Username or password is not right.';

let standIn: Promise<string> | undefined;

/**
 * Signs a person in by username and password.
 * @throws Refusal SIGN_IN_FAILED with one text for all failures, THROTTLED after too many.
 */
export async function signIn(
  house: House,
  credentials: { username: string; password: string },
  request: RequestFacts,
): Promise<SignedIn> {
  await mustBeFree(house.db.owner, credentials.username, request.address);
  const account = await findAccount(house, credentials.username);
  // unknown users cost the same work as known ones
  standIn ??= hashPassword(newId(), house.keys.pepper);
  const right = await verifyPassword(
    credentials.password,
    account?.passwordHash ?? (await standIn),
    house.keys.pepper,
  );
  if (!account || !right) {
    await countFailure(house.db.owner, credentials.username, request.address);
    throw new Refusal('SIGN_IN_FAILED', failureText);
  }
  return openSession(house, account, request);
}

interface Account {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly passwordHash: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly roles: Role[];
}

async function findAccount(house: House, username: string): Promise<Account | null> {
  const result = await house.db.owner.query(
    `SELECT u.id, u.username, u.display_name, u.password_hash, m.tenant_id, m.roles, t.name
       FROM users u JOIN memberships m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
      WHERE u.username = $1 AND NOT u.disabled ORDER BY m.created_at, t.name LIMIT 1`,
    [username.normalize('NFC').trim().toLowerCase()],
  );
  const row = result.rows[0];
  if (!row) return null;
  return {
    userId: row.id,
    username: row.username,
    displayName: row.display_name,
    passwordHash: row.password_hash,
    tenantId: row.tenant_id,
    tenantName: row.name,
    roles: row.roles,
  };
}

async function openSession(house: House, account: Account, request: RequestFacts): Promise<SignedIn> {
  const secret = newSessionSecret();
  const idHash = secretHash(secret);
  const nonce = newId();
  await house.db.asOwner(async (client) => {
    await clearFailures(client, account.username, request.address);
    const { userId, tenantId } = account;
    await insertSession(client, { idHash, userId, tenantId, nonce, request });
    const actor = {
      tenantId: account.tenantId,
      userId: account.userId,
      displayName: account.displayName,
      kind: 'user' as const,
      roles: account.roles,
      participantId: null,
      sessionHash: idHash.toString('hex'),
      request,
    };
    await appendToLog(client, house, actor, {
      action: 'session.opened',
      object: { type: 'session', id: sessionId(idHash) },
    });
  });
  const { userId: id, username, displayName, tenantId, tenantName } = account;
  return {
    secret,
    token: bindingToken(house.keys.bind, idHash, nonce),
    user: { id, username, displayName, tenantId, tenantName },
  };
}
