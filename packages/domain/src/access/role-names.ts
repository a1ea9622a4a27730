/** How a role is called on screen. */
export const roleNames = {
  administrator: 'Administrator',
  'tenant-admin': 'Tenant Admin',
  'plan-designer': 'Plan Designer',
  finance: 'Finance',
  'comp-admin': 'Compensation Admin',
  manager: 'Manager',
  'sales-rep': 'Sales Rep',
  'agent-administrator': 'Agent Administrator',
  'agent-developer': 'Agent Developer',
  'agent-operator': 'Agent Operator',
  'compliance-officer': 'Compliance Officer',
  auditor: 'Auditor',
  viewer: 'Read-Only Viewer',
} as const;
