import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AppContext } from '../../app-context.ts';
import type { Actor, RequestFacts } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { KnownSession } from '../../base/session-port.ts';
import type { Act } from '../../db/act.ts';
import { newDevice } from './known-device.ts';
import {
  deletePasskeys,
  hasApp,
  insertPasskey,
  lockPasskey,
  type StoredPasskey,
  selectPasskeys,
  storeProof,
  touchPasskey,
  useChallenge,
} from './passkey-store.ts';
import { readSecondFactor } from './second-factor.ts';
import { storeRecoveryCodes } from './second-factor-store.ts';
import { appendToLogs, sessionClosed } from './session-log.ts';
import { deleteOtherSessions } from './session-store.ts';
import { openSession, type SignedIn } from './sign-in.ts';
import { throttledAddress } from './throttle.ts';

/** Who acts, and in which session. */
interface Signed {
  readonly actor: Actor;
  readonly session: KnownSession;
}

/** Where the browser is: the origin of the installation as its address bar shows it. */
export interface Site {
  readonly origin: string;
}

/** How the browser answered. The options of each call are those of WebAuthn, so the library judges their content. */
interface Assertion {
  readonly ticket: string;
  readonly response: {
    readonly id: string;
    readonly rawId: string;
    readonly type: 'public-key';
    readonly response: {
      readonly clientDataJSON: string;
      readonly authenticatorData: string;
      readonly signature: string;
      readonly userHandle?: string | undefined;
    };
  };
}

const minutes = 5;
const maxPasskeys = 10;
// loaded with the first passkey: most processes need it late, and start sooner without it
const library = () => import('@simplewebauthn/server');

/** The actor's passkeys. */
export async function listPasskeys(ctx: AppContext, actor: Actor) {
  return { rows: (await selectPasskeys(ctx.db.owner, actor.userId)).map(shown) };
}

/** Asks the browser to make a passkey. */
export async function beginPasskey(ctx: AppContext, { actor, session }: Signed, site: Site) {
  const rpId = siteName(site);
  const present = await selectPasskeys(ctx.db.owner, actor.userId);
  const challenge = randomBytes(32);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Attain',
    rpID: rpId,
    userName: session.username,
    userDisplayName: actor.displayName,
    userID: new Uint8Array(Buffer.from(actor.userId)),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: present.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return {
    options: { ...options },
    ticket: issueTicket(ctx, { challenge: challenge.toString('base64url'), for: actor.userId }),
  };
}

/**
 * Adds the passkey that the browser made. The first factor of an account turns two-step sign-in on: recovery codes are issued, keys
 * from before a reset are removed, and the actor's other sessions end (ACCESS-37).
 */
export async function addPasskey(
  ctx: AppContext,
  { actor, session }: Signed,
  answer: { ticket: string; name: string; response: object } & Site,
) {
  const { userId } = actor;
  const rpId = siteName(answer);
  const challenge = readTicket(ctx, answer.ticket, userId);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: answer.response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: answer.origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw rejected(ctx, error);
  });
  if (!verified.verified) throw rejected(ctx, 'not verified');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return ctx.db.asOwner(async (client) => {
    if (!(await useChallenge(client, challenge))) throw rejected(ctx, 'challenge used twice');
    const at = ctx.clock.now().toISOString();
    const on = await client.query(
      'UPDATE users SET second_factor_since = $2, updated_at = now() WHERE id = $1 AND second_factor_since IS NULL',
      [userId, at],
    );
    const isFirst = on.rowCount === 1;
    if (isFirst) {
      await deletePasskeys(client, userId);
      await client.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
    }
    const present = await selectPasskeys(client, userId);
    if (present.length >= maxPasskeys)
      throw new ApiError('CONFLICT', `You have ${maxPasskeys} passkeys. Remove one first.`);
    const passkey = {
      id: credential.id,
      userId,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      rpId,
      name: answer.name,
      isBackedUp: credentialBackedUp,
      createdAt: at,
    };
    if (!(await insertPasskey(client, passkey)))
      throw new ApiError('CONFLICT', 'This passkey is already in use. Choose another device.');
    const recoveryCodes = isFirst ? await storeRecoveryCodes(ctx, client, userId) : null;
    const ended = isFirst ? await deleteOtherSessions(client, userId, session.idHash) : [];
    await appendToLogs(client, ctx, actor, [
      entry(actor, 'passkey.added'),
      ...ended.map((each) => sessionClosed(each, 'second-factor')),
    ]);
    return { passkey: shown({ ...passkey, lastUsedAt: null }), recoveryCodes };
  });
}

/** Removes a passkey. The last factor of an account turns two-step sign-in off, unless a role requires it. */
export async function removePasskey(ctx: AppContext, { actor }: Signed, id: string) {
  const { userId } = actor;
  const { required } = await readSecondFactor(ctx, actor);
  return ctx.db.asOwner(async (client) => {
    await client.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const present = await selectPasskeys(client, userId);
    if (!present.some((one) => one.id === id)) throw new ApiError('NOT_FOUND', 'There is no such passkey.');
    const isLast = present.length === 1 && !(await hasApp(client, userId));
    if (isLast && required)
      throw new ApiError(
        'CONFLICT',
        'Your role requires two-step sign-in. Add another passkey or an authenticator app first.',
      );
    await deletePasskeys(client, userId, id);
    if (isLast) {
      await client.query('UPDATE users SET second_factor_since = NULL, updated_at = now() WHERE id = $1', [
        userId,
      ]);
      await client.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
      await client.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    }
    await appendToLogs(client, ctx, actor, [
      entry(actor, 'passkey.removed'),
      ...(isLast ? [entry(actor, 'second-factor.turned-off')] : []),
    ]);
    return { removed: true as const };
  });
}

/** Asks the browser for a passkey of this installation. Which accounts have one is not revealed. */
export async function beginPasskeySignIn(ctx: AppContext, site: Site) {
  const challenge = randomBytes(32);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: siteName(site),
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  });
  return {
    options: { ...options },
    ticket: issueTicket(ctx, { challenge: challenge.toString('base64url'), for: anyone }),
  };
}

/** Signs in with a passkey alone: it is something one has, unlocked by something one is or knows (ACCESS-37). */
export async function signInByPasskey(
  ctx: AppContext,
  answer: Assertion & Site,
  request: RequestFacts,
): Promise<SignedIn> {
  const account = await throttledAddress(ctx, request.address, async () => {
    const passkey = await verifiedPasskey(ctx, answer);
    return passkey && selectAccount(ctx, passkey.userId);
  });
  if (account === null) throw wrongPasskey();
  const opened = await openSession(ctx, { ...account, provedBy: 'passkey' }, request);
  return { ...opened, device: newDevice(ctx.keys.bind, account.username) };
}

/** A code that stands for the passkey once, wherever the code of an app is asked for. */
export async function proveByPasskey(ctx: AppContext, answer: Assertion & Site, request: RequestFacts) {
  const code = await throttledAddress(ctx, request.address, async () => {
    const passkey = await verifiedPasskey(ctx, answer);
    return passkey && ctx.db.asOwner((client) => storeProof(ctx, client, passkey.userId));
  });
  if (code === null) throw wrongPasskey();
  return { code };
}

const wrongPasskey = () =>
  new ApiError('SIGN_IN_FAILED', 'This passkey is not known here. Use another one, or your password.');

async function verifiedPasskey(
  ctx: AppContext,
  { ticket, response, origin }: Assertion & Site,
): Promise<StoredPasskey | null> {
  const challenge = readTicket(ctx, ticket, anyone);
  const rpId = siteName({ origin });
  const { verifyAuthenticationResponse } = await library();
  return ctx.db.asOwner(async (client) => {
    const passkey = await lockPasskey(client, response.id);
    const { userHandle } = response.response;
    const isOwners =
      userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === passkey?.userId;
    if (passkey === null || passkey.rpId !== rpId || !isOwners) return null;
    const { id, publicKey, counter } = passkey;
    const verified = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {}, response: response.response } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }).catch((error: unknown) => {
      ctx.log.info({ err: error }, 'a passkey was rejected');
      return null;
    });
    if (!verified?.verified || !(await useChallenge(client, challenge))) return null;
    const { newCounter, credentialBackedUp } = verified.authenticationInfo;
    const at = ctx.clock.now().toISOString();
    await touchPasskey(client, { id, counter: newCounter, isBackedUp: credentialBackedUp, at });
    return passkey;
  });
}

/** The person, and the workspace they joined first. */
async function selectAccount(ctx: AppContext, userId: string) {
  const found = await ctx.db.owner.query(
    `SELECT u.id AS "userId", u.username, u.display_name AS "displayName", m.tenant_id AS "tenantId", t.name AS "tenantName", m.roles
       FROM users u JOIN active_members m ON m.user_id = u.id JOIN tenants t ON t.id = m.tenant_id
      WHERE u.id = $1 ORDER BY m.created_at, t.name LIMIT 1`,
    [userId],
  );
  return found.rows[0] ?? null;
}

/** A passkey belongs to a host name; browsers have none for addresses such as 127.0.0.1. */
function siteName({ origin }: Site): string {
  const { hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return hostname;
  throw new ApiError(
    'BAD_INPUT',
    `Passkeys need a host name, and this page is at ${hostname}. Open Attain by its name, such as localhost.`,
  );
}

const anyone = 'sign-in';

/** A challenge that we signed, so that none has to be stored for people who never answer. */
function issueTicket(ctx: AppContext, given: { challenge: string; for: string }): string {
  const until = ctx.clock.now().getTime() + minutes * 60_000;
  const text = [given.challenge, given.for, until].join('.');
  return `${text}.${sealOf(ctx, text)}`;
}

/** The challenge of a ticket. BAD_INPUT for one that is forged, another person's, or too old. */
function readTicket(ctx: AppContext, ticket: string, wanted: string): string {
  const [challenge = '', whose, until, seal = ''] = ticket.split('.');
  const expected = sealOf(ctx, [challenge, whose, until].join('.'));
  const isOurs = seal.length === expected.length && timingSafeEqual(Buffer.from(seal), Buffer.from(expected));
  if (!isOurs || whose !== wanted || Number(until) <= ctx.clock.now().getTime())
    throw new ApiError('BAD_INPUT', 'This took too long or was started elsewhere. Try again.');
  return challenge;
}

const sealOf = (ctx: AppContext, text: string) =>
  createHmac('sha256', ctx.keys.bind).update(`passkey-ticket|v1|${text}`).digest('base64url');

function rejected(ctx: AppContext, error: unknown): ApiError {
  ctx.log.info({ err: error }, 'a new passkey was rejected');
  return new ApiError(
    'BAD_INPUT',
    'The browser’s passkey could not be verified for this address. Try again.',
  );
}

function shown({ id, name, createdAt, lastUsedAt, isBackedUp }: StoredPasskey) {
  return { id, name, createdAt, lastUsedAt, isBackedUp };
}

function entry({ tenantId, userId }: Actor, action: string): { tenantId: string; act: Act } {
  return { tenantId, act: { action, object: { type: 'user', id: userId } } };
}
