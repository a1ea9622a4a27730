import type { Role } from './permissions.ts';

/** What a role is for, in a line. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  administrator: 'Can do everything in this workspace.',
  'tenant-admin': 'Manages people, settings and connections. Sees no pay.',
  'plan-designer': 'Designs plans, quotas and simulations.',
  finance: 'Calculates pay and approves payments.',
  'comp-admin': 'Imports data, calculates, publishes and prepares payments.',
  manager: 'Sees the pay of their team.',
  'sales-rep': 'Sees their own pay and statements.',
  'agent-administrator': 'Sets up agents, policies and budgets. Runs no agents.',
  'agent-developer': 'Builds agents and workflows.',
  'agent-operator': 'Runs agents and watches their runs.',
  'compliance-officer': 'Oversees everything and completes approvals.',
  auditor: 'Reads everything and exports the audit log.',
  viewer: 'Sees plans and agents. Sees no pay.',
};
