import type { Role } from '@attain/domain/access/permissions';
import type pg from 'pg';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../base/api-error.ts';
import { newId } from '../../base/ids.ts';
import { hashPassword } from '../../base/password.ts';
import { appendToLog } from '../../db/audit-append.ts';

/** A workspace to be made, with the accounts that may sign in to it. */
export interface NewWorkspace {
  readonly slug: string;
  readonly name: string;
  readonly industry: string;
  readonly currency: string;
  /** IANA name; default: UTC. */
  readonly timeZone?: string | undefined;
  /** The day it always is (BASE-12); default: the clock decides. */
  readonly fixedDay?: string | undefined;
  readonly accounts: readonly NewAccount[];
  /** People of the installation who join without a new account. */
  readonly members?: readonly NewMember[];
  /** Throws CONFLICT if the installation already has a workspace, including one being created at this moment. */
  readonly mustBeFirst?: boolean;
  /** Roles that require two-step sign-in from the start. */
  readonly secondFactorRoles?: readonly Role[];
}

export interface NewMember {
  readonly username: string;
  readonly roles: readonly Role[];
  readonly participantId: string | null;
}

export interface NewAccount {
  readonly username: string;
  readonly displayName: string;
  /** Null: nobody signs in with it. */
  readonly password: string | null;
  readonly roles: readonly Role[];
  readonly participantId: string | null;
}

/** Makes a workspace and its accounts in one transaction; returns the ids. Usernames are unique in the installation. */
export async function createWorkspace(
  ctx: AppContext,
  wanted: NewWorkspace,
): Promise<{ tenantId: string; userIds: Record<string, string> }> {
  const hashes = await Promise.all(
    wanted.accounts.map(({ password }) =>
      password === null ? null : hashPassword(password, ctx.keys.pepper),
    ),
  );
  const tenantId = newId();
  const userIds: Record<string, string> = {};
  await ctx.db.asOwner(async (client) => {
    if (wanted.mustBeFirst) await requireFirst(client);
    await client.query(
      `INSERT INTO tenants (id, slug, name, industry, currency, second_factor_roles, time_zone, fixed_day)
       VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, 'UTC'), $8)`,
      [
        ...[tenantId, wanted.slug, wanted.name, wanted.industry, wanted.currency],
        ...[wanted.secondFactorRoles ?? [], wanted.timeZone ?? null, wanted.fixedDay ?? null],
      ],
    );
    for (const [at, account] of wanted.accounts.entries()) {
      const userId = newId();
      userIds[account.username] = userId;
      await client.query('INSERT INTO users (id, username, display_name, password) VALUES ($1, $2, $3, $4)', [
        userId,
        account.username,
        account.displayName,
        hashes[at],
      ]);
      await client.query(
        'INSERT INTO memberships (tenant_id, user_id, roles, participant_id) VALUES ($1, $2, $3, $4)',
        [tenantId, userId, account.roles, account.participantId],
      );
    }
    for (const member of wanted.members ?? []) {
      const joined = await client.query(
        'INSERT INTO memberships (tenant_id, user_id, roles, participant_id) SELECT $1, id, $3, $4 FROM users WHERE username = $2',
        [tenantId, member.username, member.roles, member.participantId],
      );
      if (joined.rowCount === 0) throw new Error(`Account ${member.username} not found.`);
    }
    await appendToLog(client, ctx, founder(tenantId), {
      action: 'workspace.created',
      object: { type: 'workspace', id: tenantId },
    });
  });
  await ctx.days.load();
  return { tenantId, userIds };
}

/** Any number will do as long as every Attain process uses the same one: of several first workspaces only one is made. */
const firstLock = 7_241_003;

async function requireFirst(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [firstLock]);
  const made = await client.query('SELECT 1 FROM tenants LIMIT 1');
  if (made.rowCount !== 0)
    throw new ApiError('CONFLICT', 'This installation is already set up. Sign in instead.');
}

/** Attain itself, before there is anybody it could act for. */
function founder(tenantId: string) {
  const request = {
    id: 'setup',
    route: 'setup',
    idempotencyKey: null,
    bodyHash: '',
    address: '',
    userAgent: '',
  };
  return {
    tenantId,
    userId: 'attain',
    displayName: 'Attain',
    kind: 'system',
    roles: [],
    participantId: null,
    sessionHash: null,
    request,
  } as const;
}
