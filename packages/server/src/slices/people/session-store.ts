import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  type Held,
  isAdministrator,
  type Permission,
  type Role,
  viewedRoles,
  widenedRoles,
} from '@attain/domain/access/permissions';
import type pg from 'pg';
import { requestTrace } from '../../audit/entry.ts';
import type { RequestFacts } from '../../base/actor.ts';
import { ApiError } from '../../base/api-error.ts';
import type { SecondFactorState } from '../../base/session-port.ts';

/** A session as the cookie proves it. */
export interface SessionFacts {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly tenantId: string;
  readonly username: string;
  readonly displayName: string;
  readonly nonce: string;
  readonly roles: readonly Held[];
  readonly participantId: string | null;
  readonly secondFactor: SecondFactorState;
  readonly isFresh: boolean;
  readonly isAudited: boolean;
  readonly viewingAs: Role | null;
  readonly hasPassword: boolean;
  readonly tenant: { id: string; name: string; industry: string; currency: string };
}

const idleMinutes = 30;
const absoluteHours = 12;
const sessionsPerUser = 5;
/** How long a proof of who one is lets one do what is sensitive. */
const freshMinutes = 5;

const alive = `s.ended_for IS NULL AND s.expires_at > now() AND s.last_seen_at > now() - interval '${idleMinutes} minutes'`;

/** Being disabled ends the sessions of a workspace for good, also when the member is active again. */
const begunInTime = '(m.sessions_from IS NULL OR s.created_at >= m.sessions_from)';

/** Whether a role requires a second factor, also one for one team only. Expects active members `m` and tenants `t`. */
export const isGuarded = `t.second_factor_roles && ARRAY(SELECT CASE WHEN held LIKE '@%' THEN split_part(substr(held, 2), ' ', 1) ELSE held END FROM unnest(m.roles) held)`;

/** `on`, `off`, or `missing`: a role requires it. Expects sessions `s`, memberships `m`, users `u` and tenants `t`. */
const secondFactorState = `CASE WHEN u.second_factor_since IS NOT NULL THEN 'on' WHEN ${isGuarded} AND NOT s.factor_by_provider THEN 'missing' ELSE 'off' END`;

const touch = `WITH session AS (UPDATE sessions SET last_seen_at = now() WHERE id_hash = $1 RETURNING tenant_id, user_id)
  UPDATE memberships m SET last_seen_at = now() FROM session s WHERE m.tenant_id = s.tenant_id AND m.user_id = s.user_id`;

/** The secret in the cookie; the database keeps only its hash. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a cookie’s secret: what the database knows of it. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The token the browser sends with state changes: useless without the cookie, and the cookie useless without it. */
export function bindingToken(bindKey: Buffer, idHash: Buffer, nonce: string): string {
  return createHmac('sha256', bindKey)
    .update(`v1|${idHash.toString('hex')}|${nonce}`)
    .digest('base64url');
}

/** Session ID in lists and in the audit log; it reveals nothing about the secret. */
export function sessionId(idHash: Buffer): string {
  return idHash.toString('hex').slice(0, 16);
}

export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly tenantId: string;
  readonly nonce: string;
  readonly request: RequestFacts;
  /** When its owner last proved who they are; null: unknown; omitted: now. */
  readonly provedAt?: string | null | undefined;
  readonly factorByProvider?: boolean | undefined;
}

/** Stores a new session. */
export async function insertSession(client: pg.ClientBase, session: NewSession): Promise<void> {
  const { userAgent, network } = placeOf(session.request);
  await client.query(
    `INSERT INTO sessions (id_hash, user_id, tenant_id, nonce, user_agent, network, expires_at, proved_at, factor_by_provider)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7), least($8::timestamptz, now()), $9)`,
    [
      session.idHash,
      session.userId,
      session.tenantId,
      session.nonce,
      userAgent,
      network,
      absoluteHours,
      session.provedAt === null ? '-infinity' : (session.provedAt ?? 'infinity'),
      session.factorByProvider ?? false,
    ],
  );
  await client.query('UPDATE memberships SET last_seen_at = now() WHERE tenant_id = $1 AND user_id = $2', [
    session.tenantId,
    session.userId,
  ]);
}

/**
 * Ends a user's sessions beyond the limit, the least recently used first. They stay stored until they would have
 * expired, so that their browsers can be told why.
 */
export async function endSurplusSessions(client: pg.ClientBase, userId: string): Promise<EndedSession[]> {
  const result = await client.query<EndedSession>(
    `UPDATE sessions SET ended_for = 'too-many' WHERE id_hash IN (
       SELECT s.id_hash FROM sessions s WHERE s.user_id = $1 AND ${alive}
        ORDER BY s.last_seen_at DESC, s.created_at DESC, s.id_hash OFFSET $2)
     RETURNING id_hash AS "idHash", tenant_id AS "tenantId"`,
    [userId, sessionsPerUser],
  );
  return result.rows;
}

/** Why the session behind a cookie is over, as a sentence; null when nothing is known of it. */
export async function selectEnding(pool: pg.Pool, idHash: Buffer): Promise<string | null> {
  const result = await pool.query<{ ending: 'too-many' | 'idle' | 'expired' | null }>(
    `SELECT CASE WHEN ended_for IS NOT NULL THEN ended_for WHEN expires_at <= now() THEN 'expired'
            WHEN last_seen_at <= now() - make_interval(mins => $2) THEN 'idle' END AS ending
       FROM sessions WHERE id_hash = $1`,
    [idHash, idleMinutes],
  );
  const ending = result.rows[0]?.ending ?? null;
  return ending && `You were signed out because ${endings[ending]}. Please sign in again.`;
}

const endings = {
  'too-many': `you signed in on more than ${sessionsPerUser} devices`,
  idle: `you were inactive for ${idleMinutes} minutes`,
  expired: `sessions end after ${absoluteHours} hours`,
} as const;

/** Gives a session another secret and workspace; its age stays. False when the session has ended meanwhile. */
export async function replaceSession(
  client: pg.ClientBase,
  oldHash: Buffer,
  session: NewSession,
): Promise<boolean> {
  const { userAgent, network } = placeOf(session.request);
  const result = await client.query(
    `UPDATE sessions SET id_hash = $2, tenant_id = $3, nonce = $4, user_agent = $5, network = $6, last_seen_at = now(),
       viewing_as = NULL, viewing_participant = NULL
      WHERE id_hash = $1 AND ended_for IS NULL AND expires_at > now()`,
    [oldHash, session.idHash, session.tenantId, session.nonce, userAgent, network],
  );
  return result.rowCount === 1;
}

function placeOf(request: RequestFacts): { userAgent: string; network: string | null } {
  return { userAgent: request.userAgent.slice(0, 300), network: requestTrace(request).ipTrunc };
}

/** The session behind a cookie, if it is neither idle nor expired and its user may still sign in. Roles are read afresh every time. */
export async function findSession(pool: pg.Pool, idHash: Buffer): Promise<SessionFacts | null> {
  // named: every request asks it, and planning it takes far longer than answering it
  const result = await pool.query({
    name: 'find-session',
    text: `SELECT s.user_id, s.tenant_id, s.nonce, u.username, u.display_name, u.password IS NOT NULL AS has_password, m.roles, m.granted, m.is_audited, m.participant_id, s.viewing_as, s.viewing_participant,
            ${secondFactorState} AS second_factor,
            s.proved_at > now() - make_interval(mins => ${freshMinutes}) AS is_fresh, t.name AS tenant_name, t.industry, t.currency, s.last_seen_at < now() - interval '1 minute' AS touch
       FROM sessions s
       JOIN users u ON u.id = s.user_id
       JOIN active_members m ON m.user_id = s.user_id AND m.tenant_id = s.tenant_id
       JOIN tenants t ON t.id = s.tenant_id
      WHERE s.id_hash = $1 AND ${alive} AND ${begunInTime}`,
    values: [idHash],
  });
  const row = result.rows[0];
  if (!row) return null;
  const viewingAs = isAdministrator(row.roles) ? (row.viewing_as as Role | null) : null;
  // Updating once a minute is accurate enough and saves a write per read.
  if (row.touch) await pool.query(touch, [idHash]);
  return {
    idHash,
    userId: row.user_id,
    tenantId: row.tenant_id,
    username: row.username,
    displayName: row.display_name,
    nonce: row.nonce,
    roles: sessionRoles(row),
    participantId: viewingAs === null ? row.participant_id : row.viewing_participant,
    viewingAs,
    secondFactor: row.second_factor,
    isFresh: row.is_fresh,
    isAudited: row.is_audited,
    hasPassword: row.has_password,
    tenant: { id: row.tenant_id, name: row.tenant_name, industry: row.industry, currency: row.currency },
  };
}

/** Roles of the owners of those of these sessions that are still good, by the hex of their hash. Looking is no activity. */
export async function selectRoles(
  pool: pg.Pool,
  idHashes: readonly Buffer[],
): Promise<Map<string, readonly Held[]>> {
  const result = await pool.query<{
    id: string;
    roles: Held[];
    granted: Permission[];
    viewing_as: Role | null;
  }>(
    `SELECT encode(s.id_hash, 'hex') AS id, m.roles, m.granted, s.viewing_as FROM sessions s
       JOIN active_members m ON m.user_id = s.user_id AND m.tenant_id = s.tenant_id
       JOIN users u ON u.id = s.user_id
       JOIN tenants t ON t.id = s.tenant_id
      WHERE s.id_hash = ANY($1) AND ${alive} AND ${begunInTime} AND ${secondFactorState} <> 'missing'`,
    [idHashes],
  );
  return new Map(result.rows.map((row) => [row.id, sessionRoles(row)]));
}

/** A member's roles with the permissions that they have for some hours (ACCESS-26). */
function sessionRoles({
  roles,
  granted,
  viewing_as: viewingAs,
}: {
  roles: readonly Held[];
  granted: readonly Permission[];
  viewing_as: Role | null;
}): readonly Held[] {
  if (viewingAs !== null && isAdministrator(roles)) return viewedRoles(roles, viewingAs);
  return widenedRoles(
    roles,
    granted.map((permission) => ({ permission, scope: 'tenant' as const })),
  );
}

/** A session as its owner may see it. */
export interface StoredSession {
  readonly idHash: Buffer;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly userAgent: string;
  readonly network: string | null;
  readonly workspace: string;
}

/** A person's sessions that are still good, in whichever workspace, the one used last first. */
export async function selectSessions(pool: pg.Pool, userId: string): Promise<StoredSession[]> {
  const result = await pool.query<StoredSession>(
    `SELECT s.id_hash AS "idHash", s.created_at AS "startedAt", s.last_seen_at AS "lastSeenAt",
            s.user_agent AS "userAgent", s.network, t.name AS workspace
       FROM sessions s JOIN tenants t ON t.id = s.tenant_id
      WHERE s.user_id = $1 AND ${alive} ORDER BY s.last_seen_at DESC, s.created_at DESC, s.id_hash`,
    [userId],
  );
  return result.rows;
}

/** A session that just ended, and the workspace whose log must record it. */
export interface EndedSession {
  readonly idHash: Buffer;
  readonly tenantId: string;
}

/** Ends a user's session with this ID; null if there is none. */
export async function deleteOwnSession(
  client: pg.ClientBase,
  userId: string,
  id: string,
): Promise<EndedSession | null> {
  const result = await client.query<EndedSession>(
    `DELETE FROM sessions WHERE user_id = $1 AND ended_for IS NULL AND left(encode(id_hash, 'hex'), 16) = $2
     RETURNING id_hash AS "idHash", tenant_id AS "tenantId"`,
    [userId, id],
  );
  return result.rows[0] ?? null;
}

/** Ends all of a person's sessions but one. */
export async function deleteOtherSessions(
  client: pg.ClientBase,
  userId: string,
  kept: Buffer,
): Promise<EndedSession[]> {
  const result = await client.query<EndedSession>(
    `DELETE FROM sessions WHERE user_id = $1 AND ended_for IS NULL AND id_hash <> $2 RETURNING id_hash AS "idHash", tenant_id AS "tenantId"`,
    [userId, kept],
  );
  return result.rows;
}

/** Ends one session, and clears away those that have run out. */
export async function deleteSession(client: pg.ClientBase, idHash: Buffer): Promise<void> {
  await client.query('DELETE FROM sessions WHERE id_hash = $1 OR expires_at < now()', [idHash]);
}

/** Begins or ends viewing the workspace as a role. */
export async function setViewing(
  client: pg.ClientBase,
  idHash: Buffer,
  viewing: { readonly role: Role; readonly participantId: string | null } | null,
): Promise<void> {
  await client.query('UPDATE sessions SET viewing_as = $2, viewing_participant = $3 WHERE id_hash = $1', [
    idHash,
    viewing?.role ?? null,
    viewing?.participantId ?? null,
  ]);
}

/** Notes that a session's owner has just proved who they are; says until when that is good. */
export async function proveSession(client: pg.ClientBase, idHash: Buffer): Promise<string> {
  const proved = await client.query<{ until: string }>(
    `UPDATE sessions SET proved_at = now() WHERE id_hash = $1 AND ended_for IS NULL
     RETURNING proved_at + make_interval(mins => $2) AS until`,
    [idHash, freshMinutes],
  );
  const until = proved.rows[0]?.until;
  if (until === undefined) throw new ApiError('NOT_SIGNED_IN', 'This session has ended. Please sign in.');
  return until;
}
