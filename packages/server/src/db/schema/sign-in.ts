import type { Role } from '@attain/domain/access/permissions';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, tenantId, updatedAt } from './columns.ts';
import { memberships, tenants } from './people.ts';

/** The identity provider of a workspace. Its client secret is in the vault. */
export const signInProviders = pgTable(
  'sign_in_providers',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** Domains of the email addresses that are let in. */
    domains: text('domains').array().notNull(),
    groupsClaim: text('groups_claim').notNull(),
    createsAccounts: boolean('creates_accounts').notNull(),
    provesSecondFactor: boolean('proves_second_factor').notNull(),
    /** Who saved it last. */
    setBy: uuid('set_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('sign_in_providers_by_id').on(table.id)],
);

/** Who at the identity provider is which member. A subject never changes; an email address can be given to someone else. */
export const signInIdentities = pgTable(
  'sign_in_identities',
  {
    tenantId: tenantId(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.issuer, table.subject] }),
    uniqueIndex('sign_in_identities_by_user').on(table.tenantId, table.issuer, table.userId),
    foreignKey({
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);

/** Roles that a group of the directory gives, and the administrator in whose name they are given. */
export const groupRoles = pgTable(
  'group_roles',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    group: text('group_name').notNull(),
    role: text('role').$type<Role>().notNull(),
    setBy: uuid('set_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.group, table.role] })],
);

/** What the company's directory states of a member besides what the account has. */
export const directoryMembers = pgTable(
  'directory_members',
  {
    tenantId: tenantId(),
    userId: uuid('user_id').notNull(),
    externalId: text('external_id'),
    givenName: text('given_name'),
    familyName: text('family_name'),
    createdAt: createdAt(),
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

/** A group of the company's directory. */
export const directoryGroups = pgTable(
  'directory_groups',
  {
    tenantId: tenantId().references(() => tenants.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.id] }),
    uniqueIndex('directory_groups_by_name').on(table.tenantId, sql`lower(${table.displayName})`),
  ],
);

/** Who is in a group of the directory. */
export const directoryGroupMembers = pgTable(
  'directory_group_members',
  {
    tenantId: tenantId(),
    groupId: uuid('group_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.groupId, table.userId] }),
    index('directory_group_members_by_user').on(table.tenantId, table.userId),
    foreignKey({
      name: 'directory_group_members_group',
      columns: [table.tenantId, table.groupId],
      foreignColumns: [directoryGroups.tenantId, directoryGroups.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'directory_group_members_member',
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
