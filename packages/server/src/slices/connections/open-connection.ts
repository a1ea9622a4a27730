import type { Connection } from '@attain/contract/agents/connections';
import { secretDestinationOf } from '@attain/domain/connections/check-connection';
import {
  type ConnectionKind,
  hasTokens,
  kindsOfConnection,
} from '@attain/domain/connections/connection-kinds';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import type { TenantTx } from '../../db/database.ts';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';
import { accessToken } from './access-token.ts';
import { accountToken } from './account-token.ts';
import { selectConnection, selectNamed, selectRunEnvironment, shownConnection } from './connection-store.ts';
import { selectCredential, touchCredential } from './credential-store.ts';
import { hiding } from './hide-secret.ts';
import { openSecret } from './vault.ts';

/** A connection while it is used: with its secret in the open. It must not be kept, logged or returned. */
export interface OpenConnection
  extends Pick<
    Connection,
    | 'id'
    | 'name'
    | 'kind'
    | 'provider'
    | 'region'
    | 'address'
    | 'authMethod'
    | 'riskLevel'
    | 'dataClassification'
    | 'database'
  > {
  /** The workspace. */
  readonly tenantId: string;
  readonly config: JsonObject;
  /** Null for a connection without sign-in; with OAuth 2.0 an access token. */
  readonly secret: string | null;
  /** The tokens of the connected account; null: none. */
  readonly grantCredentialId: string | null;
  /** A new access token in place of one that the other side did not take. */
  readonly renew?: (rejected: string) => Promise<string>;
}

/** Selects a connection of this kind by ID or exact name; null: the only one of the kind. */
export interface AskedConnection {
  readonly tenantId: string;
  readonly kind: ConnectionKind;
  readonly name: string | null;
  /** `next`: with the staged secret, to test it. */
  readonly secret?: 'in-use' | 'next';
  /** The workflow whose step asks; null: a connector, which is none; omitted: Attain itself. */
  readonly workflowId?: string | null;
  /** The run whose step asks; omitted: none does. */
  readonly runId?: string;
}

/**
 * Uses a connection for one piece of work and returns its result, with the secret removed from result and errors. Fails
 * with NOT_CONFIGURED if there is none to use.
 */
export async function openConnection<T extends JsonValue>(
  ctx: AppContext,
  asked: AskedConnection,
  work: (connection: OpenConnection) => Promise<T>,
): Promise<T> {
  const connection = await ctx.db.within(asked.tenantId, (tx) => opened(ctx, tx, asked));
  const username = String(connection.config.username ?? '');
  const hiders = [hiding(connection.secret, username)];
  const hide = (value: JsonValue) => hiders.reduce((rest, one) => one(rest), value);
  try {
    return hide(await work(await signedIn())) as T;
  } catch (error) {
    if (!(error instanceof EffectFailed)) throw error;
    const { code, message, retryable, outcomeUnknown, retryAfterMs, details } = error;
    throw new EffectFailed(code, String(hide(message)), {
      retryable,
      outcomeUnknown,
      retryAfterMs,
      ...(details === undefined ? {} : { details: hide(details) as JsonObject }),
    });
  }

  async function signedIn(): Promise<OpenConnection> {
    const { authMethod } = connection;
    if (!hasTokens(authMethod)) return connection;
    const issue = authMethod === 'oauth2' ? accessToken : accountToken;
    const renew = async (rejected?: string) => {
      const token = await issue(ctx, asked.tenantId, connection, rejected);
      hiders.push(hiding(token, username));
      return token;
    };
    return { ...connection, secret: await renew(), renew };
  }
}

async function opened(
  ctx: AppContext,
  tx: TenantTx,
  { tenantId, kind, name, secret: which = 'in-use', workflowId, runId }: AskedConnection,
): Promise<OpenConnection> {
  const [first, second] = await selectNamed(tx, kind, name);
  const { label } = kindsOfConnection[kind];
  if (!first) {
    throw notConfigured(
      name === null
        ? `This workspace has no ${label} connection.`
        : `“${name}” is not configured: this workspace has no ${label} connection of that name.`,
    );
  }
  if (second && name === null) {
    throw notConfigured(`This workspace has several ${label} connections, and the step doesn’t name one.`);
  }
  const stored = await selectConnection(tx, first.id);
  if (!stored) throw notConfigured(`The connection “${name ?? label}” no longer exists.`);
  const connection = shownConnection(stored);
  const { workflows } = connection;
  if (!connection.isActive)
    throw new EffectFailed(
      'NOT_ALLOWED',
      `“${connection.name}” is switched off. Switch it on in the agent builder, under Connections.`,
    );
  if (workflowId === null && workflows.length > 0)
    throw new EffectFailed(
      'NOT_ALLOWED',
      `“${connection.name}” is limited to workflows, so a connector can’t use it.`,
    );
  if (workflowId && workflows.length > 0 && !workflows.includes(workflowId))
    throw new EffectFailed(
      'NOT_ALLOWED',
      `“${connection.name}” is limited to other workflows. Add this workflow to it in the agent builder, under Connections.`,
    );
  if (runId !== undefined) await mustBeOfEnvironment(tx, connection, runId);
  const credentialId = which === 'next' ? stored.nextCredentialId : stored.credentialId;
  const keyVersion = (which === 'next' ? stored.next : stored.secret)?.keyVersion ?? 0;
  if (stored.credentialId === null && stored.next !== null && which === 'in-use')
    throw notConfigured(`The secret of “${connection.name}” waits for approval.`);
  if (credentialId === null || connection.authMethod === 'none') {
    const config = connection.config as JsonObject;
    return { ...connection, tenantId, grantCredentialId: null, config, secret: null };
  }
  const sealed = await selectCredential(tx, credentialId, which);
  const purpose = `${kind} ${secretDestinationOf(connection)}`;
  // The row's own values are used, not those sealed with the secret: a changed address can't decrypt it.
  const place = {
    credentialId,
    purpose,
    environment: connection.environment,
    keyVersion,
  };
  if (!sealed) throw notConfigured(`The secret of “${connection.name}” is missing or expired.`);
  const open = await openSecret(ctx.keys, tx, place, sealed).catch((error: unknown) => {
    throw error instanceof ApiError ? notConfigured(`“${connection.name}”: ${error.message}`) : error;
  });
  await touchCredential(tx, credentialId);
  const { grantCredentialId } = stored;
  const config = connection.config as JsonObject;
  return { ...connection, tenantId, grantCredentialId, config, secret: open };
}

/** Fails with NOT_ALLOWED for a run of another environment than the database is limited to (CONN-25). */
async function mustBeOfEnvironment(tx: TenantTx, { name, database }: Connection, runId: string) {
  const only = database?.environment ?? null;
  if (only === null) return;
  const environment = await selectRunEnvironment(tx, runId);
  if (environment === only) return;
  const words = (one: string) => environmentWords[one]?.toLowerCase() ?? one;
  throw new EffectFailed(
    'NOT_ALLOWED',
    `“${name}” is limited to runs in ${words(only)}, and this run is in ${words(environment ?? '')}. Nothing was sent. Use a database of that environment, or change the limit in the agent builder, under Connections.`,
  );
}

function notConfigured(message: string): EffectFailed {
  return new EffectFailed(
    'NOT_CONFIGURED',
    `${message} Set up connections in the agent builder, under Connections.`,
  );
}
