import type { Connection } from '@attain/contract/agents/connections';
import { dayInWords } from '@attain/domain/base/day-in-words';
import { secretDestinationOf } from '@attain/domain/connections/check-connection';
import { environmentWords } from '@attain/domain/policies/policy-words';
import type { AppContext } from '../../app-context.ts';
import { type Actor, mustAllow } from '../../base/actor.ts';
import { ApiError, found } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import type { TenantTx } from '../../db/database.ts';
import { valueHash, type WriteTx } from '../../db/write.ts';
import { castVote } from '../approvals/cast-vote.ts';
import type { Decide } from '../approvals/decide-approval.ts';
import { closeRequest, hasOtherDecider, requestApproval } from '../approvals/request-approval.ts';
import { textFact } from '../approvals/text-fact.ts';
import { mustHaveSecret, mustNotBeOver } from './check-secret.ts';
import { shapeOf, unguessable } from './connection-shape.ts';
import {
  type StoredConnection,
  selectConnection,
  shownConnection,
  updateCredentials,
} from './connection-store.ts';
import { deleteCredential, updateInUse, upsertCredential } from './credential-store.ts';
import { sealSecret } from './vault.ts';

const kind = 'production-secret';

/** A secret that is to follow. */
interface Next {
  readonly secret: string;
  readonly expiresOn: string | null;
  readonly userId: string;
}

/**
 * Stages a secret, in place of one staged before (CONN-11). In production a second person approves it
 * (CONN-12); where no one else could, it is used at once. Returns whether it was.
 */
export async function stageSecret(
  ctx: AppContext,
  tx: TenantTx,
  { connection, next }: { connection: StoredConnection; next: Next },
): Promise<'staged' | 'alone'> {
  const { id, name, provider, environment, authMethod } = connection;
  await dropNext(tx, connection, 'void');
  const credentialId = newId();
  const keyVersion = (connection.secret?.keyVersion ?? 0) + 1;
  const purpose = `${connection.kind} ${secretDestinationOf(connection)}`;
  const place = { credentialId, environment, keyVersion, purpose };
  const sealed = await sealSecret(ctx.keys, tx, place, next.secret);
  const { userId, expiresOn } = next;
  await upsertCredential(tx, { ...sealed, ...place, name, provider, type: authMethod, userId, expiresOn });
  await updateInUse(tx, credentialId, 'next');
  await updateCredentials(tx, id, { credentialId: connection.credentialId, nextCredentialId: credentialId });
  if (connection.credentialId !== null) await updateInUse(tx, connection.credentialId, 'rotating');
  if (environment !== 'prod') return 'staged';
  const people = [userId, connection.updatedBy];
  const alone = !(await hasOtherDecider(tx, kind, people));
  if (!alone) await askForSecret(ctx, tx, { connection, next, secretId: sealed.secretId });
  else await switchOver(tx, found(await selectConnection(tx, id), 'connection'));
  return alone ? 'alone' : 'staged';
}

async function askForSecret(
  ctx: AppContext,
  tx: TenantTx,
  { connection, next, secretId }: { connection: StoredConnection; next: Next; secretId: string },
): Promise<void> {
  const { id, name, environment, address, secret } = connection;
  await requestApproval(tx, ctx.clock, {
    kind,
    subject: { type: 'connection', id },
    askedBy: next.userId,
    excluded: [connection.updatedBy],
    hash: hashOf(id, secretId),
    summary: `${secret === null ? 'Secret' : 'New secret'} for ${name}`,
    facts: {
      figures: [
        textFact('Connection', name),
        textFact('Environment', environmentWords[environment] ?? environment),
        textFact('Address', address),
        textFact('Last day', lastDay(next.expiresOn), secret === null ? null : lastDay(secret.expiresOn)),
      ],
      against: secret === null ? null : 'the secret in use',
      warnings: [],
    },
  });
}

const lastDay = (day: string | null) => (day === null ? 'No end date' : dayInWords(day));

/** The content that is approved: this connection with this version of the secret. */
const hashOf = (id: string, secretId: string) => valueHash({ connection: id, secretId });

/** Uses the next secret from now on and destroys the one before. */
async function switchOver(
  tx: TenantTx,
  { id, credentialId, nextCredentialId }: StoredConnection,
): Promise<void> {
  if (nextCredentialId === null) throw new ApiError('CONFLICT', 'This connection has no next secret.');
  await updateCredentials(tx, id, { credentialId: nextCredentialId, nextCredentialId: null });
  await updateInUse(tx, nextCredentialId, 'active');
  if (credentialId !== null) await deleteCredential(tx, credentialId);
}

/** Destroys the next secret; the one in use stays. */
export async function dropNext(
  tx: TenantTx,
  { id, credentialId, nextCredentialId }: StoredConnection,
  status: 'void' | 'withdrawn' | 'expired',
): Promise<void> {
  if (nextCredentialId === null) return;
  await closeRequest(tx, { kind, subjectId: id, status });
  await updateCredentials(tx, id, { credentialId, nextCredentialId: null });
  await deleteCredential(tx, nextCredentialId);
  if (credentialId !== null) await updateInUse(tx, credentialId, 'active');
}

/** Stages a new secret. Throws BAD_INPUT, and CONFLICT for a connection without a secret. */
export function stageNextSecret(
  ctx: AppContext,
  actor: Actor,
  input: { id: string; secret: string; secretExpiresOn?: string | null | undefined },
): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  return ctx.write(unguessable(ctx, actor, input), async (tx) => {
    const connection = found(await selectConnection(tx, input.id, 'FOR UPDATE OF a'), 'connection');
    if (connection.authMethod === 'none')
      throw new ApiError('CONFLICT', 'This connection signs in without a secret.');
    mustHaveSecret({ ...input, authMethod: connection.authMethod }, true);
    mustNotBeOver(ctx, input, connection.secret);
    const next = { secret: input.secret, expiresOn: input.secretExpiresOn ?? null, userId: actor.userId };
    const how = await stageSecret(ctx, tx, { connection, next });
    return recorded(
      tx,
      connection,
      how === 'alone' ? 'connection.secret-switched' : 'connection.secret-staged',
      {
        code: how === 'alone' ? 'single-person' : connection.environment,
      },
    );
  });
}

/** Uses the next secret from now on. Throws CONFLICT if there is none, or in production, where an approval does it. */
export function useNextSecret(ctx: AppContext, actor: Actor, id: string): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    const connection = found(await selectConnection(tx, id, 'FOR UPDATE OF a'), 'connection');
    if (connection.environment === 'prod')
      throw new ApiError('CONFLICT', 'In production the secret is used once another person approves it.');
    await switchOver(tx, connection);
    return recorded(tx, connection, 'connection.secret-switched');
  });
}

/** Destroys the next secret. Throws CONFLICT if there is none. */
export function discardNextSecret(ctx: AppContext, actor: Actor, id: string): Promise<Connection> {
  mustAllow(actor, 'edit:connections');
  return ctx.write(actor, async (tx) => {
    const connection = found(await selectConnection(tx, id, 'FOR UPDATE OF a'), 'connection');
    if (connection.nextCredentialId === null)
      throw new ApiError('CONFLICT', 'This connection has no next secret.');
    await dropNext(tx, connection, 'withdrawn');
    return recorded(tx, connection, 'connection.secret-discarded');
  });
}

async function recorded(
  tx: WriteTx,
  before: StoredConnection,
  action: string,
  reason?: { readonly code: string },
): Promise<Connection> {
  const after = shownConnection(found(await selectConnection(tx, before.id), 'connection'));
  tx.record({
    action,
    object: { type: 'connection', id: before.id },
    before: valueHash(shapeOf(before)),
    after: valueHash(shapeOf(after)),
    ...(reason ? { reason } : {}),
  });
  return after;
}

/** The decision of the inbox: an approval switches to the secret, a rejection destroys it. */
export const decideSecret: Decide = async (tx, { ctx, actor, request, decision, hash, reason }) => {
  const { subjectId } = request;
  const connection = found(await selectConnection(tx, subjectId, 'FOR UPDATE OF a'), 'connection');
  if (connection.nextSecretId === null || hashOf(subjectId, connection.nextSecretId) !== request.hash)
    throw new ApiError('CONFLICT', 'This secret was replaced after approval was asked for.');
  const vote = { kind, subjectId, actor, clock: ctx.clock, decision, hash, reason } as const;
  const { status, votedAct } = await castVote(tx, vote);
  if (status !== 'approved' && status !== 'rejected') return votedAct;
  if (status === 'approved') await switchOver(tx, connection);
  else await dropNext(tx, connection, 'withdrawn');
  const after = found(await selectConnection(tx, subjectId), 'connection');
  return {
    action: status === 'approved' ? 'connection.secret-approved' : 'connection.secret-rejected',
    object: { type: 'connection', id: subjectId },
    before: valueHash(shapeOf(connection)),
    after: valueHash(shapeOf(after)),
    evidence: [request.hash],
    reason: { code: status, ...(reason === null ? {} : { text: reason }) },
  };
};
