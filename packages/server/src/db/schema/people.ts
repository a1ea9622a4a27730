import type { Person } from '@attain/contract/people';
import type { CustomGrant } from '@attain/domain/access/custom-roles';
import type { CellText, Held, Permission, Role } from '@attain/domain/access/permissions';
import type { RoleGrant } from '@attain/domain/access/role-grants';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, count, createdAt, moment, tenantId, updatedAt } from './columns.ts';

/** Of another address, the connection sends no mail until it is chosen again. */
export interface MailServer {
  readonly connectionId: string;
  readonly address: string;
}

/** A workspace: its people, data and pay are invisible to every other. */
export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  industry: text('industry').notNull(),
  currency: text('currency').notNull().default('USD'),
  /** Currency of totals over several currencies; null: the workspace's own. */
  reportingCurrency: text('reporting_currency'),
  /** The IANA time zone whose days its periods, plans and payments go by. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** The day it always is in a sample workspace; null: the clock decides. */
  fixedDay: date('fixed_day', { mode: 'string' }),
  /** How long a run is kept after its end; null: for ever. And who said so. */
  runsKeptDays: integer('runs_kept_days'),
  runsKeptSetBy: uuid('runs_kept_set_by'),
  /** Roles whose holders must have a second factor. */
  secondFactorRoles: text('second_factor_roles').array().$type<Role[]>().notNull().default([]),
  /** What one person imports in a day without approval, records and amount; null: as much as they want. */
  importRowLimit: integer('import_row_limit'),
  importAmountLimit: numeric('import_amount_limit'),
  /** Over how many months posted earnings are deferred; null: they are not. */
  benefitMonths: integer('benefit_months'),
  /** The connection that sends the workspace's own mail, and its address when it was chosen; null: no mail. */
  mailServer: jsonb('mail_server').$type<MailServer>(),
  region: text('region').notNull().default('local'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Days on which a workspace does not work. */
export const holidays = pgTable(
  'holidays',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    date: date('date', { mode: 'string' }).notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.date] })],
);

/** A person who can sign in; belongs to workspaces through memberships. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    username: text('username').notNull().unique(),
    displayName: text('display_name').notNull(),
    /** Its hash, or `!`: no password signs in. Null: the person signs in with the workspace's identity provider only. */
    passwordHash: text('password'),
    disabled: boolean('disabled').notNull().default(false),
    /** `service`: an account for a program, whose password no one knows. */
    kind: text('kind').$type<'person' | 'service'>().notNull().default('person'),
    /** Since when sign-in asks for a code; null: it does not, whatever `second_factors` holds. */
    secondFactorSince: moment('second_factor_since'),
    /** The administrator who last took the second factor away, and when. */
    secondFactorResetBy: uuid('second_factor_reset_by'),
    secondFactorResetAt: moment('second_factor_reset_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('users_password', sql`${table.passwordHash} LIKE '$argon2id$%' OR ${table.passwordHash} = '!'`),
  ],
);

/** A user in one workspace: roles, and the participant the user is paid as. */
export const memberships = pgTable(
  'memberships',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Roles without limits; those with dates or for one team are `role_grants`. */
    roles: text('roles').array().$type<Role[]>().notNull(),
    participantId: text('participant_id'),
    /** `active`, `disabled` or `removed`: a removed member keeps the row, so that history keeps the name. */
    state: text('state').$type<'active' | 'disabled' | 'removed'>().notNull().default('active'),
    /** Sessions that began before are over. */
    sessionsFrom: moment('sessions_from'),
    lastSeenAt: moment('last_seen_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    index('memberships_by_user').on(table.userId),
  ],
);

/** Roles that a member holds between two days, both included, or for the team of one participant. */
export const roleGrants = pgTable(
  'role_grants',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    fromDay: date('from_day', { mode: 'string' }),
    toDay: date('to_day', { mode: 'string' }),
    teamOf: text('team_of'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.role] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A one-time link: to join the workspace, or to choose a new password. Only the hash of its secret is kept. */
export const invitations = pgTable(
  'invitations',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'join' | 'reset'>().notNull(),
    /** Whose password a reset is for. */
    userId: uuid('user_id'),
    username: text('username').notNull(),
    displayName: text('display_name').notNull(),
    roles: jsonb('roles').$type<readonly RoleGrant[]>().notNull().default([]),
    participantId: text('participant_id'),
    issuedBy: uuid('issued_by').notNull(),
    secretHash: bytes('secret_hash').notNull(),
    /** How often a new link was issued. */
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    revokedAt: moment('revoked_at'),
    /** The request to approve its roles; its link works once this is null. */
    approvalId: uuid('approval_id'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('invitations_by_secret').on(table.secretHash),
    uniqueIndex('invitations_open')
      .on(table.tenantId, table.kind, table.username)
      .where(sql`used_at IS NULL AND revoked_at IS NULL`),
  ],
);

/** A key by which a program acts for a member, or for itself as a service account. Only its hash is kept. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    /** Who has seen it: the member, or an administrator for a service account. */
    createdBy: uuid('created_by').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<Permission[]>().notNull(),
    tokenHash: bytes('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('api_tokens_by_hash').on(table.tokenHash),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A permission that a member asked for, for some hours. What was asked stays; the decision and an early end are added. */
export const accessGrants = pgTable(
  'access_grants',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    permission: text('permission').$type<Permission>().notNull(),
    hours: integer('hours').notNull(),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
    approvalId: uuid('approval_id').notNull(),
    /** When it was rejected or withdrawn before it began. */
    closedAt: moment('closed_at'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    /** Who ended it early. */
    revokedBy: uuid('revoked_by'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    index('access_grants_by_user').on(table.tenantId, table.userId, table.endsAt),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    check('access_grants_hours', sql`${table.hours} BETWEEN 1 AND 24`),
  ],
);

/** A role that a workspace made: cells of the permission table under a name of its own. */
export const customRoles = pgTable(
  'custom_roles',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    cells: text('cells').array().$type<CellText[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('custom_roles_by_name').on(table.tenantId, sql`lower(${table.name})`),
  ],
);

/** Custom roles of a member, perhaps only between two days, both included, or for the team of one participant. */
export const customRoleGrants = pgTable(
  'custom_role_grants',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    roleId: uuid('role_id').notNull(),
    fromDay: date('from_day', { mode: 'string' }),
    toDay: date('to_day', { mode: 'string' }),
    teamOf: text('team_of'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId, table.roleId] }),
    index('custom_role_grants_by_role').on(table.tenantId, table.roleId),
    foreignKey({
      name: 'custom_role_grants_member',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
    foreignKey({
      name: 'custom_role_grants_role',
      columns: [table.tenantId, table.roleId],
      foreignColumns: [customRoles.tenantId, customRoles.id],
    }),
  ],
);

/** How a role counts in a workspace; a role without a row is active and neither needs approval nor is audited. */
export const roleSettings = pgTable(
  'role_settings',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    /** A built-in role, or the id of a custom one. */
    role: text('role').notNull(),
    /** False: who holds it has none of its permissions. */
    isActive: boolean('is_active').notNull().default(true),
    /** Giving it needs a second administrator. */
    requiresApproval: boolean('requires_approval').notNull().default(false),
    /** What its holders read is in the audit log too. */
    isAudited: boolean('is_audited').notNull().default(false),
    updatedBy: uuid('updated_by').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.role] })],
);

const today = sql.raw(`(now() AT TIME ZONE 'UTC')::date`);

/** Members who may sign in, with every role they hold today. What a person may do is always read from here. */
export const activeMembers = pgView('active_members', {
  tenantId: uuid('tenant_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** False: a service account, whom nothing is asked. */
  isPerson: boolean('is_person').notNull(),
  participantId: text('participant_id'),
  sessionsFrom: moment('sessions_from'),
  createdAt: moment('created_at').notNull(),
  /** Built-in roles, and the cells of custom ones; those for one team begin with `@`. */
  roles: text('roles').array().$type<Held[]>().notNull(),
  /** One of the roles has its reads in the audit log. */
  isAudited: boolean('is_audited').notNull(),
  /** Permissions granted for some hours: sessions have them, API tokens and runs don't (ACCESS-26). */
  granted: text('granted').array().$type<Permission[]>().notNull(),
})
  .with({ securityInvoker: true })
  .as(sql`SELECT m.tenant_id, m.user_id, u.kind = 'person' AS is_person, m.participant_id, m.sessions_from, m.created_at,
    ARRAY(SELECT CASE WHEN one.team IS NULL THEN one.role ELSE '@' || one.role || ' ' || one.team END
      FROM (SELECT unnest(m.roles) AS role, NULL::text AS team UNION ALL
        SELECT g.role, g.team_of FROM role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id
        AND coalesce(g.from_day <= ${today}, true) AND coalesce(g.to_day >= ${today}, true)) one
      WHERE NOT EXISTS (SELECT 1 FROM role_settings s WHERE s.tenant_id = m.tenant_id AND s.role = one.role AND NOT s.is_active))
      || ARRAY(SELECT DISTINCT CASE WHEN g.team_of IS NULL THEN cell ELSE '@' || cell || ' ' || g.team_of END
      FROM custom_role_grants g JOIN custom_roles r ON r.tenant_id = g.tenant_id AND r.id = g.role_id CROSS JOIN unnest(r.cells) AS cell
      WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id
      AND coalesce(g.from_day <= ${today}, true) AND coalesce(g.to_day >= ${today}, true)
      AND NOT EXISTS (SELECT 1 FROM role_settings s WHERE s.tenant_id = m.tenant_id AND s.role = r.id::text AND NOT s.is_active)) AS roles,
    EXISTS (SELECT 1 FROM role_settings s WHERE s.tenant_id = m.tenant_id AND s.is_audited AND s.is_active AND (s.role = ANY(m.roles)
      OR s.role IN (SELECT g.role FROM role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id)
      OR s.role IN (SELECT g.role_id::text FROM custom_role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id))) AS is_audited,
    ARRAY(SELECT a.permission FROM access_grants a WHERE a.tenant_id = m.tenant_id AND a.user_id = m.user_id
      AND a.ends_at > now()) AS granted
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.state = 'active' AND NOT u.disabled`);

const teamOfGrant =
  sql.raw(`CASE WHEN g.team_of IS NULL THEN '{}' ELSE jsonb_build_object('teamOf', g.team_of, 'teamName',
            coalesce((SELECT p.name FROM participants p WHERE p.tenant_id = g.tenant_id AND p.id = g.team_of), g.team_of)) END`);

/** Everyone on the screen of people: members and those with an open invitation, whose id is the invitation's. */
export const workspacePeople = pgView('workspace_people', {
  tenantId: uuid('tenant_id').notNull(),
  id: uuid('id').notNull(),
  state: text('state').$type<'invited' | 'active' | 'disabled'>().notNull(),
  kind: text('kind').$type<'person' | 'service'>().notNull(),
  username: text('username').notNull(),
  displayName: text('display_name').notNull(),
  roles: jsonb('roles').$type<(RoleGrant & { teamName?: string })[]>().notNull(),
  customRoles: jsonb('custom_roles').$type<(CustomGrant & { name: string; teamName?: string })[]>().notNull(),
  exceptions: jsonb('exceptions').$type<Person['exceptions']>().notNull(),
  participantId: text('participant_id'),
  lastSeenAt: moment('last_seen_at'),
  expiresAt: moment('expires_at'),
  /** What an invitation waits for. */
  approvalId: uuid('approval_id'),
  secondFactorSince: moment('second_factor_since'),
})
  .with({ securityInvoker: true })
  .as(sql`SELECT m.tenant_id, m.user_id AS id, CASE WHEN u.disabled THEN 'disabled' ELSE m.state END AS state, u.kind, u.username, u.display_name,
      coalesce((SELECT jsonb_agg(jsonb_build_object('role', r.role, 'from', null, 'to', null)) FROM unnest(m.roles) AS r (role)), '[]')
        || coalesce((SELECT jsonb_agg(jsonb_build_object('role', g.role, 'from', g.from_day, 'to', g.to_day) || ${teamOfGrant} ORDER BY g.role)
          FROM role_grants g WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id), '[]') AS roles,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'from', g.from_day, 'to', g.to_day) || ${teamOfGrant} ORDER BY r.name)
          FROM custom_role_grants g JOIN custom_roles r ON r.tenant_id = g.tenant_id AND r.id = g.role_id
          WHERE g.tenant_id = m.tenant_id AND g.user_id = m.user_id), '[]') AS custom_roles,
      coalesce((SELECT jsonb_agg(jsonb_build_object('approvalId', e.approval_id, 'roles', e.roles, 'names', e.names, 'duty', e.duty,
            'until', e.until, 'reason', e.reason, 'approvedBy', coalesce((SELECT string_agg(a.display_name, ', ' ORDER BY a.display_name)
              FROM attestation_records q JOIN users a ON a.id = ANY(q.approvers) WHERE q.tenant_id = e.tenant_id AND q.id = e.approval_id), ''))
            ORDER BY e.until, e.id)
          FROM duty_exceptions e WHERE e.tenant_id = m.tenant_id AND e.user_id = m.user_id AND e.ended_at IS NULL), '[]') AS exceptions,
      m.participant_id, CASE WHEN u.kind = 'person' THEN m.last_seen_at ELSE
        (SELECT max(k.last_used_at) FROM api_tokens k WHERE k.tenant_id = m.tenant_id AND k.user_id = m.user_id) END AS last_seen_at, NULL::timestamptz AS expires_at, NULL::uuid AS approval_id,
      u.second_factor_since
    FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.state <> 'removed'
    UNION ALL SELECT i.tenant_id, i.id, 'invited', 'person', i.username, i.display_name, i.roles, '[]'::jsonb, '[]'::jsonb, i.participant_id, NULL, i.expires_at, i.approval_id, NULL
    FROM invitations i WHERE i.kind = 'join' AND i.used_at IS NULL AND i.revoked_at IS NULL`);

/** A member's preferences in one workspace: see `Preferences` of the contract. */
export const userPreferences = pgTable(
  'user_preferences',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    preferences: jsonb('preferences').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** A sign-in that is still good. Only the hash of the cookie's secret is kept. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: bytes('id_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tenantId: uuid('tenant_id').notNull(),
    nonce: text('nonce').notNull(),
    /** Why it was ended while its browser may still use it: `too-many`; null: it was not. */
    endedFor: text('ended_for'),
    /** As the browser called itself when the session was opened, cut to 300 characters. */
    userAgent: text('user_agent').notNull().default(''),
    /** Network it was opened from: /24 of IPv4, /48 of IPv6. */
    network: text('network'),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    /** Opened by an identity provider that asks for a second factor. */
    factorByProvider: boolean('factor_by_provider').notNull().default(false),
    /** The role, and perhaps the participant, as which its owner views the workspace; it changes nothing meanwhile. */
    viewingAs: text('viewing_as').$type<Role>(),
    viewingParticipant: text('viewing_participant'),
    /** When its owner last gave their code, or their password without one. */
    provedAt: moment('proved_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
);

/** Failed sign-ins by account, by address and by both; the throttle reads them, so a restart forgives nothing. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    subject: text('subject').notNull(),
    kind: text('kind').notNull(),
    failures: integer('failures').notNull(),
    windowStartedAt: moment('window_started_at').notNull(),
    blockedUntil: moment('blocked_until'),
  },
  (table) => [unique('sign_in_failures_subject').on(table.kind, table.subject)],
);

/** The secret a person's authenticator app shares with the server, sealed; in use once the app's first code was typed. */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  iv: bytes('iv').notNull(),
  authTag: bytes('auth_tag').notNull(),
  cipherText: bytes('cipher_text').notNull(),
  /** 30-second step of the last code that was accepted: no code works twice. */
  lastStep: integer('last_step').notNull().default(0),
  startedAt: moment('started_at').notNull(),
});

/** Codes in place of the app's, each for one use. Only their hashes are kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: bytes('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Passkeys (WebAuthn): what a signature of the device is verified with. Those from before `second_factor_since` count no more. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** COSE. */
    publicKey: bytes('public_key').notNull(),
    counter: count('counter').notNull(),
    transports: text('transports').array().notNull(),
    /** The host name it was made for. */
    rpId: text('rp_id').notNull(),
    name: text('name').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_by_user').on(table.userId)],
);

/** Challenges that were answered: each counts once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challengeHash: bytes('challenge_hash').primaryKey(),
  usedAt: moment('used_at').notNull().defaultNow(),
});

/** Codes that stand for a passkey once, for two minutes. */
export const passkeyProofs = pgTable('passkey_proofs', {
  codeHash: bytes('code_hash').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
});
