import type { Held, Role } from '../../access/permissions.ts';
import type { Configuration, Persona } from './configuration.ts';

/** Words, order and tone of each persona. */
export const personaConfigurations: Readonly<Record<Persona, Configuration>> = {
  Rep: {
    fieldLabels: { target: 'Target', earnings: 'Earnings', multiplier: 'Boost', limit: 'Maximum' },
    complianceBadges: [],
    explainabilityFocus: ['my pay', 'next tier', 'reasons'],
    tone: 'you, short',
  },
  Manager: {
    fieldLabels: {
      target: 'Quota Assignment',
      earnings: 'Variable Compensation',
      multiplier: 'Performance Multiplier',
      limit: 'Payout Ceiling',
    },
    complianceBadges: [],
    explainabilityFocus: ['team fairness', 'who loses'],
    tone: 'neutral',
  },
  Finance: {
    fieldLabels: {
      target: 'Revenue Target',
      earnings: 'Variable Cost',
      multiplier: 'Cost Multiplier',
      limit: 'Budget Control',
    },
    complianceBadges: [],
    explainabilityFocus: ['cost', 'range', 'budget', 'control'],
    tone: 'figures first',
  },
};

const financial: readonly Role[] = ['finance', 'comp-admin', 'auditor', 'compliance-officer'];

/** The persona of users who have not chosen one (SGR-45). */
export function defaultPersona(roles: readonly Held[]): Persona {
  if (financial.some((role) => roles.includes(role))) return 'Finance';
  return roles.length > 0 && roles.every((role) => role === 'sales-rep') ? 'Rep' : 'Manager';
}
