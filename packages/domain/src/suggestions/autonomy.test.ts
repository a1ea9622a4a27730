import { expect, test } from 'vitest';
import { roles } from '../access/permissions.ts';
import { autonomyChange, clampLevel, DEFAULT_LEVEL, defaultAutonomyPolicy, heldLevel } from './autonomy.ts';
import { industries, personas } from './configurations/configuration.ts';
import { industryConfigurations, industryOf, labelsFor } from './configurations/industries.ts';
import { defaultPersona, personaConfigurations } from './configurations/personas.ts';

test('[ASSIST-STATE-03] the level stays within its range', () => {
  expect([-1, 0, 2, 3, 4].map(clampLevel)).toEqual([0, 0, 2, 3, 3]);
});

test('[SGR-46] [CONF-ASSIST-03] the chosen holds as far as the mode allows', () => {
  expect([0, 1, 2, 3].map((chosen) => heldLevel(chosen, 'traditional'))).toEqual([0, 0, 0, 0]);
  expect([0, 1, 2, 3].map((chosen) => heldLevel(chosen, 'hybrid'))).toEqual([0, 1, 2, 2]);
  expect([0, 1, 2, 3].map((chosen) => heldLevel(chosen, 'agentic'))).toEqual([0, 1, 2, 3]);
  expect(heldLevel(DEFAULT_LEVEL, 'hybrid')).toBe(1);
});

test('[ASSIST-STATE-04] [ASSIST-STATE-05] [ASSIST-STATE-06] [CONF-ASSIST-04] a change of the level names mode, policy, thresholds and restrictions', () => {
  expect(autonomyChange(1, 2, { mode: 'hybrid' })).toEqual({
    from: 1,
    to: 2,
    context: 'hybrid_mode',
    policyId: 'default',
    thresholds: { confidence: 80, risk: 20 },
    restrictions: ['No suggestion that violates a policy', 'A person approves each task'],
  });
});

test('[ASSIST-ENT-37] [ASSIST-ENT-38] [ASSIST-ENT-47] the policy has the four levels', () => {
  expect(defaultAutonomyPolicy.levels.map(({ id, label }) => `${id} ${label}`)).toEqual([
    '0 Manual',
    '1 Assisted',
    '2 Supervised',
    '3 Full Auto',
  ]);
  for (const { description, restrictions } of defaultAutonomyPolicy.levels)
    expect([description === '', restrictions.length > 0]).toEqual([false, true]);
});

test('[ASSIST-ENT-45] [ASSIST-PERS-01] [ASSIST-PERS-02] [ASSIST-PERS-03] each persona has its four words', () => {
  expect(personas.map((one) => Object.values(personaConfigurations[one].fieldLabels))).toEqual([
    ['Target', 'Earnings', 'Boost', 'Maximum'],
    ['Quota Assignment', 'Variable Compensation', 'Performance Multiplier', 'Payout Ceiling'],
    ['Revenue Target', 'Variable Cost', 'Cost Multiplier', 'Budget Control'],
  ]);
});

test('[CONF-ASSIST-08] the selector lists the seven industries in this order', () => {
  expect(industries).toEqual([
    'Technology',
    'Financial Services',
    'Healthcare',
    'Manufacturing',
    'SaaS',
    'Banking',
    'Insurance',
  ]);
});

test('[SGR-45] [ASSIST-ENT-46] [CONF-ASSIST-09] [CONF-ASSIST-10] words of the industry come before those of the persona', () => {
  expect(industries).toHaveLength(7);
  const { Finance } = personaConfigurations;
  expect(labelsFor(Finance, industryConfigurations.Insurance)).toEqual({
    target: 'Premium Target',
    earnings: 'Policy Commission',
    multiplier: 'Renewal Bonus',
    limit: 'Budget Control',
  });
  expect(labelsFor(Finance, industryConfigurations.Banking).limit).toBe('Regulatory Limit');
  expect([' banking ', 'Forestry'].map(industryOf)).toEqual(['Banking', 'SaaS']);
});

test('[SGR-45] [ASSIST-PERS-12] the persona follows the roles', () => {
  const held = (persona: string) => roles.filter((role) => defaultPersona([role]) === persona);
  expect(held('Rep')).toEqual(['sales-rep']);
  expect(held('Finance')).toEqual(['finance', 'comp-admin', 'compliance-officer', 'auditor']);
  expect(defaultPersona(['sales-rep', 'manager'])).toBe('Manager');
});
