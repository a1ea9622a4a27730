import { permissions, scopes } from '@attain/domain/access/permissions';
import { statedNames } from '@attain/domain/access/stated-permissions';
import { z } from 'zod';
import { endpoint, Words } from './base.ts';

const Cell = z.object({ permission: z.enum(permissions), scope: z.enum(scopes) });

const WantedRole = z.object({
  name: Words.pipe(z.string().min(1, 'Enter a name').max(60)),
  description: Words.pipe(z.string().max(200)).default(''),
  cells: z.array(Cell).max(permissions.length),
});

/** A role that the workspace made: cells of the permission table. */
export const CustomRole = WantedRole.extend({
  id: z.uuid(),
  members: z.int().describe('Members who hold it, now or on other days'),
});
export type CustomRole = z.infer<typeof CustomRole>;

const Settings = z.object({
  active: z.boolean().describe('False: who holds it has none of its permissions'),
  requireApproval: z.boolean().describe('Giving it needs a second administrator'),
  auditActions: z.boolean().describe('What its holders read is in the audit log too'),
});

/** A built-in or custom role, with how it counts here. */
const RoleOverview = Settings.extend({
  id: z.string().describe('A built-in role, or the id of a custom one'),
  name: z.string(),
  description: z.string(),
  isCustom: z.boolean(),
  status: z.enum(['active', 'inactive']),
  users: z.number().int().describe('Members who hold it today'),
  cells: z.array(Cell),
  stated: z.array(z.enum(statedNames)).describe('Names of what its holders may do with agents'),
});
export type RoleOverview = z.infer<typeof RoleOverview>;

const ById = z.object({ id: z.uuid() });

const change = (path: `/${string}`, summary: string) =>
  endpoint
    .route({ method: 'POST', path, summary, tags: ['People'] })
    .meta({ access: 'manage:people', isSensitive: true });

/** Roles of the workspace besides the built-in ones. */
export const roles = {
  list: endpoint
    .route({ method: 'GET', path: '/roles', summary: 'Custom roles', tags: ['People'] })
    .meta({ access: 'read:people' })
    .output(z.object({ rows: z.array(CustomRole) })),
  overview: endpoint
    .route({
      method: 'GET',
      path: '/role-overview',
      summary: 'All roles, and how they count',
      tags: ['People'],
    })
    .meta({ access: 'read:policies' })
    .output(z.object({ rows: z.array(RoleOverview) })),
  saveSettings: change('/roles/{id}/settings', 'Switch a role off, or have it approved or audited')
    .input(Settings.extend({ id: z.string().min(1).max(60) }))
    .output(RoleOverview),
  create: change('/roles', 'Create a custom role')
    .route({ successStatus: 201 })
    .input(WantedRole)
    .output(CustomRole),
  change: change('/roles/{id}', 'Change a custom role for everyone who holds it')
    .input(WantedRole.extend({ id: z.uuid() }))
    .output(CustomRole),
  remove: change('/roles/{id}/remove', 'Remove a custom role that no one holds')
    .input(ById)
    .output(z.object({ removed: z.literal(true) })),
};
