import type { StatedPermission } from '@attain/domain/access/stated-permissions';
import { counted } from '../../base/format-number.ts';

/** What each stated name allows. */
const statedWords: Readonly<Record<StatedPermission, string>> = {
  CREATE_AGENT: 'Create agents',
  MODIFY_AGENT: 'Change agents and their workflows',
  DELETE_AGENT: 'Delete agents',
  VIEW_AGENTS: 'See the list of agents',
  VIEW_OWN_AGENTS: 'See the agents they work with',
  VIEW_ALL_AGENTS: 'See all agents and workflows',
  RUN_AGENT: 'Run agents',
  VIEW_RESULTS: 'See runs and results',
  RUN_TESTS: 'Run tests',
  VIEW_AUDIT_LOGS: 'Read the audit log',
  EXPORT_COMPLIANCE_REPORTS: 'Export the audit log',
  MANAGE_POLICIES: 'Create and change policies',
};

/** Texts of roles. */
export const messages = {
  statedWords,
  statuses: { active: 'Active', inactive: 'Off' },
  table: {
    label: 'Roles',
    failure: 'The roles could not be loaded',
    name: 'Role',
    users: 'Users',
    permissions: 'Permissions',
    kind: 'Kind',
    status: 'Status',
    builtIn: 'Built-in',
    custom: 'Custom',
  },
  detail: {
    none: 'No role selected',
    noneText: 'Choose a role to see what it may do.',
    agents: 'With agents',
    noAgents: 'Nothing with agents.',
    all: (count: number) => `All ${counted(count, 'permission')}`,
    scopes: { tenant: 'whole workspace', team: 'own team', own: 'own' },
    settings: 'Settings',
    active: 'Active',
    activeHint: 'Off: members with this role lose its permissions.',
    approval: 'Require approval',
    approvalHint: 'A second administrator approves who gets this role.',
    audit: 'Audit actions',
    auditHint: 'Reads by its members are logged, too.',
    administrators: 'Administrators can’t be switched off.',
    onlyAdministrators: 'Administrators change roles.',
    edit: 'Edit Role',
    copy: 'Copy to custom role',
    manage: 'Manage Users',
    users: (count: number) => counted(count, 'user'),
    saved: 'Role changed',
    failure: 'The role was not changed',
  },
  matrix: {
    label: 'Who may do what with agents',
    show: 'Compare roles',
    name: 'Permission',
    yes: 'Yes',
    no: 'No',
  },
};
