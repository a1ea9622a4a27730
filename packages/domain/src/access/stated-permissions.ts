import { type Held, type Permission, type Role, scopeOf } from './permissions.ts';

/** Names of what someone may do with agents, each a set of permissions held for the whole workspace (ACCESS-40). */
export const statedPermissions = {
  CREATE_AGENT: ['edit:agents'],
  MODIFY_AGENT: ['edit:agents', 'edit:workflows', 'publish:workflows'],
  DELETE_AGENT: ['delete:agents'],
  VIEW_AGENTS: ['read:agents'],
  VIEW_OWN_AGENTS: ['read:agents'],
  VIEW_ALL_AGENTS: ['read:agents', 'read:workflows'],
  RUN_AGENT: ['run:agents', 'run:workflows'],
  VIEW_RESULTS: ['read:workflow-runs'],
  RUN_TESTS: ['run:workflows'],
  VIEW_AUDIT_LOGS: ['read:audit'],
  EXPORT_COMPLIANCE_REPORTS: ['export:audit'],
  MANAGE_POLICIES: ['edit:policies'],
} as const satisfies Record<string, readonly Permission[]>;

export type StatedPermission = keyof typeof statedPermissions;

export const statedNames = Object.keys(statedPermissions) as StatedPermission[];

/** The stated names that someone holds, in their order. */
export function statedOf(held: readonly Held[]): StatedPermission[] {
  return statedNames.filter((name) =>
    statedPermissions[name].every((permission) => scopeOf(held, permission) === 'tenant'),
  );
}

/** The roles that govern agents, with the names that the specification gives them and the members of the sample (ACCESS-40). */
export const statedRoles: readonly {
  readonly role: Role;
  readonly has: readonly StatedPermission[];
  readonly sampleMembers: number;
}[] = [
  {
    role: 'agent-administrator',
    has: ['CREATE_AGENT', 'MODIFY_AGENT', 'DELETE_AGENT', 'VIEW_ALL_AGENTS', 'MANAGE_POLICIES'],
    sampleMembers: 3,
  },
  {
    role: 'agent-developer',
    has: ['CREATE_AGENT', 'MODIFY_AGENT', 'VIEW_ALL_AGENTS', 'RUN_TESTS'],
    sampleMembers: 12,
  },
  { role: 'agent-operator', has: ['RUN_AGENT', 'VIEW_RESULTS', 'VIEW_OWN_AGENTS'], sampleMembers: 45 },
  { role: 'viewer', has: ['VIEW_AGENTS', 'VIEW_RESULTS'], sampleMembers: 23 },
  {
    role: 'compliance-officer',
    has: ['VIEW_ALL_AGENTS', 'VIEW_AUDIT_LOGS', 'EXPORT_COMPLIANCE_REPORTS'],
    sampleMembers: 5,
  },
];
