import type { Connection } from '@attain/contract/agents/connections';
import { kebab, kebabId } from '@attain/domain/base/kebab-id';
import {
  type CheckedConnection,
  checkConnection,
  secretDestinationOf,
} from '@attain/domain/connections/check-connection';
import { type DatabaseRules, freshRules } from '@attain/domain/connections/database-rules';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found, must } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { replaceBindings } from './binding-store.ts';
import { badInput, mustHaveSecret, mustNotBeOver } from './check-secret.ts';
import { shapeOf, unguessable } from './connection-shape.ts';
import {
  insertConnection,
  type StoredConnection,
  selectConnection,
  selectConnectionIdsLike,
  shownConnection,
  updateConnection,
  updateSchema,
} from './connection-store.ts';
import { deleteCredential, updateExpiry, upsertCredential } from './credential-store.ts';
import { dropGrant } from './grant-store.ts';
import { dropNext, stageSecret } from './next-secret.ts';
import { sealSecret } from './vault.ts';

type Said = Pick<
  Connection,
  'name' | 'description' | 'provider' | 'environment' | 'region' | 'address' | 'authMethod' | 'config'
> & {
  readonly secret?: string | null | undefined;
  readonly secretExpiresOn?: string | null | undefined;
  readonly workflows?: readonly string[] | undefined;
} & {
  readonly [Name in 'riskLevel' | 'dataClassification' | 'isActive']?: Connection[Name] | undefined;
} & { readonly database?: GivenRules | null | undefined };

/** Without an environment, it is limited as before. */
type GivenRules = Omit<DatabaseRules, 'environment'> & Partial<Pick<DatabaseRules, 'environment'>>;

/** How a connection is registered: what was given, else what it was before. */
type Registered = Pick<Connection, 'riskLevel' | 'dataClassification' | 'isActive'> & {
  readonly database: DatabaseRules | null;
};

const fresh = { riskLevel: 'medium', dataClassification: 'internal', isActive: true } as const;

function registered(given: Said & { kind: Connection['kind'] }, before: Registered): Registered {
  const {
    riskLevel = before.riskLevel,
    dataClassification = before.dataClassification,
    isActive = before.isActive,
    database = before.database,
  } = given;
  // a database is never without its rules
  const rules = given.kind === 'database' ? (database ?? before.database) : database;
  const limit = before.database?.environment === null ? null : given.environment;
  const environment =
    database?.environment === undefined || database === before.database ? limit : database.environment;
  return { riskLevel, dataClassification, isActive, database: rules && { ...rules, environment } };
}

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
    const { kind, environment } = input;
    const database = kind === 'database' ? { ...freshRules, environment } : null;
    const said = { ...input, ...registered(input, { ...fresh, database }) };
    const valid = validConnection(said);
    mustHaveSecret(input, typeof input.secret === 'string');
    mustNotBeOver(ctx, input, null);
    const id = kebabId(
      input.name,
      'connection',
      await selectConnectionIdsLike(tx, kebab(input.name) || 'connection'),
    );
    const isProd = input.environment === 'prod';
    const credentialId = input.secret && !isProd ? newId() : null;
    const given = { ...said, id, destination: valid.destination, userId: actor.userId };
    if (credentialId !== null) await storeSecret(ctx, tx, { ...given, credentialId, keyVersion: 1 });
    await insertConnection(tx, { ...given, config: valid.config, credentialId });
    await limitConnection(tx, { id, credentialId, ...input });
    const how = input.secret && isProd ? await stage(ctx, tx, { id, input, actor }) : null;
    return recorded(tx, { id, action: 'connection.created', how });
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
    const said = { ...input, kind, ...registered({ ...input, kind }, stored) };
    const valid = validConnection(said);
    const moved =
      secretDestinationOf(stored) !== valid.destination || stored.environment !== input.environment;
    const has = stored.secret !== null || stored.next !== null;
    if (moved && has && input.secret === undefined) {
      throw badInput(
        'CONN-5',
        'secret',
        'You changed where or how the secret is sent. Enter the secret again.',
      );
    }
    const keeps = input.secret === undefined ? has : input.secret !== null;
    mustHaveSecret(input, keeps);
    mustNotBeOver(ctx, input, stored.secret);
    const given = { ...said, destination: valid.destination, userId: actor.userId };
    const replaces = typeof input.secret === 'string';
    const staged = replaces && input.environment === 'prod';
    if (replaces || !keeps) await dropNext(tx, stored, 'void');
    const credentialId = staged
      ? moved
        ? null
        : stored.credentialId
      : keeps
        ? (stored.credentialId ?? (replaces ? newId() : null))
        : null;
    if (replaces && !staged && credentialId !== null) {
      const keyVersion = (stored.secret?.keyVersion ?? 0) + 1;
      await storeSecret(ctx, tx, { ...given, credentialId, keyVersion });
    } else if (credentialId !== null && input.secretExpiresOn !== undefined)
      await updateExpiry(tx, credentialId, input.secretExpiresOn);
    await updateConnection(tx, { ...given, config: valid.config, credentialId });
    if (moved) await updateSchema(tx, input.id, null);
    if (moved) await dropGrant(tx, stored);
    await limitConnection(tx, { credentialId, ...input, workflows: input.workflows ?? stored.workflows });
    if (credentialId === null && stored.credentialId !== null)
      await deleteCredential(tx, stored.credentialId);
    const how = staged ? await stage(ctx, tx, { id: input.id, input, actor }) : null;
    const action = input.secret === undefined ? 'connection.changed' : 'connection.secret-changed';
    return recorded(tx, { id: input.id, action, how }, stored);
  });
}

/** Stores which workflows may use a connection (CONN-14). */
async function limitConnection(
  tx: WriteTx,
  wanted: Pick<Said, 'environment' | 'workflows'> & {
    readonly id: string;
    readonly credentialId: string | null;
  },
): Promise<void> {
  const { id, environment, credentialId, workflows = [] } = wanted;
  const unknown = await replaceBindings(tx, {
    id,
    environment,
    credentialId,
    workflows: [...new Set(workflows)],
  });
  const [first] = unknown;
  if (first !== undefined)
    throw badInput(
      'CONN-14',
      `workflows.${workflows.indexOf(first)}`,
      `This workspace has no workflow “${first}”. Choose others.`,
    );
}

function validConnection(
  draft: Omit<Said, 'database'> & { kind: Connection['kind']; database: DatabaseRules | null },
): CheckedConnection {
  return must(checkConnection(draft), 'BAD_INPUT', 'The connection has errors and was not saved.');
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

/** The secret of a connection in production waits for a second person (CONN-12). */
async function stage(
  ctx: AppContext,
  tx: WriteTx,
  { id, input, actor }: { id: string; input: Said; actor: Actor },
): Promise<'staged' | 'alone'> {
  const connection = found(await selectConnection(tx, id), 'connection');
  const next = {
    secret: String(input.secret),
    expiresOn: input.secretExpiresOn ?? null,
    userId: actor.userId,
  };
  return stageSecret(ctx, tx, { connection, next });
}

async function recorded(
  tx: WriteTx,
  act: {
    readonly id: string;
    readonly action: 'connection.created' | 'connection.changed' | 'connection.secret-changed';
    readonly how: 'staged' | 'alone' | null;
  },
  before?: StoredConnection,
): Promise<Connection> {
  const { id, action, how } = act;
  const after = shownConnection(found(await selectConnection(tx, id), 'connection'));
  tx.record({
    action,
    object: { type: 'connection', id },
    ...(before ? { before: valueHash(shapeOf(before)) } : {}),
    after: valueHash(shapeOf(after)),
    ...(how === null ? {} : { reason: { code: how === 'alone' ? 'single-person' : 'awaits-approval' } }),
  });
  return after;
}
