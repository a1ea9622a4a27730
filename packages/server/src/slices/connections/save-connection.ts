import type { Connection } from '@attain/contract/agents/connections';
import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import {
  type CheckedConnection,
  checkConnection,
  secretDestinationOf,
} from '@attain/domain/connections/check-connection';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { hmacSha256 } from '../../base/crypto.ts';
import { newId } from '../../base/ids.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import {
  insertConnection,
  selectConnection,
  selectConnectionIdsLike,
  updateConnection,
} from './connection-store.ts';
import { deleteCredential, updateExpiry, upsertCredential } from './credential-store.ts';
import { sealSecret } from './vault.ts';

type Said = Pick<
  Connection,
  'name' | 'description' | 'provider' | 'environment' | 'region' | 'address' | 'authMethod' | 'config'
> & {
  readonly secret?: string | null | undefined;
  readonly secretExpiresOn?: string | null | undefined;
};

/**
 * Creates a connection and encrypts its secret at once. Throws BAD_INPUT with every problem, and CONFLICT if the name
 * is in use.
 */
export function createConnection(
  ctx: AppContext,
  actor: Actor,
  input: Said & { kind: Connection['kind'] },
): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  return ctx.write(unguessable(ctx, actor, input), async (tx) => {
    const valid = validConnection(input);
    mustHaveSecret(input, typeof input.secret === 'string');
    mustNotBeOver(ctx, input, null);
    const id = kebabId(
      input.name,
      'connection',
      await selectConnectionIdsLike(tx, kebab(input.name) || 'connection'),
    );
    const credentialId = input.secret ? newId() : null;
    const given = { ...input, id, destination: valid.destination, userId: actor.userId };
    if (credentialId !== null) await storeSecret(ctx, tx, { ...given, credentialId, keyVersion: 1 });
    await insertConnection(tx, { ...given, config: valid.config, credentialId });
    return recorded(tx, id, 'connection.created');
  });
}

/**
 * Updates a connection. A change of where or how its secret is sent (`secretDestinationOf`, environment) requires the
 * secret again, or throws BAD_INPUT; CONFLICT if another user saved it since it was read.
 */
export function saveConnection(
  ctx: AppContext,
  actor: Actor,
  input: Said & { id: string; revision: number },
): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  return ctx.write(unguessable(ctx, actor, input), async (tx) => {
    const stored = found(await selectConnection(tx, input.id, 'FOR UPDATE OF a'), 'connection');
    if (stored.revision !== input.revision) {
      const message = `This connection was saved by another user after you opened it (revision ${stored.revision}; you edited revision ${input.revision}). Nothing was saved; open it again and repeat your change.`;
      throw new ApiError('CONFLICT', message);
    }
    const { kind } = stored;
    const valid = validConnection({ ...input, kind });
    const moved =
      secretDestinationOf(stored) !== valid.destination || stored.environment !== input.environment;
    if (moved && stored.secret !== null && input.secret === undefined) {
      throw badInput(
        'CONN-5',
        'secret',
        'You changed where or how the secret is sent. Enter the secret again.',
      );
    }
    const keeps = input.secret === undefined ? stored.secret !== null : input.secret !== null;
    mustHaveSecret(input, keeps);
    mustNotBeOver(ctx, input, stored.secret);
    const given = { ...input, kind, destination: valid.destination, userId: actor.userId };
    const credentialId = keeps ? (stored.credentialId ?? newId()) : null;
    if (typeof input.secret === 'string' && credentialId !== null) {
      const keyVersion = (stored.secret?.keyVersion ?? 0) + 1;
      await storeSecret(ctx, tx, { ...given, credentialId, keyVersion });
    } else if (credentialId !== null && input.secretExpiresOn !== undefined)
      await updateExpiry(tx, credentialId, input.secretExpiresOn);
    await updateConnection(tx, { ...given, config: valid.config, credentialId });
    if (credentialId === null && stored.credentialId !== null)
      await deleteCredential(tx, stored.credentialId);
    const changed = input.secret === undefined ? 'connection.changed' : 'connection.secret-changed';
    return recorded(tx, input.id, changed, stored);
  });
}

function validConnection(draft: Said & { kind: Connection['kind'] }): CheckedConnection {
  return must(checkConnection(draft), 'BAD_INPUT', 'The connection has errors and was not saved.');
}

function mustHaveSecret({ authMethod, secret }: Said, there: boolean): void {
  if (authMethod !== 'none' && !there)
    throw badInput('CONN-3', 'secret', 'Enter the password, token or key for this sign-in method.');
  if (authMethod === 'none' && there)
    throw badInput(
      'CONN-3',
      'secret',
      'A connection without sign-in can’t have a secret. Remove the secret or choose a sign-in method.',
    );
  if (
    ['bearer', 'header'].includes(authMethod) &&
    typeof secret === 'string' &&
    !/^[\x21-\x7e]+$/.test(secret)
  )
    throw badInput(
      'CONN-3',
      'secret',
      'The token contains a space or another character that can’t be sent in a header. Use ASCII letters, digits and symbols.',
    );
}

/** A secret ends on a day to come, and one that has ended is replaced, not prolonged (CONN-10). */
function mustNotBeOver(
  ctx: AppContext,
  { secret, secretExpiresOn: day }: Said,
  stored: Connection['secret'],
): void {
  const today = ctx.clock.today();
  if (day === undefined || (typeof secret !== 'string' && day === stored?.expiresOn)) return;
  const isOver = stored !== null && stored.expiresOn !== null && stored.expiresOn < today;
  if (isOver && typeof secret !== 'string')
    throw badInput('CONN-10', 'secret', 'This secret has expired. Enter the new one.');
  if (day !== null && day < today)
    throw badInput('CONN-10', 'secretExpiresOn', 'Enter a day from today on, or none.');
}

function badInput(rule: string, path: string, message: string): ApiError {
  return new ApiError('BAD_INPUT', message, { problems: [{ rule, path, message }] });
}

async function storeSecret(
  ctx: AppContext,
  tx: WriteTx,
  given: Said & {
    readonly kind: Connection['kind'];
    readonly destination: string;
    readonly credentialId: string;
    readonly keyVersion: number;
    readonly userId: string;
  },
): Promise<void> {
  const { credentialId, environment, keyVersion, name, provider, userId } = given;
  const place = { credentialId, environment, keyVersion, purpose: `${given.kind} ${given.destination}` };
  const sealed = await sealSecret(ctx.keys, tx, place, String(given.secret));
  await upsertCredential(tx, {
    ...sealed,
    ...place,
    name,
    provider,
    type: given.authMethod,
    userId,
    expiresOn: given.secretExpiresOn ?? null,
  });
}

async function recorded(
  tx: WriteTx,
  id: string,
  action: 'connection.created' | 'connection.changed' | 'connection.secret-changed',
  before?: Connection,
): Promise<Connection> {
  const { credentialId: _, ...after } = found(await selectConnection(tx, id), 'connection');
  tx.record({
    action,
    object: { type: 'connection', id },
    ...(before ? { before: valueHash(shapeOf(before)) } : {}),
    after: valueHash(shapeOf(after)),
  });
  return after;
}

/** The content whose hash the log keeps: what was entered, without anything that changes automatically. */
export function shapeOf({
  name,
  description,
  provider,
  kind,
  environment,
  region,
  address,
  authMethod,
  config,
  secret,
}: Omit<Connection, 'id'>) {
  const keyVersion = secret?.keyVersion ?? 0;
  const expiresOn = secret?.expiresOn ?? null;
  const ends = expiresOn === null ? {} : { expiresOn };
  const shape = {
    name,
    description,
    provider,
    kind,
    environment,
    address,
    authMethod,
    config,
    keyVersion,
    ...ends,
  };
  // entries of connections without a region were made before there were regions
  return region === '' ? shape : { ...shape, region };
}

/** The request's fingerprint is stored to recognise its repetition; with a secret in it, it could be guessed from that. */
export function unguessable(ctx: AppContext, actor: Actor, input: object): Actor {
  const bodyHash = Buffer.from(hmacSha256(ctx.keys.vault, JSON.stringify(input))).toString('hex');
  return { ...actor, request: { ...actor.request, bodyHash } };
}
