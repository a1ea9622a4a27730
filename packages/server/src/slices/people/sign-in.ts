import type { SessionUser } from '@attain/contract/auth';
import type { Held } from '@attain/domain/access/permissions';
import type { AppContext } from '../../app-context.ts';
import type { RequestFacts } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { hashPassword, verifyPassword } from '../../base/password.ts';
import { accountName } from './account-name.ts';
import { knownDevice, newDevice } from './known-device.ts';
import { codeNeeded, consumeCode, wrongCode } from './second-factor-store.ts';
import { appendToLogs, sessionClosed } from './session-log.ts';
import {
  bindingToken,
  endSurplusSessions,
  insertSession,
  newSessionSecret,
  secretHash,
  sessionId,
} from './session-store.ts';
import { throttledAccount } from './throttle.ts';

/** Result of a sign-in: the cookie's secret, and the data the browser keeps. */
export interface SignedIn {
  readonly secret: string;
  /** For the cookie by which this browser is known when the account signs in again. */
  readonly device: string;
  readonly token: string;
  readonly user: SessionUser;
}

// One text for all failures: it must not reveal whether the account exists, is disabled or has no workspace.
const failureText = 'Wrong username or password.';

let standIn: Promise<string> | undefined;

/**
 * Signs a user in by user name, password and, once they have a second factor, its code (ACCESS-21). Throws SIGN_IN_FAILED with one text for all failures, and THROTTLED after
 * too many.
 */
export async function signIn(
  ctx: AppContext,
  credentials: Credentials,
  request: RequestFacts,
): Promise<SignedIn> {
  const { username } = credentials;
  const device = knownDevice(ctx.keys.bind, username, credentials.device);
  const attempt: Attempt = {};
  const account = await throttledAccount(ctx, { username, address: request.address, device }, () =>
    verifyAccount(ctx, credentials, attempt),
  );
  if (!account)
    throw attempt.codeIsWrong ? wrongCode('SIGN_IN_FAILED') : new ApiError('SIGN_IN_FAILED', failureText);
  const opened = await openSession(ctx, { ...account, provedBy: attempt.provedBy }, request);
  return { ...opened, device: newDevice(ctx.keys.bind, username) };
}

type Credentials = {
  readonly username: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly device?: string | undefined;
};

/** What a sign-in with the right password turned out to be. */
type Attempt = { codeIsWrong?: boolean; provedBy?: string };

/** The account, when the password and the code are its own; else null. Throws SECOND_FACTOR_NEEDED without the code. */
async function verifyAccount(
  ctx: AppContext,
  { username, password, code }: Credentials,
  attempt: Attempt,
): Promise<Account | null> {
  const account = await findAccount(ctx, username);
  // unknown users cost the same work as known ones
  standIn ??= hashPassword(newId(), ctx.keys.pepper);
  const right = await verifyPassword(password, account?.passwordHash ?? (await standIn), ctx.keys.pepper);
  if (!right || account === null || account.passwordHash === null) return null;
  if (!account.hasSecondFactor) return account;
  if (code === undefined) throw codeNeeded();
  const { userId } = account;
  const provedBy = await ctx.db.asOwner((client) => consumeCode(ctx, client, { userId, code }));
  if (provedBy === null) attempt.codeIsWrong = true;
  else attempt.provedBy = provedBy;
  return provedBy === null ? null : account;
}

/** A person and the workspace they sign in to. */
export interface Account {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  /** Null: they sign in with the workspace's identity provider only. */
  readonly passwordHash: string | null;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly roles: Held[];
  readonly hasSecondFactor: boolean;
}

async function findAccount(ctx: AppContext, username: string): Promise<Account | null> {
  const result = await ctx.db.owner.query(
    `SELECT u.id, u.username, u.display_name, u.password, u.second_factor_since, m.tenant_id, m.roles, t.name
       FROM users u JOIN active_members m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
      WHERE u.username = $1 ORDER BY m.created_at, t.name LIMIT 1`,
    [accountName(username)],
  );
  const row = result.rows[0];
  if (!row) return null;
  return {
    userId: row.id,
    username: row.username,
    displayName: row.display_name,
    passwordHash: row.password,
    tenantId: row.tenant_id,
    tenantName: row.name,
    roles: row.roles,
    hasSecondFactor: row.second_factor_since !== null,
  };
}

/** How a person proved who they are. */
interface Proof {
  readonly provedBy?: string | undefined;
  /** When, as far as is known; omitted: now. */
  readonly provedAt?: string | null;
  /** By a second factor that the identity provider asked for. */
  readonly factorByProvider?: boolean;
}

/** Opens a session of a person whose identity was proved; the oldest ones beyond the limit end. */
export async function openSession(
  ctx: AppContext,
  account: Omit<Account, 'passwordHash' | 'hasSecondFactor'> & Proof,
  request: RequestFacts,
): Promise<Omit<SignedIn, 'device'>> {
  const secret = newSessionSecret();
  const idHash = secretHash(secret);
  const nonce = newId();
  await ctx.db.asOwner(async (client) => {
    const { userId, tenantId, provedAt, factorByProvider } = account;
    const proof = { provedAt, factorByProvider };
    await insertSession(client, { idHash, userId, tenantId, nonce, request, ...proof });
    const surplus = await endSurplusSessions(client, userId);
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
    await appendToLogs(client, ctx, actor, [
      {
        tenantId,
        act: {
          action: 'session.opened',
          object: { type: 'session', id: sessionId(idHash) },
          ...(account.provedBy === undefined ? {} : { reason: { code: account.provedBy } }),
        },
      },
      ...surplus.map((each) => sessionClosed(each, 'too-many')),
    ]);
  });
  const { userId: id, username, displayName, tenantId, tenantName } = account;
  return {
    secret,
    token: bindingToken(ctx.keys.bind, idHash, nonce),
    user: { id, username, displayName, tenantId, tenantName },
  };
}
