import type { PolicyPriority, PolicyRule, PolicyTarget, PolicyType } from './policy.ts';

/** A policy as it is created. */
export interface NewPolicy {
  readonly name: string;
  readonly description: string;
  readonly type: PolicyType;
  readonly priority: PolicyPriority;
  readonly appliesTo: readonly PolicyTarget[];
  readonly rule: PolicyRule;
}

/** Calls that an agent may make in an hour by the stated policy. */
export const STATED_CALLS_PER_HOUR = 100;

const everywhere: readonly PolicyTarget[] = [{ kind: 'workspace', id: '' }];
const basis: PolicyRule = {
  effect: 'deny',
  actions: ['call'],
  conditions: [],
  exceptRoles: [],
  limit: STATED_CALLS_PER_HOUR,
  windowSeconds: 3600,
};

/** The five policies of the specification (GOV-10). */
export const statedPolicies: readonly NewPolicy[] = [
  {
    name: 'High-risk agents require manager approval',
    description:
      'A manager approves each version of a high-risk agent before it is deployed or runs outside development.',
    type: 'security',
    priority: 'high',
    appliesTo: [
      { kind: 'environment', id: 'staging' },
      { kind: 'environment', id: 'prod' },
    ],
    rule: {
      ...basis,
      effect: 'approve',
      actions: ['run', 'deploy'],
      conditions: [{ field: 'risk', is: true, value: 'high' }],
    },
  },
  {
    name: 'EU personal data stays in the EU',
    description: 'Personal data of the EU only reaches connections in the EU.',
    type: 'data',
    priority: 'high',
    appliesTo: everywhere,
    rule: {
      ...basis,
      conditions: [
        { field: 'label', is: true, value: 'personal:eu' },
        { field: 'region', is: false, value: 'eu' },
      ],
    },
  },
  {
    name: 'External API calls are rate limited',
    description: 'Each agent makes at most 100 external calls in an hour.',
    type: 'access',
    priority: 'medium',
    appliesTo: everywhere,
    rule: { ...basis, effect: 'limit' },
  },
  {
    name: 'Audit trail for financial agents and plans',
    description: 'External calls of agents that handle pay are entries in the audit log.',
    type: 'compliance',
    priority: 'high',
    appliesTo: everywhere,
    rule: { ...basis, effect: 'audit', conditions: [{ field: 'money', is: true, value: 'yes' }] },
  },
  {
    name: 'Development access is limited to developers',
    description: 'Only developers and administrators run and change agents in development.',
    type: 'access',
    priority: 'medium',
    appliesTo: [{ kind: 'environment', id: 'dev' }],
    rule: {
      ...basis,
      actions: ['run', 'edit'],
      exceptRoles: ['agent-developer', 'administrator'],
    },
  },
];
